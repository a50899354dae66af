variable "networks" {
  type = map(object({
    address_space = list(string)
    subnets       = map(string)
    stage         = string
  }))
  default = {
    blue = {
      address_space = ["10.1.0.0/16"]
      subnets       = { apps = "10.1.1.0/24", data = "10.1.2.0/24" }
      stage         = "test"
    }
    green = {
      address_space = ["10.2.0.0/16"]
      subnets       = { apps = "10.2.1.0/24" }
      stage         = "prod"
    }
  }
}
