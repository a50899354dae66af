resource "aws_iam_role" "courier" {
  name                 = "courier"
  description          = "Delivers what others wrote"
  max_session_duration = 3600

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })

  tags = {
    Team = "post"
  }
}

resource "aws_iam_role_policy_attachment" "courier_logs" {
  role       = aws_iam_role.courier.name
  policy_arn = "arn:aws:iam::aws:policy/CloudWatchAgentServerPolicy"
}

resource "aws_iam_role_policy" "courier_mail" {
  name = "mail"
  role = aws_iam_role.courier.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["ses:SendEmail"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_instance_profile" "courier" {
  name = "courier"
  role = aws_iam_role.courier.name
}

resource "aws_iam_role" "clerk" {
  name = "clerk"

  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "lambda.amazonaws.com" }
      Action    = "sts:AssumeRole"
    }]
  })
}

resource "aws_iam_role_policy" "clerk_desk" {
  name = "desk"
  role = aws_iam_role.clerk.id

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:ListBucket"]
      Resource = "*"
    }]
  })
}

resource "aws_iam_user" "printer" {
  name = "printer"

  tags = {
    Floor = "2"
  }
}

resource "aws_iam_user_policy_attachment" "printer_read" {
  user       = aws_iam_user.printer.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
}

resource "aws_iam_group" "sorters" {
  name = "sorters"
}

resource "aws_iam_group_policy" "sorters" {
  name  = "sorting"
  group = aws_iam_group.sorters.name

  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["sqs:ReceiveMessage"]
      Resource = "*"
    }]
  })
}
