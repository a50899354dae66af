# Two machines that nobody has moved to the fleet yet.

variable "machines" {
  type = map(object({
    zone   = string
    size   = string
    volume = number
  }))
  default = {
    press = { zone = "a", size = "t3.small", volume = 20 }
    saw   = { zone = "b", size = "t3.micro", volume = 10 } # runs at night only
  }
}

resource "aws_key_pair" "operators" {
  key_name   = "${local.name}-operators"
  public_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGTGyvLb6cUqwcDZ5g8vSb3SgHzQ7n1u5fC2r0t5w3Ya operators"

  tags = {
    Team = "operators"
  }
}

resource "aws_instance" "this" {
  for_each = var.machines

  ami                    = "ami-12c6146b"
  instance_type          = each.value.size
  subnet_id              = aws_subnet.this[each.value.zone].id
  vpc_security_group_ids = [aws_security_group.web.id]
  key_name               = aws_key_pair.operators.key_name

  tags = merge(local.tags, { Name = "${local.name}-${each.key}" })
}

resource "aws_ebs_volume" "grain" {
  for_each = var.machines

  availability_zone = "us-east-1${each.value.zone}"
  size              = each.value.volume
  type              = "gp3"

  tags = merge(local.tags, { Name = "${local.name}-${each.key}-grain" })
}

resource "aws_volume_attachment" "press" {
  device_name = "/dev/sdh"
  volume_id   = aws_ebs_volume.grain["press"].id
  instance_id = aws_instance.this["press"].id
}

# The saw keeps its boards here.
resource "aws_volume_attachment" "saw" {
  device_name = "/dev/sdh"
  volume_id   = aws_ebs_volume.grain["saw"].id
  instance_id = aws_instance.this["saw"].id
}

resource "aws_eip" "press" {
  domain = "vpc"
}

resource "aws_eip_association" "press" {
  allocation_id = aws_eip.press.id
  instance_id   = aws_instance.this["press"].id
}

resource "aws_ebs_snapshot" "grain" {
  volume_id   = aws_ebs_volume.grain["press"].id
  description = "Before the harvest"

  tags = {
    Name = "harvest"
  }
}

resource "aws_snapshot_create_volume_permission" "auditors" {
  snapshot_id = aws_ebs_snapshot.grain.id
  account_id  = "210987654321"
}

resource "aws_ami_from_instance" "saw" {
  name               = "${local.name}-saw"
  source_instance_id = aws_instance.this["saw"].id

  tags = {
    Golden = "no"
  }
}

resource "aws_ami_launch_permission" "partner" {
  for_each = toset(["210987654321", "345678901234"])

  image_id   = aws_ami_from_instance.saw.id
  account_id = each.key
}

resource "aws_ebs_encryption_by_default" "this" {
  enabled = true
}
