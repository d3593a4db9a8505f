-- Errors of pages that no code handled, as browsers reported them: what broke, in which page, of which version. Nothing about a member.
-- A row for each; rows that were not seen again are deleted.
CREATE TABLE page_errors (
    -- The page's route pattern, such as /portal/course/:id; never an address.
    route TEXT NOT NULL,
    message TEXT NOT NULL,
    -- The version that the page was built as.
    version TEXT NOT NULL,
    first_at TIMESTAMP NOT NULL,
    last_at TIMESTAMP NOT NULL,
    reports BIGINT NOT NULL CONSTRAINT page_errors_reports_counted CHECK (reports > 0),
    PRIMARY KEY (route, message, version)
);
