import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const operations = useProject('aws-operations');

runCases(operations, 'logs and events', [
  {
    name: 'stream of a set deleted',
    by: 'cost bot',
    act: ({ logs }) =>
      logs.deleteLogStream({ logGroupName: '/lighthouse/lamp', logStreamName: 'storm' }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_log_stream.keeper["storm"]'],
      in: ['main.tf'],
      writes: ['toset(["day", "night"])'],
    },
  },
  {
    name: 'filter that nobody counts with',
    by: 'cost bot',
    act: ({ logs }) =>
      logs.deleteMetricFilter({ logGroupName: '/lighthouse/lamp', filterName: 'lighthouse-dark' }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_log_metric_filter.dark'],
      in: ['main.tf'],
      drops: ['resource "aws_cloudwatch_log_metric_filter" "dark" {'],
    },
  },
  {
    name: 'text on a dashboard',
    by: 'console human',
    act: ({ cloudwatch }) =>
      cloudwatch.putDashboard({
        DashboardName: 'lighthouse-coast',
        DashboardBody: JSON.stringify({
          widgets: [
            {
              type: 'text',
              x: 0,
              y: 0,
              width: 12,
              height: 3,
              properties: { markdown: '# Coast, north' },
            },
          ],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_dashboard.coast'],
      in: ['main.tf'],
      writes: ['markdown = "# Coast, north"', 'width = 12'],
    },
  },
  {
    name: 'more that a resolver may write',
    by: 'cli human',
    act: ({ logs }) =>
      logs.putResourcePolicy({
        policyName: 'lighthouse-resolver',
        policyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'QueryLogs',
              Effect: 'Allow',
              Principal: { Service: 'route53.amazonaws.com' },
              Action: ['logs:PutLogEvents', 'logs:CreateLogStream'],
              Resource: 'arn:aws:logs:us-east-1:123456789012:log-group:/lighthouse/*',
            },
          ],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_resource_policy.resolver'],
      in: ['main.tf'],
      writes: ['"logs:CreateLogStream"'],
    },
  },
  {
    name: 'subscription for thicker fog',
    by: 'on call',
    act: ({ logs, text }) =>
      logs.putSubscriptionFilter({
        logGroupName: '/lighthouse/horn',
        filterName: 'lighthouse-ships',
        filterPattern: 'fog thick',
        destinationArn: text('aws_kinesis_stream.ships', 'arn'),
        roleArn: text('aws_iam_role.ship', 'arn'),
        distribution: 'ByLogStream',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_subscription_filter.ships'],
      in: ['main.tf'],
      writes: ['filter_pattern = "fog thick"'],
    },
  },
  {
    name: 'bus with a tag',
    by: 'cost bot',
    act: ({ events, text }) =>
      events.tagResource({
        ResourceARN: text('aws_cloudwatch_event_bus.sea', 'arn'),
        Tags: [{ Key: 'CostCenter', Value: '12' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_bus.sea'],
      in: ['events.tf'],
      writes: ['CostCenter = "12"'],
    },
  },
  {
    name: 'another account on a bus',
    by: 'cli human',
    act: ({ events, text }) =>
      events.putPermission({
        EventBusName: 'lighthouse-sea',
        Policy: JSON.stringify({
          Version: '2012-10-17',
          Statement: [
            {
              Sid: 'Harbor',
              Effect: 'Allow',
              Principal: { AWS: 'arn:aws:iam::456789012345:root' },
              Action: 'events:PutEvents',
              Resource: text('aws_cloudwatch_event_bus.sea', 'arn'),
            },
          ],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_bus_policy.sea'],
      in: ['events.tf'],
      writes: ['"arn:aws:iam::456789012345:root"'],
    },
  },
  {
    name: 'pilots locked out',
    by: 'security bot',
    act: ({ events }) => events.removePermission({ StatementId: 'Pilots' }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_event_permission.pilots'],
      in: ['events.tf'],
      drops: ['resource "aws_cloudwatch_event_permission" "pilots" {'],
      loses: ['# The pilots send to the default bus.'],
    },
  },
  {
    name: 'archive kept longer',
    by: 'console human',
    act: ({ events }) =>
      events.updateArchive({
        ArchiveName: 'lighthouse-sea',
        Description: 'What the sea said',
        RetentionDays: 90,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_archive.sea'],
      in: ['events.tf'],
      writes: ['retention_days = 90'],
    },
  },
  {
    name: 'fewer calls a second',
    by: 'on call',
    act: ({ events }) =>
      events.updateApiDestination({
        Name: 'lighthouse-weather',
        InvocationRateLimitPerSecond: 2,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_api_destination.weather'],
      in: ['events.tf'],
      writes: ['default = 2'],
    },
  },
  {
    name: 'network taken out of a zone',
    by: 'console human',
    act: ({ route53, text }) =>
      route53.disassociateVPCFromHostedZone({
        HostedZoneId: text('aws_route53_zone.inside', 'zone_id'),
        VPC: { VPCRegion: 'us-east-1', VPCId: text('aws_vpc.this["island"]') },
      }),
    expect: {
      kind: 'removed',
      at: ['aws_route53_zone_association.island'],
      in: ['events.tf'],
      drops: ['resource "aws_route53_zone_association" "island" {'],
    },
  },
  {
    name: 'queries no longer logged',
    by: 'cost bot',
    act: ({ route53, text }) =>
      route53.deleteQueryLoggingConfig({ Id: text('aws_route53_query_log.outside') }),
    expect: {
      kind: 'removed',
      at: ['aws_route53_query_log.outside'],
      in: ['events.tf'],
      drops: ['resource "aws_route53_query_log" "outside" {'],
    },
  },
  {
    name: 'check that looks at another path',
    by: 'on call',
    act: ({ route53, text }) =>
      route53.updateHealthCheck({
        HealthCheckId: text('aws_route53_health_check.lamp'),
        ResourcePath: '/lit/now',
        FailureThreshold: 5,
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route53_health_check.lamp'],
      in: ['events.tf'],
      writes: ['resource_path = "/lit/now"', 'failure_threshold = 5'],
    },
  },
]);
