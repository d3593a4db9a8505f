DROP TABLE discord_invites;
