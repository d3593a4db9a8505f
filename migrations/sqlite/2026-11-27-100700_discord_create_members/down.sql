DROP TABLE discord_sweep;
DROP TABLE discord_members;
DROP TABLE discord_invite_claims;
DROP TABLE discord_invites;
