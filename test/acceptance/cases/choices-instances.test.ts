import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { keepLogs } from './logs.ts';

const choices = useProject('choices');

runCases(choices, 'one for_each instance', [
  {
    name: 'a literal',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/plain/b'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.plain["b"]'],
      in: ['instances.tf'],
      writes: ['retention_in_days = each.key == "b" ? 60 : 30 # days'],
    },
  },
  {
    name: 'a variable',
    by: 'on call',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/tenant/globex'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.tenant["globex"]'],
      in: ['instances.tf'],
      writes: ['retention_in_days = each.key == "globex" ? 90 : var.tenant_retention'],
    },
  },
  {
    name: 'a second override makes a map',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/second/c'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.second["c"]'],
      in: ['instances.tf'],
      writes: ['retention_in_days = lookup({ a = 60, c = 90 }, each.key, 30)'],
    },
  },
  {
    name: 'a further override joins the map',
    by: 'cli human',
    act: ({ logs }) => keepLogs(logs, 120, '/choices/third/eu/d'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.third["eu/d"]'],
      in: ['instances.tf'],
      writes: ['lookup({ a = 60, b = 90, "eu/d" = 120 }, each.key, 30)'],
    },
  },
  {
    name: 'an override goes when its value is the shared one again',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 30, '/choices/back/b'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.back["b"]'],
      in: ['instances.tf'],
      writes: ['retention_in_days = 30 # after the incident'],
    },
  },
  {
    name: 'an entry goes when its value is the shared one again',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 30, '/choices/less/a'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.less["a"]'],
      in: ['instances.tf'],
      writes: ['lookup({ b = 90 }, each.key, 30)'],
    },
  },
  {
    name: 'an entry of a map',
    by: 'cost bot',
    act: ({ logs }) => keepLogs(logs, 7, '/choices/region/apac'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.region["apac"]'],
      in: ['instances.tf'],
      writes: ['apac = { retention = 7 } # still small'],
    },
  },
  {
    name: 'a tag',
    by: 'console human',
    act: async ({ logs, text }) =>
      logs.tagResource({
        resourceArn: text('aws_cloudwatch_log_group.tagged["b"]', 'arn'),
        tags: { Team: 'search' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.tagged["b"]'],
      in: ['instances.tf'],
      writes: ['tags = merge(local.tags, each.key == "b" ? { Team = "search" } : {})'],
    },
  },
  {
    name: 'a tag that is the shared one again',
    by: 'console human',
    act: async ({ logs, text }) =>
      logs.tagResource({
        resourceArn: text('aws_cloudwatch_log_group.retagged["a"]', 'arn'),
        tags: { Team: 'platform' },
      }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.retagged["a"]'],
      in: ['instances.tf'],
      writes: ['tags = local.tags'],
      drops: ['tags = merge(local.tags, each.key == "a" ? { Team = "search" } : {})'],
    },
  },
  {
    name: 'all that have no value of their own',
    by: 'security bot',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/team/data', '/choices/team/web'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.team["data"]', 'aws_cloudwatch_log_group.team["web"]'],
      in: ['variables.tf'],
      writes: ['default = 60'],
      drops: ['default = 30'],
    },
  },
]);

runCases(choices, 'one count index', [
  {
    name: 'a literal',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/node/1'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.node[1]'],
      in: ['counts.tf'],
      writes: ['retention_in_days = count.index == 1 ? 60 : 30'],
    },
  },
  {
    name: 'a variable',
    by: 'on call',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/shard/0'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.shard[0]'],
      in: ['counts.tf'],
      writes: ['retention_in_days = count.index == 0 ? 90 : var.shard_retention'],
    },
  },
  {
    name: 'all indexes of a variable',
    by: 'cost bot',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/replica/0', '/choices/replica/1'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.replica[0]', 'aws_cloudwatch_log_group.replica[1]'],
      in: ['variables.tf'],
      writes: ['default = 60'],
      drops: ['default = 14'],
    },
  },
  {
    name: 'an element of a list',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/lane/1'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.lane[1]'],
      in: ['counts.tf'],
      writes: ['lane_retention = [7, 60, 30] # by lane'],
    },
  },
  {
    name: 'an element that two indexes share',
    by: 'cli human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/wheel/2'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.wheel[2]'],
      in: ['counts.tf'],
      writes: ['count.index == 2 ? 60 : element(local.wheel_retention, count.index)'],
    },
  },
  {
    name: 'a second index',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/slot/2'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.slot[2]'],
      in: ['counts.tf'],
      writes: ['lookup({ "1" = 60, "2" = 90 }, count.index, 30)'],
    },
  },
  {
    name: 'an index that is like the others again',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 30, '/choices/spare/0'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.spare[0]'],
      in: ['counts.tf'],
      writes: ['retention_in_days = 30'],
      drops: ['retention_in_days = count.index == 0 ? 60 : 30'],
    },
  },
]);
