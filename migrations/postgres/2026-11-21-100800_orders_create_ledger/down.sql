DROP TABLE access_grants;
