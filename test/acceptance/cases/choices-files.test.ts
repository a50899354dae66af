import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { keepLogs } from './logs.ts';

const choices = useProject('choices');

runCases(choices, 'values in variable files', [
  {
    name: 'in two files: the later one wins',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/proxy'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.proxy'],
      in: ['prod.auto.tfvars'],
      writes: ['proxy_retention = 60 # ten times the traffic'],
    },
  },
  {
    name: 'in one file and the default',
    by: 'cost bot',
    act: ({ logs }) => keepLogs(logs, 3, '/choices/cache'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.cache'],
      in: ['terraform.tfvars'],
      writes: ['cache_retention = 3'],
    },
  },
  {
    name: 'in three files',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 120, '/choices/store'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.store'],
      in: ['zone-a.auto.tfvars'],
      writes: ['store_retention = 120'],
    },
  },
  {
    name: 'in an object that another file sets as a whole',
    by: 'cli human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/flow'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.flow'],
      in: ['prod.auto.tfvars'],
      writes: ['flow = { retention = 60 }'],
    },
  },
  {
    name: 'in an entry of a map that another file sets as a whole',
    by: 'on call',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/agent/south'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.agent["south"]'],
      in: ['zone-a.auto.tfvars'],
      writes: ['agents = { north = 30, south = 90 }'],
    },
  },
  {
    name: 'for one of two users: in neither file',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 1, '/choices/queue/out'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.queue_out'],
      in: ['files.tf'],
      writes: ['retention_in_days = 1'],
    },
  },
]);

runCases(choices, 'modules called twice', [
  {
    name: 'arguments that say the same',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 30, '/choices/own/b'),
    expect: {
      kind: 'codified',
      at: ['module.own_b.aws_cloudwatch_log_group.this'],
      in: ['calls.tf'],
      writes: ['retention = 30 # for now'],
    },
  },
  {
    name: 'the same local, both',
    by: 'cost bot',
    act: ({ logs }) =>
      keepLogs(
        logs,
        60,
        '/choices/same/a',
        '/choices/same/b',
        '/choices/fleet/blue',
        '/choices/fleet/green',
      ),
    expect: {
      kind: 'codified',
      at: [
        'module.same_a.aws_cloudwatch_log_group.this',
        'module.same_b.aws_cloudwatch_log_group.this',
        'module.fleet["blue"].aws_cloudwatch_log_group.this',
        'module.fleet["green"].aws_cloudwatch_log_group.this',
      ],
      in: ['calls.tf'],
      writes: ['call_retention = 60'],
    },
  },
  {
    name: 'the default, one',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/left/b'),
    expect: {
      kind: 'codified',
      at: ['module.left_b.aws_cloudwatch_log_group.this'],
      in: ['calls.tf'],
      writes: ['retention = 60'],
    },
  },
  {
    name: 'the default, both',
    by: 'security bot',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/pair/a/requests', '/choices/pair/b/requests'),
    expect: {
      kind: 'codified',
      at: [
        'module.pair_a.aws_cloudwatch_log_group.requests',
        'module.pair_b.aws_cloudwatch_log_group.requests',
      ],
      in: ['modules/pair/main.tf'],
      writes: ['default = 60'],
    },
  },
  {
    name: 'a literal, both',
    by: 'security bot',
    act: ({ logs }) => keepLogs(logs, 365, '/choices/pair/a/errors', '/choices/pair/b/errors'),
    expect: {
      kind: 'codified',
      at: [
        'module.pair_a.aws_cloudwatch_log_group.errors',
        'module.pair_b.aws_cloudwatch_log_group.errors',
      ],
      in: ['modules/pair/main.tf'],
      writes: ['retention_in_days = 365 # by contract'],
    },
  },
  {
    name: 'one of two counted calls',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 7, '/choices/ring/1'),
    expect: {
      kind: 'codified',
      at: ['module.ring[1].aws_cloudwatch_log_group.this'],
      in: ['calls.tf'],
      writes: ['retention = count.index == 1 ? 7 : 30'],
    },
  },
]);

runCases(choices, 'modules called twice, otherwise', [
  {
    name: 'the same local, one',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 3, '/choices/same/b'),
    expect: {
      kind: 'codified',
      at: ['module.same_b.aws_cloudwatch_log_group.this'],
      in: ['calls.tf'],
      writes: ['retention = 3'],
    },
  },
  {
    name: 'one of two for_each calls',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 3, '/choices/fleet/green'),
    expect: {
      kind: 'codified',
      at: ['module.fleet["green"].aws_cloudwatch_log_group.this'],
      in: ['calls.tf'],
      writes: ['retention = each.key == "green" ? 3 : local.call_retention'],
    },
  },
  {
    name: 'the default, both',
    by: 'cost bot',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/left/a', '/choices/left/b'),
    expect: {
      kind: 'codified',
      at: [
        'module.left_a.aws_cloudwatch_log_group.this',
        'module.left_b.aws_cloudwatch_log_group.this',
      ],
      in: ['modules/log/main.tf'],
      writes: ['default = 60'],
    },
  },
]);
