import type { Json } from '../../../model/json.ts';
import { type DemoResource, demoArn, demoTagLine, demoTags } from '../resources.ts';

export function demoLambda(
  name: string,
  functionName: string,
  memory: number,
  comment: string,
): DemoResource {
  return {
    type: 'aws_lambda_function',
    name,
    body: `  function_name = "${functionName}"
  role          = "${demoArn('iam', `role/${functionName}`, { isGlobal: true })}"
  handler       = "index.handler"
  runtime       = "nodejs22.x"
  filename      = "build/${name}.zip"
  memory_size   = ${memory} ${comment}
  timeout       = 15
${demoTagLine}`,
    attributes: {
      id: functionName,
      function_name: functionName,
      arn: demoArn('lambda', `function:${functionName}`),
      role: demoArn('iam', `role/${functionName}`, { isGlobal: true }),
      handler: 'index.handler',
      runtime: 'nodejs22.x',
      filename: `build/${name}.zip`,
      memory_size: memory,
      timeout: 15,
      ...demoTags,
    },
  };
}

interface Sizes {
  readonly min: number;
  readonly desired: number;
  readonly max: number;
}

export function demoGroup(
  name: string,
  groupName: string,
  { min, desired, max }: Sizes,
): DemoResource {
  return {
    type: 'aws_autoscaling_group',
    name,
    body: `  name                = "${groupName}"
  min_size            = ${min}
  desired_capacity    = ${desired}
  max_size            = ${max}
  vpc_zone_identifier = ["subnet-0a11c0ffee0000001", "subnet-0a11c0ffee0000002"]

  launch_template {
    id      = "lt-0a11c0ffee0000001"
    version = "$Latest"
  }

  tag {
    key                 = "Environment"
    value               = "prod"
    propagate_at_launch = true
  }`,
    attributes: {
      ...{ id: groupName, name: groupName, min_size: min, max_size: max },
      arn: demoArn('autoscaling', `autoScalingGroup:0000:autoScalingGroupName/${groupName}`),
      desired_capacity: desired,
      vpc_zone_identifier: ['subnet-0a11c0ffee0000001', 'subnet-0a11c0ffee0000002'],
      launch_template: [{ id: 'lt-0a11c0ffee0000001', name: 'web', version: '$Latest' }],
      tag: [{ key: 'Environment', value: 'prod', propagate_at_launch: true }],
    },
  };
}

export function demoWebRules(name: string, groupName: string, id: string): DemoResource {
  const rule = (port: number, cidr: string, description: string): Json => ({
    ...{ description, protocol: 'tcp', from_port: port, to_port: port, self: false },
    ...{ cidr_blocks: [cidr], ipv6_cidr_blocks: [], prefix_list_ids: [], security_groups: [] },
  });
  return {
    type: 'aws_security_group',
    name,
    body: `  name        = "${groupName}"
  description = "Web"
  vpc_id      = "vpc-0a11c0ffee0000001"

  ingress {
    description = "Customers"
    protocol    = "tcp"
    from_port   = 443
    to_port     = 443
    cidr_blocks = ["0.0.0.0/0"]
  }

${demoTagLine}`,
    attributes: {
      ...{ id, name: groupName, description: 'Web', vpc_id: 'vpc-0a11c0ffee0000001' },
      arn: demoArn('ec2', `security-group/${id}`),
      ingress: [rule(443, '0.0.0.0/0', 'Customers')],
      egress: [],
      ...demoTags,
    },
  };
}
