import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { putAlarm } from './alarm.ts';
import { keepLogs } from './logs.ts';

const choices = useProject('choices');

runCases(choices, 'one value, several users', [
  {
    name: 'all users of a variable',
    by: 'cost bot',
    act: ({ logs }) =>
      keepLogs(logs, 60, '/choices/web/api', '/choices/web/site', '/choices/web/admin'),
    expect: {
      kind: 'codified',
      at: [
        'aws_cloudwatch_log_group.web_api',
        'aws_cloudwatch_log_group.web_site',
        'aws_cloudwatch_log_group.web_admin',
      ],
      in: ['variables.tf'],
      writes: ['default = 60 # all three of them'],
    },
  },
  {
    name: 'one of three users of a variable',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 60, '/choices/batch/export'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.batch_export'],
      in: ['shared.tf'],
      writes: ['retention_in_days = 60 # see the runbook'],
    },
  },
  {
    name: 'all users of a variable but one',
    by: 'cli human',
    act: ({ logs }) => keepLogs(logs, 365, '/choices/audit/login', '/choices/audit/billing'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.audit_login', 'aws_cloudwatch_log_group.audit_billing'],
      in: ['shared.tf'],
      writes: ['retention_in_days = 365'],
      drops: ['retention_in_days = var.audit_retention'],
    },
  },
  {
    name: 'all users of a local',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/app/one', '/choices/app/two'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.app_one', 'aws_cloudwatch_log_group.app_two'],
      in: ['shared.tf'],
      writes: ['app_retention = 90'],
    },
  },
  {
    name: 'one of two users of a local',
    by: 'on call',
    act: ({ logs }) => keepLogs(logs, 7, '/choices/job/two'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.job_two'],
      in: ['shared.tf'],
      writes: ['retention_in_days = 7'],
      drops: ['retention_in_days = local.job_retention'],
    },
  },
  {
    name: 'users in the root and in a module, both',
    by: 'security bot',
    act: ({ logs }) => keepLogs(logs, 90, '/choices/edge/root', '/choices/edge/module'),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.edge', 'module.edge.aws_cloudwatch_log_group.this'],
      in: ['variables.tf'],
      writes: ['default = 90'],
      drops: ['default = 7'],
    },
  },
  {
    name: 'users in the root and in a module, the one in the module',
    by: 'console human',
    act: ({ logs }) => keepLogs(logs, 3, '/choices/search/module'),
    expect: {
      kind: 'codified',
      at: ['module.search.aws_cloudwatch_log_group.this'],
      in: ['shared.tf'],
      writes: ['retention = 3 # as in the root'],
    },
  },
  {
    name: 'two people change one user each, and together all',
    by: 'console human',
    act: async (cloud) => {
      await keepLogs(cloud.logs, 120, '/choices/mail/in');
      cloud.wait(1200);
      await keepLogs(cloud.as('cli human').logs, 120, '/choices/mail/out');
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.mail_in', 'aws_cloudwatch_log_group.mail_out'],
      in: ['variables.tf'],
      writes: ['default = 120'],
    },
  },
  {
    name: 'one of two arguments that a variable gives',
    by: 'on call',
    act: ({ cloudwatch }) => putAlarm(cloudwatch, 'choices-backlog', { Threshold: 500 }),
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_metric_alarm.backlog'],
      in: ['shared.tf'],
      writes: ['threshold = 500'],
      drops: ['threshold = var.backlog'],
    },
  },
]);

runCases(choices, 'two people, two values', [
  {
    name: 'neither gets the value that both used',
    by: 'console human',
    act: async (cloud) => {
      await keepLogs(cloud.logs, 120, '/choices/app/one');
      cloud.wait(1200);
      await keepLogs(cloud.as('cli human').logs, 60, '/choices/app/two');
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.app_one', 'aws_cloudwatch_log_group.app_two'],
      in: ['shared.tf'],
      writes: ['retention_in_days = 120', 'app_retention = 60'],
    },
  },
]);
