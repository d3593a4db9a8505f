DROP TABLE page_errors;
