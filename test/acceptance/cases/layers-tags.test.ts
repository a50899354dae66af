import type { Cloud } from '../harness/case.ts';
import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';

const layers = useProject('layers');

const queue = (module: string) => `module.${module}.aws_sqs_queue.this`;
const topic = (module: string) => `module.${module}.aws_sns_topic.this`;

async function tagAll(cloud: Cloud, module: string, key: string, value: string): Promise<void> {
  await cloud.sqs.tagQueue({ QueueUrl: cloud.text(queue(module)), Tags: { [key]: value } });
  await cloud.sns.tagResource({
    ResourceArn: cloud.text(topic(module), 'arn'),
    Tags: [{ Key: key, Value: value }],
  });
}

runCases(layers, 'tags that a provider adds', [
  {
    name: 'changed on all: the local behind them',
    by: 'security bot',
    act: (cloud) => tagAll(cloud, 'audit', 'Classification', 'secret'),
    expect: {
      kind: 'codified',
      at: [queue('audit'), topic('audit')],
      in: ['locals.tf'],
      writes: ['Classification = "secret"'],
    },
  },
  {
    name: 'changed on all: the variable file behind them',
    by: 'console human',
    act: (cloud) => tagAll(cloud, 'audit', 'Retention', '10y'),
    expect: {
      kind: 'codified',
      at: [queue('audit'), topic('audit')],
      in: ['terraform.tfvars'],
      writes: ['audit_retention = "10y"'],
    },
  },
  {
    name: 'changed on all: the literal in default_tags',
    by: 'console human',
    act: (cloud) => tagAll(cloud, 'audit', 'Reviewed', 'yes'),
    expect: {
      kind: 'codified',
      at: [queue('audit'), topic('audit')],
      in: ['versions.tf'],
      writes: ['Reviewed = "yes"'],
    },
  },
  {
    name: 'taken from all: the entry goes',
    by: 'security bot',
    act: async ({ sqs, sns, text }) => {
      await sqs.untagQueue({ QueueUrl: text(queue('audit')), TagKeys: ['Scope'] });
      await sns.untagResource({ ResourceArn: text(topic('audit'), 'arn'), TagKeys: ['Scope'] });
    },
    expect: {
      kind: 'codified',
      at: [queue('audit'), topic('audit')],
      in: ['locals.tf'],
      drops: ['Scope = "sox"'],
    },
  },
  {
    name: 'changed on all that a passed alias serves',
    by: 'cli human',
    act: (cloud) => tagAll(cloud, 'edge', 'Tier', 'perimeter'),
    expect: {
      kind: 'codified',
      at: [queue('edge'), topic('edge')],
      in: ['locals.tf'],
      writes: ['Tier = "perimeter"'],
    },
  },
  {
    name: 'changed on one that has no tags: tags of its own',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.addTagsToResource({
        ResourceType: 'Parameter',
        ResourceId: '/rail/timetable',
        Tags: [{ Key: 'Owner', Value: 'timetabling' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_ssm_parameter.timetable'],
      in: ['main.tf'],
      writes: ['Owner = "timetabling"'],
    },
  },
  {
    name: 'changed on one that has tags: beside them',
    by: 'console human',
    act: ({ sns, text }) =>
      sns.tagResource({
        ResourceArn: text('aws_sns_topic.delays', 'arn'),
        Tags: [{ Key: 'Owner', Value: 'press' }],
      }),
    expect: {
      kind: 'codified',
      at: ['aws_sns_topic.delays'],
      in: ['main.tf'],
      writes: ['Owner = "press"'],
    },
  },
  {
    name: 'changed on one instance of a module: its argument',
    by: 'cli human',
    act: ({ sqs, text }) =>
      sqs.tagQueue({
        QueueUrl: text('module.feed["arrivals"].aws_sqs_queue.this'),
        Tags: { Owner: 'signals' },
      }),
    expect: {
      kind: 'codified',
      at: ['module.feed["arrivals"].aws_sqs_queue.this'],
      in: ['main.tf'],
      writes: ['tags = each.key == "arrivals" ? { Owner = "signals" } : {}'],
    },
  },
  {
    name: 'changed on one instance of a resource: a condition',
    by: 'console human',
    act: ({ logs, text }) =>
      logs.tagResource({
        resourceArn: text('aws_cloudwatch_log_group.app["pricing"]', 'arn'),
        tags: { Owner: 'revenue' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.app["pricing"]'],
      in: ['main.tf'],
      writes: ['each.key == "pricing" ? { Owner = "revenue" } : null'],
    },
  },
]);

runCases(layers, 'a tag that no single resource can do without', [
  {
    name: 'taken from one: refused, and nothing written',
    by: 'console human',
    act: ({ ssm }) =>
      ssm.removeTagsFromResource({
        ResourceType: 'Parameter',
        ResourceId: '/rail/timetable',
        TagKeys: ['Project'],
      }),
    expect: { kind: 'untouched', trace: ['drift'] },
  },
]);
