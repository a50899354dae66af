import type { PutRuleCommandInput } from '@aws-sdk/client-eventbridge';
import type { JsonObject } from '../../../../src/model/json.ts';
import type { Clients } from '../../recorder/clients.ts';
import { addition, change, keyValues, type Mutator, removal, tagging, text } from '../mutator.ts';

function putRule(
  { events }: Clients,
  now: JsonObject,
  other: Partial<PutRuleCommandInput>,
): Promise<unknown> {
  const filled = (key: string) => text(now, key) || undefined;
  return events.putRule({
    Name: text(now, 'name'),
    EventBusName: filled('event_bus_name'),
    Description: filled('description'),
    ScheduleExpression: filled('schedule_expression'),
    EventPattern: filled('event_pattern'),
    State: text(now, 'state') === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    ...other,
  });
}

/** Tags that EventBridge manages, by the ARN of the resource. */
const tagsOf = (name: string, type: string): Mutator =>
  tagging({
    name,
    type,
    tag: [
      'events TagResource',
      ({ events }, now, tags) =>
        events.tagResource({ ResourceARN: text(now, 'arn'), Tags: keyValues(tags) }),
    ],
    untag: [
      'events UntagResource',
      ({ events }, now, keys) =>
        events.untagResource({ ResourceARN: text(now, 'arn'), TagKeys: [...keys] }),
    ],
  });

export const events: readonly Mutator[] = [
  change<string>({
    name: 'rule: schedule',
    type: 'aws_cloudwatch_event_rule',
    calls: ['events PutRule'],
    from: 'schedule_expression',
    to: ['rate(2 hours)', 'cron(0 4 * * ? *)'],
    set: (by, now, ScheduleExpression) => putRule(by, now, { ScheduleExpression }),
  }),
  change<string>({
    name: 'rule: description',
    type: 'aws_cloudwatch_event_rule',
    calls: ['events PutRule'],
    from: 'description',
    to: ['Runs by night', 'Moved to the mornings'],
    set: (by, now, Description) => putRule(by, now, { Description }),
  }),
  change<string>({
    name: 'rule: switched',
    type: 'aws_cloudwatch_event_rule',
    calls: ['events DisableRule', 'events EnableRule'],
    from: 'state',
    to: ['ENABLED', 'DISABLED'],
    set: ({ events }, now, state) => {
      const rule = { Name: text(now, 'name'), EventBusName: text(now, 'event_bus_name') };
      return state === 'ENABLED' ? events.enableRule(rule) : events.disableRule(rule);
    },
  }),
  tagsOf('rule', 'aws_cloudwatch_event_rule'),
  tagsOf('bus', 'aws_cloudwatch_event_bus'),
  addition({
    name: 'rule: target more',
    type: 'aws_cloudwatch_event_rule',
    calls: ['events PutTargets', 'events RemoveTargets'],
    act: ({ events }, now) =>
      events.putTargets({
        Rule: text(now, 'name'),
        EventBusName: text(now, 'event_bus_name'),
        Targets: [{ Id: 'mirror', Arn: 'arn:aws:sqs:us-east-1:123456789012:mirror' }],
      }),
    undo: ({ events }, now) =>
      events.removeTargets({
        Rule: text(now, 'name'),
        EventBusName: text(now, 'event_bus_name'),
        Ids: ['mirror'],
      }),
  }),
  removal({
    name: 'target: removed',
    type: 'aws_cloudwatch_event_target',
    calls: ['events RemoveTargets', 'events PutTargets'],
    fits: (now) => text(now, 'input') === '' && text(now, 'role_arn') === '',
    act: ({ events }, now) =>
      events.removeTargets({
        Rule: text(now, 'rule'),
        EventBusName: text(now, 'event_bus_name'),
        Ids: [text(now, 'target_id')],
      }),
    undo: ({ events }, now) =>
      events.putTargets({
        Rule: text(now, 'rule'),
        EventBusName: text(now, 'event_bus_name'),
        Targets: [{ Id: text(now, 'target_id'), Arn: text(now, 'arn') }],
      }),
  }),
  change<number>({
    name: 'archive: days',
    type: 'aws_cloudwatch_event_archive',
    calls: ['events UpdateArchive'],
    from: 'retention_days',
    to: [7, 90],
    set: ({ events }, now, RetentionDays) =>
      events.updateArchive({
        ArchiveName: text(now, 'name'),
        Description: text(now, 'description'),
        RetentionDays,
      }),
  }),
  change<number>({
    name: 'destination: calls a second',
    type: 'aws_cloudwatch_event_api_destination',
    calls: ['events UpdateApiDestination'],
    from: 'invocation_rate_limit_per_second',
    to: [5, 50],
    set: ({ events }, now, InvocationRateLimitPerSecond) =>
      events.updateApiDestination({
        Name: text(now, 'name'),
        Description: text(now, 'description'),
        HttpMethod: text(now, 'http_method') as 'POST',
        InvocationEndpoint: text(now, 'invocation_endpoint'),
        ConnectionArn: text(now, 'connection_arn'),
        InvocationRateLimitPerSecond,
      }),
  }),
  removal({
    name: 'bus: account no longer let in',
    type: 'aws_cloudwatch_event_permission',
    calls: ['events RemovePermission', 'events PutPermission'],
    act: ({ events }, now) => events.removePermission({ StatementId: text(now, 'statement_id') }),
    undo: ({ events }, now) =>
      events.putPermission({
        StatementId: text(now, 'statement_id'),
        Action: text(now, 'action'),
        Principal: text(now, 'principal'),
      }),
  }),
];
