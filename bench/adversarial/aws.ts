import type { Json, JsonObject } from '../../src/model/json.ts';
import { account, each, record, type Story, type StoryMaker, single } from './story.ts';

function rules(count: number, block = ''): Story {
  const opened = each(count, (at) => ({
    ipProtocol: 'tcp',
    fromPort: 1000 + at,
    toPort: 1000 + at,
    ipRanges: { items: [{ cidrIp: `192.0.2.${at % 256}/32` }] },
  }));
  const calls = opened.map((rule, at) =>
    record(at, 'ec2', 'AuthorizeSecurityGroupIngress', {
      groupId: 'sg-1',
      ipPermissions: { items: [rule] },
    }),
  );
  return {
    files: { 'main.tf': `resource "aws_security_group" "it" {\n  name = "it"\n${block}}\n` },
    resources: single('aws_security_group', { id: 'sg-1', name: 'it', ingress: [], egress: [] }),
    calls,
  };
}

const openRule = `  ingress {
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
`;

/** A virtual network that gets many tags in one call; `lines` are its arguments in the code. */
function tagged(lines: string, before: JsonObject, make: (at: number) => string, more = {}) {
  return (count: number): Story => {
    const items: readonly Json[] = each(count, (at) => ({ key: make(at), value: `v${at}` }));
    const request = { resourcesSet: { items: [{ resourceId: 'vpc-1' }] }, tagSet: { items } };
    return {
      files: {
        'main.tf': `resource "aws_vpc" "it" {\n  cidr_block = "10.0.0.0/16"\n${lines}}\n`,
        ...more,
      },
      resources: single('aws_vpc', { id: 'vpc-1', cidr_block: '10.0.0.0/16', tags: before }),
      calls: [record(0, 'ec2', 'CreateTags', request)],
    };
  };
}

const name = (at: number): string => `tag-${at}`;

/** Existing tags that get other values. */
function changedTags(isInput: boolean): StoryMaker {
  return (count) => {
    const pairs = each(count, (at) => [name(at), 'old'] as const);
    const entries = pairs.map(([key, value]) => `    "${key}" = "${value}"\n`).join('');
    const lines = isInput ? '  tags = var.tags\n' : `  tags = {\n${entries}  }\n`;
    const more = isInput
      ? {
          'variables.tf': 'variable "tags" {\n  type = map(string)\n}\n',
          'terraform.tfvars': `tags = {\n${entries}}\n`,
        }
      : {};
    return tagged(lines, Object.fromEntries(pairs), name, more)(count);
  };
}

function variables(count: number): Story {
  const own = each(count, (at) => [`NAME_${at}`, 'x'.repeat(at % 200)] as const);
  const request = { functionName: 'it', environment: { variables: Object.fromEntries(own) } };
  return {
    files: {
      'main.tf': 'resource "aws_lambda_function" "it" {\n  function_name = "it"\n  role = "r"\n}\n',
    },
    resources: single('aws_lambda_function', {
      id: 'it',
      function_name: 'it',
      role: 'r',
      environment: [],
    }),
    calls: [record(0, 'lambda', 'UpdateFunctionConfiguration20150331v2', request)],
  };
}

function statement(at: number): JsonObject {
  return {
    Sid: `Statement${at}`,
    Effect: 'Allow',
    Action: `s3:Get${at}`,
    Resource: `arn:aws:s3:::bucket-${at}/*`,
  };
}

function policy(code: string, before: readonly JsonObject[], after: readonly JsonObject[]): Story {
  const arn = `arn:aws:iam::${account}:policy/it`;
  const document = (Statement: readonly JsonObject[]): string =>
    JSON.stringify({ Version: '2012-10-17', Statement });
  return {
    files: { 'main.tf': code },
    resources: single('aws_iam_policy', { id: arn, arn, name: 'it', policy: document(before) }),
    calls: [
      record(0, 'iam', 'CreatePolicyVersion', {
        policyArn: arn,
        setAsDefault: true,
        policyDocument: document(after),
      }),
    ],
  };
}

function encodedStatements(count: number): Story {
  const code = `resource "aws_iam_policy" "it" {
  name = "it"
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Sid = "Own", Effect = "Allow", Action = "s3:ListBucket", Resource = "*" },
    ]
  })
}
`;
  const own = { Sid: 'Own', Effect: 'Allow', Action: 's3:ListBucket', Resource: '*' };
  return policy(code, [own], [own, ...each(count, statement)]);
}

function documentStatements(count: number): Story {
  const code = `data "aws_iam_policy_document" "it" {
  statement {
    sid       = "Own"
    actions   = ["s3:ListBucket"]
    resources = ["*"]
  }
}

resource "aws_iam_policy" "it" {
  name   = "it"
  policy = data.aws_iam_policy_document.it.json
}
`;
  const own = { Sid: 'Own', Effect: 'Allow', Action: 's3:ListBucket', Resource: '*' };
  return policy(code, [own], [own, ...each(count, statement)]);
}

/** One statement with a growing list of actions. */
function actions(count: number): Story {
  const code = `resource "aws_iam_policy" "it" {
  name = "it"
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Sid = "Own", Effect = "Allow", Action = ["s3:ListBucket"], Resource = "*" }]
  })
}
`;
  const own = { Sid: 'Own', Effect: 'Allow', Resource: '*' };
  const grown = ['s3:ListBucket', ...each(count, (at) => `s3:Get${at}`)];
  return policy(code, [{ ...own, Action: ['s3:ListBucket'] }], [{ ...own, Action: grown }]);
}

/** Networks of a prefix list: blocks with a name. */
function entries(count: number): Story {
  const addEntry = each(count, (at) => ({ cidr: `10.${at >> 8}.${at & 255}.0/24` }));
  return {
    files: {
      'main.tf': `resource "aws_ec2_managed_prefix_list" "it" {
  name           = "it"
  address_family = "IPv4"
  max_entries    = 1000
}
`,
    },
    resources: single('aws_ec2_managed_prefix_list', {
      id: 'pl-1',
      name: 'it',
      address_family: 'IPv4',
      max_entries: 1000,
      entry: [],
    }),
    calls: [
      record(0, 'ec2', 'ModifyManagedPrefixList', {
        prefixListId: 'pl-1',
        currentVersion: 1,
        addEntry: addEntry as readonly Json[],
      }),
    ],
  };
}

const queueUrl = (at: number): string =>
  `https://sqs.us-east-1.amazonaws.com/${account}/queue-${at}`;

function queueState(at: number): JsonObject {
  return {
    id: queueUrl(at),
    url: queueUrl(at),
    name: `queue-${at}`,
    arn: `arn:aws:sqs:us-east-1:${account}:queue-${at}`,
    visibility_timeout_seconds: 30,
  };
}

const slower = (at: number, user?: string): JsonObject =>
  record(
    at,
    'sqs',
    'SetQueueAttributes',
    { queueUrl: queueUrl(at), attributes: { VisibilityTimeout: String(60 + at) } },
    user,
  );

/** Queues of one block, with an entry each. */
function instances(count: number): Story {
  const own = each(count, (at) => `    "queue-${at}" = { timeout = 30 }\n`).join('');
  return {
    files: {
      'main.tf': `locals {
  queues = {
${own}  }
}

resource "aws_sqs_queue" "it" {
  for_each                   = local.queues
  name                       = each.key
  visibility_timeout_seconds = each.value.timeout
}
`,
    },
    resources: [
      {
        type: 'aws_sqs_queue',
        name: 'it',
        instances: each(count, (at) => ({ key: `queue-${at}`, attributes: queueState(at) })),
      },
    ],
    calls: each(count, (at) => slower(at)),
  };
}

/** Queues with a block each, changed by one caller or by as many callers. */
export function queues(count: number, user: (at: number) => string = () => 'mallory'): Story {
  return {
    files: {
      'main.tf': each(
        count,
        (at) =>
          `resource "aws_sqs_queue" "q${at}" {\n  name                       = "queue-${at}"\n  visibility_timeout_seconds = 30\n}\n`,
      ).join('\n'),
    },
    resources: each(count, (at) => ({
      type: 'aws_sqs_queue',
      name: `q${at}`,
      instances: [{ attributes: queueState(at) }],
    })),
    calls: each(count, (at) => slower(at, user(at))),
  };
}

/** One queue that is changed repeatedly. */
function again(count: number): Story {
  return {
    ...queues(1),
    calls: each(count, (at) =>
      record(at, 'sqs', 'SetQueueAttributes', {
        queueUrl: queueUrl(0),
        attributes: { VisibilityTimeout: String(31 + at) },
      }),
    ),
  };
}

/** Queues that nobody manages. */
function unmanaged(count: number): Story {
  return { ...queues(1), calls: each(count, (at) => slower(at + 1)) };
}

/** Queues that are created next to managed ones. */
function created(count: number): Story {
  return {
    ...queues(1),
    calls: each(count, (at) => ({
      ...record(at, 'sqs', 'CreateQueue', { queueName: `queue-${at + 1}` }),
      responseElements: { queueUrl: queueUrl(at + 1) },
    })),
    options: ['--adopt', 'all'],
  };
}

/** Calls that the catalog does not know. */
function unknown(count: number): Story {
  return {
    ...queues(1),
    calls: each(count, (at) => record(at, 'frauddetector', `PutThing${at}`, { thing: `t${at}` })),
  };
}

/** Changes whose callers use another user agent each time. */
function agents(count: number): Story {
  const story = queues(count);
  const calls = story.calls.map((call, at) => ({
    ...call,
    userAgent: `aws-cli/2.31.${at} ${'x'.repeat(1000)}`,
    sourceIPAddress: `198.51.100.${at % 250}`,
  }));
  return { ...story, calls };
}

/** Stories of what a single caller may have many of, by name. */
export const awsStories: Readonly<Record<string, StoryMaker>> = {
  rules,
  'rules beside one': (count) => rules(count, openRule),
  tags: tagged('', {}, name),
  'tags beside one': tagged('  tags = {\n    Own = "x"\n  }\n', { Own: 'x' }, name),
  'tags of a merge': tagged(
    '  tags = merge(local.common, { Own = "x" })\n',
    { Own: 'x', Team: 'a' },
    name,
    { 'locals.tf': 'locals {\n  common = { Team = "a" }\n}\n' },
  ),
  'changed tags': changedTags(false),
  'changed tags of a variable': changedTags(true),
  variables,
  'statements in code': encodedStatements,
  'statements of a data source': documentStatements,
  actions,
  entries,
  instances,
  resources: (count) => queues(count),
  'resources of as many callers': (count) => queues(count, (at) => `user-${at}`),
  again,
  unmanaged,
  created,
  unknown,
  agents,
};
