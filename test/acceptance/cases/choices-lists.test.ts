import type { Cloud } from '../harness/case.ts';
import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';

const choices = useProject('choices');

async function setActions(
  { cloudwatch, text }: Cloud,
  alarms: readonly string[],
  ...topics: readonly string[]
): Promise<void> {
  for (const alarm of alarms) {
    await putAlarm(cloudwatch, `choices-${alarm}`, {
      AlarmActions: topics.map((topic) => text(`aws_sns_topic.${topic}`, 'arn')),
    });
  }
}

runCases(choices, 'a list that feeds two', [
  {
    name: 'both got a member',
    by: 'console human',
    act: (cloud) => setActions(cloud, ['both-a', 'both-b'], 'oncall', 'archive'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.both_a', 'aws_cloudwatch_metric_alarm.both_b'],
      in: ['lists.tf'],
      writes: ['both = [aws_sns_topic.oncall.arn, aws_sns_topic.archive.arn]'],
    },
  },
  {
    name: 'both lost a member',
    by: 'on call',
    act: (cloud) => setActions(cloud, ['fewer-a', 'fewer-b'], 'oncall'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.fewer_a', 'aws_cloudwatch_metric_alarm.fewer_b'],
      in: ['lists.tf'],
      writes: [],
      drops: ['aws_sns_topic.team.arn,'],
    },
  },
  {
    name: 'one got a member',
    by: 'console human',
    act: (cloud) => setActions(cloud, ['gets'], 'oncall', 'team', 'archive'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.gets'],
      in: ['lists.tf'],
      writes: ['alarm_actions = concat(local.notify, [aws_sns_topic.archive.arn])'],
    },
  },
  {
    name: 'one lost a member',
    by: 'console human',
    act: (cloud) => setActions(cloud, ['loses'], 'oncall'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.loses'],
      in: ['lists.tf'],
      writes: [
        'alarm_actions = [for item in local.notify : item if item != aws_sns_topic.team.arn]',
      ],
    },
  },
  {
    name: 'one lost what it had besides',
    by: 'cli human',
    act: (cloud) => setActions(cloud, ['gives'], 'oncall', 'team'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.gives'],
      in: ['lists.tf'],
      writes: ['alarm_actions = local.notify'],
      drops: ['alarm_actions = concat(local.notify, [aws_sns_topic.archive.arn])'],
    },
  },
  {
    name: 'one got back what it left out',
    by: 'console human',
    act: (cloud) => setActions(cloud, ['regains'], 'oncall', 'team'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.regains'],
      in: ['lists.tf'],
      writes: ['alarm_actions = local.notify'],
    },
  },
  {
    name: 'one of two instances got a member',
    by: 'on call',
    act: (cloud) => setActions(cloud, ['fleet-y'], 'oncall', 'team', 'archive'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.fleet["y"]'],
      in: ['lists.tf'],
      writes: [
        'alarm_actions = concat(local.notify, each.key == "y" ? [aws_sns_topic.archive.arn] : [])',
      ],
    },
  },
]);
