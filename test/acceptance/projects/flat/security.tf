# Everything that decides who may talk to what.

resource "aws_security_group" "web" {
  name        = "storefront-web"
  description = "Public entry of the storefront"
  vpc_id      = aws_vpc.main.id

  # HTTPS from anywhere, that is what we are here for.
  ingress {
    description = "HTTPS"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }

  # Plain HTTP only from the offices; redirects to HTTPS.
  ingress {
    description = "HTTP from offices"
    from_port   = 80
    to_port     = 80
    protocol    = "tcp"
    cidr_blocks = [
      "198.51.100.0/24", # Lisbon
      "203.0.113.0/24",  # Utrecht
    ]
  }

  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }

  tags = {
    Name = "storefront-web"
  }
}

resource "aws_security_group" "db" {
  name        = "storefront-db"
  description = "Database, reachable from the web tier only"
  vpc_id      = aws_vpc.main.id

  tags = { Name = "storefront-db" }
}

# Rules of the database group are resources of their own since the 2023 clean-up.
resource "aws_vpc_security_group_ingress_rule" "db_from_web" {
  security_group_id = aws_security_group.db.id

  referenced_security_group_id = aws_security_group.web.id
  from_port                    = 5432
  to_port                      = 5432
  ip_protocol                  = "tcp"
}

resource "aws_vpc_security_group_ingress_rule" "db_from_bastion" {
  security_group_id = aws_security_group.db.id
  description       = "PostgreSQL from the bastion"
  cidr_ipv4         = "10.20.9.0/28"
  from_port         = 5432
  to_port           = 5432
  ip_protocol       = "tcp"
}

# The cache still has the old style of rules.
resource "aws_security_group" "cache" {
  name        = "storefront-cache"
  description = "Redis"
  vpc_id      = aws_vpc.main.id
}

resource "aws_security_group_rule" "cache_in" {
  type              = "ingress"
  description       = "redis from the vpc"
  security_group_id = aws_security_group.cache.id
  from_port = 6379
  to_port   = 6379
  protocol  = "tcp"
  cidr_blocks = ["10.20.0.0/16"]
}

resource "aws_kms_key" "data" {
  description             = "Storefront data at rest"
  deletion_window_in_days = 14
  enable_key_rotation     = true

  tags = {
    Name = "storefront-data"
    Team = "storefront"
  }
}

resource "aws_kms_key" "next" {
  description             = "Storefront data at rest, 2025 generation"
  deletion_window_in_days = 14
  enable_key_rotation     = true
}

resource "aws_kms_alias" "data" {
  name          = "alias/storefront-data"
  target_key_id = aws_kms_key.data.key_id
}
