-- Videos packaged for adaptive playback. By the place of the source, not by the video: the same file in two courses is packaged
-- once, and a video whose file changes has no package until the new file has one.
CREATE TABLE video_packages (
    -- A value of videos.url, which is not unique there.
    source TEXT PRIMARY KEY NOT NULL,
    -- How the package was made; an older number is made again.
    recipe INTEGER NOT NULL,
    -- Where the files lie in the media store.
    index_file TEXT NOT NULL,
    top_file TEXT NOT NULL,
    low_file TEXT NOT NULL,
    poster_file TEXT NOT NULL,
    previews_file TEXT NOT NULL,
    packaged_at TIMESTAMP NOT NULL
);
