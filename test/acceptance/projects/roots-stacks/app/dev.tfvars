environment = "dev"
app_days    = 5
