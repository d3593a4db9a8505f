DROP TABLE video_packages;
