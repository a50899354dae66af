color        = "green"
archive_days = 90
