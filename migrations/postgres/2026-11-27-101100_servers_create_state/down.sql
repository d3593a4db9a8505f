DROP TABLE program_version;
DROP TABLE session_key;
