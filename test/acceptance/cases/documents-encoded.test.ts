import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';
import { allowing, edited, listed, statement } from './policy-edits.ts';

const documents = useProject('documents');

runCases(documents, 'elements of encoded documents', [
  {
    name: 'an action in a policy with references',
    by: 'console human',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-loader',
        PolicyName: 'loader',
        PolicyDocument: allowing(
          text('aws_iam_role_policy.loader', 'policy'),
          'Write',
          's3:PutObjectTagging',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.loader', 'aws_iam_role.loader'],
      in: ['roles.tf'],
      writes: ['Action = ["s3:PutObject", "s3:PutObjectTagging"]'],
      drops: ['Action = ["s3:PutObject"]'],
    },
  },
  {
    name: 'a service that may assume a role no more',
    by: 'security bot',
    act: ({ iam, text }) =>
      iam.updateAssumeRolePolicy({
        RoleName: 'ledger-loader',
        PolicyDocument: edited(text('aws_iam_role.loader', 'assume_role_policy'), (policy) => {
          statement(policy).Principal = { Service: 'lambda.amazonaws.com' };
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role.loader'],
      in: ['roles.tf'],
      writes: ['Principal = { Service = ["lambda.amazonaws.com"] }'],
      drops: ['"states.amazonaws.com"'],
    },
  },
  {
    name: 'a user more of a key, whose role the code has',
    by: 'cli human',
    act: ({ kms, text }) =>
      kms.putKeyPolicy({
        KeyId: text('aws_kms_key.ledger', 'key_id'),
        PolicyName: 'default',
        Policy: edited(text('aws_kms_key.ledger', 'policy'), (policy) => {
          statement(policy, 'Users').Principal = {
            AWS: [text('aws_iam_role.batch', 'arn'), text('aws_iam_role.loader', 'arn')],
          };
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_key.ledger'],
      in: ['messaging.tf'],
      writes: ['Principal = { AWS = [aws_iam_role.batch.arn, aws_iam_role.loader.arn] }'],
    },
  },
  {
    name: 'a condition on the auditors of a bucket',
    by: 'console human',
    act: ({ s3, text }) =>
      s3.putBucketPolicy({
        Bucket: 'ledger-archive-prod',
        Policy: edited(text('aws_s3_bucket_policy.archive', 'policy'), (policy) => {
          statement(policy, 'Auditors').Condition = {
            IpAddress: { 'aws:SourceIp': '203.0.113.0/24' },
          };
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.archive'],
      in: ['storage.tf'],
      writes: ['Condition = {', 'IpAddress = {', '"aws:SourceIp" = "203.0.113.0/24"'],
    },
  },
  {
    name: 'a source more in a pattern of events',
    by: 'cli human',
    act: ({ events, text }) =>
      events.putRule({
        Name: 'ledger-transfers',
        EventPattern: JSON.stringify({
          ...JSON.parse(text('aws_cloudwatch_event_rule.transfers', 'event_pattern')),
          source: ['ledger.core', 'ledger.batch', 'ledger.api'],
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_rule.transfers'],
      in: ['signals.tf'],
      writes: ['source = ["ledger.core", "ledger.batch", "ledger.api"]'],
    },
  },
  {
    name: 'two entries of an alarm in YAML',
    by: 'on call',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-backlog', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.backlog', 'alarm_description')
          .replace('"high"', '"low"')
          .replace('ledger/backlog', 'ledger/queue'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.backlog'],
      in: ['signals.tf'],
      writes: ['severity = "low"', 'runbook = "https://wiki.example.com/ledger/queue"'],
    },
  },
  {
    name: 'an entry of a list of entries in YAML',
    by: 'console human',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-age', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.age', 'alarm_description').replace(
          '17-9',
          '18-8',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.age'],
      in: ['signals.tf'],
      writes: ['{ name = "night", hours = "18-8" }'],
    },
  },
  {
    name: 'a number in a map that is merged',
    by: 'on call',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-loader', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.loader', 'alarm_description').replace(
          '"max": 3',
          '"max": 5',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.loader'],
      in: ['signals.tf'],
      writes: ['retries = { max = 5, wait = "10s" }'],
    },
  },
  {
    name: 'a value in JSON that is compared as text',
    by: 'cli human',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-exports', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.exports', 'alarm_description').replace(
          '"priority":3',
          '"priority":1',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.exports'],
      in: ['signals.tf'],
      writes: ['ticket = { project = "LEDGER", priority = 1 }'],
    },
  },
]);

runCases(documents, 'parts of encoded documents', [
  {
    name: 'a statement that is gone, and one that denies',
    by: 'on call',
    act: ({ iam, text }) =>
      iam.putRolePolicy({
        RoleName: 'ledger-loader',
        PolicyName: 'loader',
        PolicyDocument: edited(text('aws_iam_role_policy.loader', 'policy'), (policy) => {
          policy.Statement = policy.Statement.filter(({ Sid }) => Sid === 'Write');
          statement(policy, 'Write').Effect = 'Deny';
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_iam_role_policy.loader', 'aws_iam_role.loader'],
      in: ['roles.tf'],
      writes: ['Effect = "Deny"'],
      drops: ['Sid = "Enqueue"'],
    },
  },
  {
    name: 'a statement more for a key',
    by: 'console human',
    act: ({ kms, text }) =>
      kms.putKeyPolicy({
        KeyId: text('aws_kms_key.ledger', 'key_id'),
        PolicyName: 'default',
        Policy: edited(text('aws_kms_key.ledger', 'policy'), (policy) => {
          policy.Statement.push({
            Sid: 'Loader',
            Effect: 'Allow',
            Principal: { AWS: text('aws_iam_role.loader', 'arn') },
            Action: 'kms:GenerateDataKey*',
            Resource: '*',
          });
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_kms_key.ledger'],
      in: ['messaging.tf'],
      writes: ['Sid = "Loader"', 'AWS = aws_iam_role.loader.arn'],
    },
  },
  {
    name: 'a publisher more of a topic, of another kind',
    by: 'cli human',
    act: ({ sns, text }) =>
      sns.setTopicAttributes({
        TopicArn: text('aws_sns_topic.postings', 'arn'),
        AttributeName: 'Policy',
        AttributeValue: edited(text('aws_sns_topic_policy.postings', 'policy'), (policy) => {
          const found = statement(policy, 'Publishers');
          found.Principal = {
            Service: 'events.amazonaws.com',
            AWS: 'arn:aws:iam::123456789012:root',
          };
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sns_topic_policy.postings', 'aws_sns_topic.postings'],
      in: ['messaging.tf'],
      writes: ['AWS = "arn:aws:iam::123456789012:root"'],
    },
  },
  {
    name: 'an action less where a list is shared',
    by: 'security bot',
    act: ({ s3, text }) =>
      s3.putBucketPolicy({
        Bucket: 'ledger-archive-prod',
        Policy: edited(text('aws_s3_bucket_policy.archive', 'policy'), (policy) => {
          const found = statement(policy, 'Auditors');
          found.Action = listed(found.Action).filter((each) => each !== 's3:GetObject');
        }),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_s3_bucket_policy.archive'],
      in: ['storage.tf'],
      writes: ['Action = ["s3:ListBucket"]'],
      drops: ['Action = local.read_actions'],
    },
  },
  {
    name: 'a threshold deep in a pattern of events, and an entry more',
    by: 'cli human',
    act: ({ events, text }) => {
      const pattern = JSON.parse(text('aws_cloudwatch_event_rule.transfers', 'event_pattern'));
      pattern.detail.amount = [{ numeric: ['>', 5000] }];
      pattern.detail.currency = ['EUR'];
      return events.putRule({ Name: 'ledger-transfers', EventPattern: JSON.stringify(pattern) });
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_event_rule.transfers'],
      in: ['signals.tf'],
      writes: ['amount = [{ numeric = [">", 5000] }]', 'currency = ["EUR"]'],
    },
  },
  {
    name: 'a value in YAML that comes from a local',
    by: 'on call',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-backlog', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.backlog', 'alarm_description').replace(
          'ledger-primary',
          'ledger-secondary',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.backlog'],
      in: ['signals.tf'],
      writes: ['pager = "ledger-secondary"'],
    },
  },
  {
    name: 'an entry more and a flag in YAML',
    by: 'console human',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-age', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.age', 'alarm_description')
          .replace('"mute": false', '"mute": true')
          .replace('"mute"', '"level": 2\n"mute"'),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.age'],
      in: ['signals.tf'],
      writes: ['mute = true', 'level = 2'],
    },
  },
  {
    name: 'a key more of a map that is merged',
    by: 'console human',
    act: ({ cloudwatch, text }) =>
      putAlarm(cloudwatch, 'ledger-loader', {
        AlarmDescription: text('aws_cloudwatch_metric_alarm.loader', 'alarm_description').replace(
          '  "wait": "10s"',
          '  "step": 2\n  "wait": "10s"',
        ),
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.loader'],
      in: ['signals.tf'],
      writes: ['step = 2'],
    },
  },
  {
    name: 'JSON that was laid out anew, which the provider takes for another text',
    by: 'on call',
    act: ({ cloudwatch }) =>
      putAlarm(cloudwatch, 'ledger-exports', {
        AlarmDescription: '{"bucket": "ledger-exports-prod", "ticket": {"project": "LEDGER"}}',
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.exports'],
      in: ['signals.tf'],
      writes: ['{\\"bucket\\": \\"ledger-exports-prod\\"'],
    },
  },
]);
