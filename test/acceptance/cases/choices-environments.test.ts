import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { keepLogs } from './logs.ts';

const environments = useProject('environments');

// The pipeline sets the same values as the defaults, so that Terraform need not be told of them.
const env = { TF_VAR_trace_retention: '7', TF_VAR_debug_retention: '7' };

runCases(
  environments,
  'variable files of an environment',
  [
    {
      name: 'of two files in use the last wins',
      by: 'console human',
      act: ({ logs }) => keepLogs(logs, 120, '/prod/api'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.api'],
        in: ['env/prod.tfvars'],
        writes: ['api_retention = 120 # one quarter'],
      },
    },
    {
      name: 'in the file that all environments share: an entry for this one',
      by: 'cost bot',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/web'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.web'],
        in: ['env/prod.tfvars'],
        writes: ['web_retention = 60'],
      },
    },
    {
      name: 'in no file in use: the default',
      by: 'console human',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/job'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.job'],
        in: ['main.tf'],
        writes: ['default = 60 # the same everywhere'],
      },
    },
    {
      name: 'an entry that leaves it to the type',
      by: 'console human',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/worker/print'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.worker["print"]'],
        in: ['env/prod.tfvars'],
        writes: ['retention = 60'],
      },
    },
    {
      name: 'an entry',
      by: 'on call',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/worker/mail'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.worker["mail"]'],
        in: ['env/prod.tfvars'],
        writes: ['workers = {', 'retention = 60'],
      },
    },
    {
      name: 'one of two users of the environment',
      by: 'on call',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/debug/two'),
      expect: {
        kind: 'codified',
        at: ['aws_cloudwatch_log_group.debug_two'],
        in: ['main.tf'],
        writes: ['retention_in_days = 60'],
        drops: ['retention_in_days = var.debug_retention'],
      },
    },
  ],
  { env },
);

runCases(
  environments,
  'values that are in no file',
  [
    {
      name: 'the only user of a variable from the environment',
      by: 'console human',
      act: ({ logs }) => keepLogs(logs, 60, '/prod/trace'),
      expect: { kind: 'untouched', trace: ['drift'] },
    },
    {
      name: 'all users of a variable from the environment',
      by: 'cost bot',
      act: ({ logs }) => keepLogs(logs, 30, '/prod/debug/one', '/prod/debug/two'),
      expect: { kind: 'untouched', trace: ['drift'] },
    },
  ],
  { env },
);
