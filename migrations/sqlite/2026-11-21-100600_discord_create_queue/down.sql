DROP TABLE discord_invite_claims;
DROP INDEX user_course_access_expires_at;
DROP TABLE discord_sweep;
DROP TABLE discord_members;
DROP TABLE discord_queue;
