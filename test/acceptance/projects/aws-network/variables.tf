variable "cidr" {
  description = "Network of the harbor; 10.61.0.0/16 is the carriers' own"
  type        = string
}

variable "zones" {
  description = "Subnets by availability zone"
  type = map(object({
    public  = string
    private = string
  }))
}

variable "flow_log_days" {
  type    = number
  default = 14
}

variable "asn" {
  description = "BGP numbers, ours and the office's"
  type = object({
    amazon = number
    office = number
  })
  default = {
    amazon = 64512
    office = 65010
  }
}
