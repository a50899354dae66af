import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { Bundle } from '../../../src/stages/receipt/bundle.ts';
import { trailRecord } from '../../adapters/collect/records.ts';
import { cases } from '../../cases.ts';
import { credentialSamples, type Sample } from '../../model/credential/samples.ts';
import { newFolder, parley, type Run, removeFolders } from './parley.ts';
import { put } from './records.ts';

const every = credentialSamples();
const [{ text: standing }] = every as readonly [Sample];
/**
 * Quarters of the samples that are tried in each place: by default one, so that every sample is
 * tried somewhere; all four in a full run.
 */
const quarters = cases(4, 1);

function samplesFor(place: number): readonly Sample[] {
  return every.filter((_, at) => (at + place) % 4 < quarters);
}
const account = '123456789012';
const url = `https://sqs.us-east-1.amazonaws.com/${account}/shop`;
const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:${account}:${name}`;
const time = Date.parse('2026-03-14T03:00:00Z');

/** A project with a resource for each kind of place where a credential may appear. */
const code = `resource "aws_sqs_queue" "shop" {
  name                       = "shop"
  visibility_timeout_seconds = 30
  tags = {
    note = "in-clear-${standing}"
    team = "a"
  }
}

resource "aws_lambda_function" "api" {
  function_name = "api"
  role          = "arn:aws:iam::${account}:role/api"
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  timeout       = 3
  environment {
    variables = { MODE = "fast" }
  }
}

resource "aws_iam_role_policy" "api" {
  name   = "api"
  role   = "api"
  policy = jsonencode({ Version = "2012-10-17", Statement = [] })
}

resource "aws_cloudwatch_metric_alarm" "busy" {
  alarm_name          = "busy"
  alarm_description   = "of the shop"
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 1
}

resource "aws_security_group" "web" {
  name = "web"
  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}
`;

function instance(type: string, name: string, attributes: object): object {
  return {
    mode: 'managed',
    type,
    name,
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
  };
}

const state = JSON.stringify({
  version: 4,
  terraform_version: '1.11.4',
  serial: 7,
  lineage: '5d1f3c0e-0000-4000-8000-000000000000',
  outputs: {},
  resources: [
    instance('aws_sqs_queue', 'shop', {
      arn: arn('sqs', 'shop'),
      id: url,
      url,
      name: 'shop',
      visibility_timeout_seconds: 30,
      tags: { note: `in-clear-${standing}`, team: 'a' },
    }),
    instance('aws_lambda_function', 'api', {
      arn: arn('lambda', 'function:api'),
      id: 'api',
      function_name: 'api',
      timeout: 3,
      environment: [{ variables: { MODE: 'fast' } }],
    }),
    instance('aws_iam_role_policy', 'api', {
      id: 'api:api',
      name: 'api',
      role: 'api',
      policy: '{"Version":"2012-10-17","Statement":[]}',
    }),
    instance('aws_cloudwatch_metric_alarm', 'busy', {
      arn: arn('cloudwatch', 'alarm:busy'),
      id: 'busy',
      alarm_name: 'busy',
      alarm_description: 'of the shop',
      comparison_operator: 'GreaterThanThreshold',
      evaluation_periods: 1,
    }),
    instance('aws_security_group', 'web', {
      arn: `arn:aws:ec2:us-east-1:${account}:security-group/sg-0a1b2c3d4e5f60718`,
      id: 'sg-0a1b2c3d4e5f60718',
      name: 'web',
      ingress: [
        {
          from_port: 443,
          to_port: 443,
          protocol: 'tcp',
          cidr_blocks: ['10.0.0.0/8'],
          description: '',
          ipv6_cidr_blocks: [],
          prefix_list_ids: [],
          security_groups: [],
          self: false,
        },
      ],
    }),
  ],
});

/** A logged call that leaves the credential in some place; `at` keeps names unique. */
type Call = (text: string, at: number) => Readonly<Record<string, unknown>>;

const calls: Readonly<Record<string, Call>> = {
  'the value of a tag': (text, at) => ({
    eventName: 'TagQueue',
    requestParameters: { queueUrl: url, tags: { [`t${at}`]: text } },
  }),
  'the key of a tag': (text, at) => ({
    eventName: 'TagQueue',
    requestParameters: { queueUrl: url, tags: { [text]: `v${at}` } },
  }),
  'the environment of a function': (text, at) => ({
    eventSource: 'lambda.amazonaws.com',
    eventName: 'UpdateFunctionConfiguration20150331v2',
    requestParameters: {
      functionName: 'api',
      environment: { variables: { MODE: 'fast', [`E${at}`]: text } },
    },
  }),
  'a policy document': (text, at) => ({
    eventSource: 'iam.amazonaws.com',
    eventName: 'PutRolePolicy',
    requestParameters: {
      roleName: 'api',
      policyName: 'api',
      policyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Sid: `S${at}`,
            Effect: 'Allow',
            Action: 's3:GetObject',
            Resource: '*',
            Condition: { StringEquals: { 'aws:PrincipalTag/x': text } },
          },
        ],
      }),
    },
  }),
  'a description': (text) => ({
    eventSource: 'monitoring.amazonaws.com',
    eventName: 'PutMetricAlarm',
    requestParameters: {
      alarmName: 'busy',
      alarmDescription: text,
      comparisonOperator: 'GreaterThanThreshold',
      evaluationPeriods: 1,
    },
  }),
  'the description of a rule': (text, at) => ({
    eventSource: 'ec2.amazonaws.com',
    eventName: 'AuthorizeSecurityGroupIngress',
    requestParameters: {
      groupId: 'sg-0a1b2c3d4e5f60718',
      ipPermissions: {
        items: [
          {
            ipProtocol: 'tcp',
            fromPort: 8000 + at,
            toPort: 8000 + at,
            ipRanges: { items: [{ cidrIp: '10.1.0.0/16', description: text }] },
          },
        ],
      },
    },
  }),
  'the tag of a new resource': (text, at) => ({
    eventName: 'CreateQueue',
    requestParameters: { queueName: `new-${at}`, attributes: {}, tags: { note: text } },
    responseElements: { queueUrl: `${url}-new-${at}` },
  }),
};

interface Sinks {
  readonly report: Report;
  readonly runs: readonly Run[];
  /** Everything that was written or printed, by sink. */
  readonly all: ReadonlyMap<string, string>;
}

/** Runs scans and `reconcile --pr` in a folder with a store, and collects all output. */
async function collect(samples: readonly Sample[], call: Call): Promise<Sinks> {
  const dir = newFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8' });
  put(dir, 'main.tf', code);
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'a@example.com');
  git('config', 'user.name', 'a');
  git('add', 'main.tf');
  git('commit', '-qm', 'code: begin');
  const input = newFolder();
  const harmless = trailRecord('e-timeout', time, {
    requestParameters: { queueUrl: url, attributes: { VisibilityTimeout: '61' } },
  });
  const calling = trailRecord('e-calling', time + 1000, {
    eventName: 'TagQueue',
    requestParameters: { queueUrl: url, tags: { team: 'fixes #1 @bob' } },
  });
  const records = samples.map(({ text }, at) =>
    trailRecord(`e${at}`, time + at * 60_000, call(text, at)),
  );
  put(input, 'log.json', JSON.stringify({ Records: [harmless, calling, ...records] }));
  const common = [
    '--state',
    put(input, 'terraform.tfstate', state),
    '--events',
    join(input, 'log.json'),
    '--adopt',
    'all',
  ];
  const runs = [
    await parley(dir, 'init'),
    await parley(dir, 'scan', ...common, '--policy', 'default'),
    await parley(
      dir,
      'reconcile',
      ...common,
      '--policy',
      'accept-all',
      '--pr',
      '--report',
      join(input, 'r.json'),
      '--trace',
      join(input, 't.jsonl'),
    ),
    await parley(dir, 'scan', ...common, '--policy', 'accept-all', '--json'),
    // An empty log, so that open drifts are reported from the store alone.
    await parley(
      dir,
      'scan',
      '--state',
      common[1] ?? '',
      '--events',
      put(input, 'none.json', '{"Records":[]}'),
      '--policy',
      'accept-all',
      '--adopt',
      'all',
      '--json',
    ),
    await parley(dir, 'blame', 'aws_sqs_queue.shop'),
  ];
  const report = JSON.parse(readFileSync(join(input, 'r.json'), 'utf8')) as Report;
  const explained = await Promise.all(
    report.intents.slice(0, 5).map(({ id }) => parley(dir, 'explain', id)),
  );
  const store = readdirSync(join(dir, '.parley'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const all = new Map([
    ['terminal', [...runs, ...explained].map(({ out, err }) => out + err).join('\n')],
    ['report', JSON.stringify(report)],
    ['trace', readFileSync(join(input, 't.jsonl'), 'utf8')],
    ['messages and branches', git('log', '--branches', '--not', 'main', '--format=%D%n%B')],
    ['patches', git('log', '-p', '--branches', '--not', 'main', '--unified=0', '--format=')],
    ['store', store.join('\n')],
    ['receipts', await receiptsOf(dir)],
  ]);
  return { report, runs, all };
}

/** The statements of the receipts, and the inputs that they are based on. */
async function receiptsOf(dir: string): Promise<string> {
  const { out } = await parley(dir, 'receipt', 'export');
  const { receipts, inputs }: Bundle = JSON.parse(out);
  const said = receipts.map(({ envelope }) => Buffer.from(envelope.payload, 'base64').toString());
  expect(said.length).toBeGreaterThan(0);
  return [...said, ...Object.values(inputs)].join('\n');
}

/** The text itself, escaped as in JSON, and in base64. */
function formsOf(core: string): readonly string[] {
  return [
    core,
    JSON.stringify(core).slice(1, -1),
    Buffer.from(core).toString('base64').replace(/=+$/, ''),
  ];
}

afterAll(removeFolders);

describe.each(
  Object.entries(calls).map(([place, call], at) => [place, call, samplesFor(at)] as const),
)('credentials in %s', (place, call, samples) => {
  let sinks: Sinks;
  beforeAll(async () => {
    sinks = await collect(samples, call);
  });

  it('appear in no sink', () => {
    expect(sinks.runs.map(({ code, err }) => (code === 1 ? err : ''))).toEqual(
      sinks.runs.map(() => ''),
    );
    for (const [sink, text] of sinks.all) {
      const leaked = [...samples, ...every.slice(0, 1)].filter(({ core }) =>
        formsOf(core).some((form) => text.includes(form)),
      );
      expect(leaked.map(({ kind }) => `${kind} in ${sink}`)).toEqual([]);
    }
  });

  it('do not come with commits that mention anybody or close an issue', () => {
    expect(sinks.all.get('patches')).toContain('fixes #1 @bob');
    expect(sinks.all.get('messages and branches')).toContain('parley(accept)');
    expect(sinks.all.get('messages and branches')).not.toMatch(/#1|@bob/);
  });

  it('are remembered as credentials', () => {
    const idsOf = ({ drifts }: Report) =>
      drifts.flatMap(({ id, credential }) => (credential === undefined ? [] : [id])).sort();
    expect(idsOf(JSON.parse(sinks.runs[4]?.out ?? '{}') as Report)).toEqual(idsOf(sinks.report));
  });

  it('are escalated and located, whatever the policy', () => {
    const { drifts, decisions, patches } = sinks.report;
    const found = drifts.filter(({ credential }) => credential !== undefined);
    expect(found.length).toBeGreaterThan(0);
    for (const { id, credential } of found) {
      const own = decisions.filter(({ drift }) => drift === id);
      expect(own.map(({ verdict }) => verdict.outcome)).toEqual(own.map(() => 'escalate'));
      expect(own[0]?.verdict.because).toContain(credential);
      expect(patches.flatMap((patch) => patch.drifts)).not.toContain(id);
    }
    // One drift for all samples, or one for each; the harmless change beside them is written.
    const isOfEach = /tag|environment|rule|new/.test(place);
    expect(found.length).toBe(isOfEach ? found.length : 1);
    expect(sinks.all.get('patches')).toContain('visibility_timeout_seconds = 61');
  });
});
