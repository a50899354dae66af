import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const flat = useProject('flat');

runCases(flat, 'operations', [
  {
    name: 'alarm fires later',
    by: 'on call',
    act: ({ cloudwatch }) =>
      putAlarm(cloudwatch, 'storefront-orders-age', { Threshold: 600, EvaluationPeriods: 3 }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.queue_age'],
      in: ['operations.tf'],
      writes: ['threshold = 600', 'evaluation_periods = 3'],
    },
  },
  {
    name: 'logs kept longer',
    by: 'cli human',
    act: async ({ logs, text }) => {
      await logs.putRetentionPolicy({ logGroupName: '/storefront/checkout', retentionInDays: 90 });
      await logs.tagResource({
        resourceArn: text('aws_cloudwatch_log_group.checkout', 'arn'),
        tags: { Team: 'checkout' },
      });
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.checkout'],
      in: ['operations.tf'],
      writes: ['retention_in_days = 90', 'Team = "checkout"'],
    },
  },
  {
    name: 'record points elsewhere',
    by: 'on call',
    act: ({ route53, text }) =>
      route53.changeResourceRecordSets({
        HostedZoneId: text('aws_route53_zone.shop', 'zone_id'),
        ChangeBatch: {
          Changes: [
            {
              Action: 'UPSERT',
              ResourceRecordSet: {
                Name: 'www.shop.example.com',
                Type: 'A',
                TTL: 60,
                ResourceRecords: [{ Value: '192.0.2.99' }],
              },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route53_record.www'],
      in: ['operations.tf'],
      writes: ['ttl = 60', '"192.0.2.99"'],
    },
  },
  {
    name: 'one value of a record replaced',
    by: 'console human',
    act: ({ route53, text }) =>
      route53.changeResourceRecordSets({
        HostedZoneId: text('aws_route53_zone.shop', 'zone_id'),
        ChangeBatch: {
          Changes: [
            {
              Action: 'UPSERT',
              ResourceRecordSet: {
                Name: 'shop.example.com.',
                Type: 'MX',
                TTL: 3600,
                ResourceRecords: [{ Value: '10 mx1.example.net' }, { Value: '20 mx3.example.net' }],
              },
            },
          ],
        },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route53_record.mail'],
      in: ['operations.tf'],
      writes: ['"20 mx3.example.net"'],
    },
  },
  {
    name: 'zone with another comment',
    by: 'console human',
    act: ({ route53, text }) =>
      route53.updateHostedZoneComment({
        Id: text('aws_route53_zone.shop', 'zone_id'),
        Comment: 'Storefront, public',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_route53_zone.shop'],
      in: ['operations.tf'],
      writes: ['comment = "Storefront, public"'],
    },
  },
  {
    name: 'parameter retagged',
    by: 'cli human',
    act: ({ ssm }) =>
      ssm.addTagsToResource({
        ResourceType: 'Parameter',
        ResourceId: '/storefront/feature-flags',
        Tags: [
          { Key: 'Team', Value: 'growth' },
          { Key: 'Critical', Value: 'no' },
        ],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_parameter.feature_flags'],
      in: ['operations.tf'],
      writes: ['Team = "growth"', 'Critical = "no"'],
    },
  },
  {
    name: 'event rule rescheduled and disabled',
    by: 'on call',
    act: async ({ events }) => {
      await events.putRule({
        Name: 'storefront-nightly',
        Description: 'Starts the nightly stock sync',
        ScheduleExpression: 'cron(0 3 * * ? *)',
        State: 'ENABLED',
      });
      await events.disableRule({ Name: 'storefront-nightly' });
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_rule.nightly'],
      in: ['messaging.tf'],
      writes: ['schedule_expression = "cron(0 3 * * ? *)"', 'state = "DISABLED"'],
    },
  },
  {
    name: 'alarm deleted',
    by: 'console human',
    act: ({ cloudwatch }) => cloudwatch.deleteAlarms({ AlarmNames: ['storefront-sale-cpu'] }),
    expect: {
      kind: 'removed',
      at: ['aws_cloudwatch_metric_alarm.sale_cpu'],
      in: ['operations.tf'],
      drops: ['resource "aws_cloudwatch_metric_alarm" "sale_cpu" {'],
      loses: ['# Left over from the 2022 sale; delete when the dashboard is gone.'],
    },
  },
]);

runCases(
  flat,
  'records that come',
  [
    {
      name: 'record created in a managed zone',
      by: 'cli human',
      act: ({ route53, text }) =>
        route53.changeResourceRecordSets({
          HostedZoneId: text('aws_route53_zone.shop', 'zone_id'),
          ChangeBatch: {
            Changes: [
              {
                Action: 'CREATE',
                ResourceRecordSet: {
                  Name: 'cdn.shop.example.com',
                  Type: 'CNAME',
                  TTL: 300,
                  ResourceRecords: [{ Value: 'edge.example.net' }],
                },
              },
            ],
          },
        }),
      expect: {
        kind: 'adopted',
        imports: 1,
        at: ['aws_route53_zone.shop'],
        in: ['operations.tf', 'imports.tf'],
        writes: ['zone_id = aws_route53_zone.shop.', 'records = ["edge.example.net"]'],
        unseen: true,
      },
    },
  ],
  { args: ['--adopt', 'related'] },
);
