color        = "blue"
archive_days = 90
