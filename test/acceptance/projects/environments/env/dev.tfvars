stage         = "dev"
api_retention = 3
job_retention = 1
