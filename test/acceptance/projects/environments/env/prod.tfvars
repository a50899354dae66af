stage         = "prod"
api_retention = 90 # one quarter
