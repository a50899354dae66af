environment = "prod"
app_days    = 60
