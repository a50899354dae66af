resource "aws_api_gateway_rest_api" "partners" {
  name        = "${var.name}-partners"
  description = "What partners may call"
}

resource "aws_api_gateway_resource" "orders" {
  rest_api_id = aws_api_gateway_rest_api.partners.id
  parent_id   = aws_api_gateway_rest_api.partners.root_resource_id
  path_part   = "orders"
}

resource "aws_api_gateway_method" "orders" {
  rest_api_id   = aws_api_gateway_rest_api.partners.id
  resource_id   = aws_api_gateway_resource.orders.id
  http_method   = "GET"
  authorization = "NONE"
}

resource "aws_api_gateway_integration" "orders" {
  rest_api_id = aws_api_gateway_rest_api.partners.id
  resource_id = aws_api_gateway_resource.orders.id
  http_method = aws_api_gateway_method.orders.http_method
  type        = "MOCK"
}

resource "aws_api_gateway_deployment" "partners" {
  rest_api_id = aws_api_gateway_rest_api.partners.id

  depends_on = [aws_api_gateway_integration.orders]
}

resource "aws_api_gateway_stage" "live" {
  rest_api_id   = aws_api_gateway_rest_api.partners.id
  deployment_id = aws_api_gateway_deployment.partners.id
  stage_name    = "live"
  description   = "What partners use"
}

resource "aws_apigatewayv2_api" "web" {
  name          = "${var.name}-web"
  protocol_type = "HTTP"
  description   = "Behind the web site"
}

resource "aws_apigatewayv2_stage" "web" {
  api_id      = aws_apigatewayv2_api.web.id
  name        = "$default"
  auto_deploy = true
}
