import { gzipSync } from 'node:zlib';
import { trailRecord } from '../../adapters/collect/records.ts';
import { credentialSamples, type Sample } from '../../model/credential/samples.ts';

export const samples = credentialSamples();
/** A credential in the code itself, besides what a proposal changes. */
export const inCode: Sample = {
  kind: 'what the code says',
  text: 'ghp_theCodeItselfSaysThis0000000000000000',
  core: 'theCodeItselfSaysThis',
};

const account = '123456789012';
const region = `us-east-1:${account}`;
const url = `https://sqs.us-east-1.amazonaws.com/${account}/canary`;
const instance = 'i-0a1b2c3d4e5f60718';

const code = `resource "aws_sqs_queue" "canary" {
  name                       = "canary"
  visibility_timeout_seconds = 30
  tags                       = { note = "in-clear-${inCode.text}", team = "a" }
}

resource "aws_lambda_function" "api" {
  function_name = "api"
  role          = "arn:aws:iam::${account}:role/api"
  handler       = "index.handler"
  runtime       = "nodejs20.x"
  environment {
    variables = { MODE = "fast" }
  }
}

resource "aws_instance" "web" {
  ami           = "ami-0a1b2c3d4e5f60718"
  instance_type = "t3.small"
  user_data     = "#!/bin/sh\\necho ready\\n"
}

resource "aws_launch_template" "web" {
  name          = "web"
  instance_type = "t3.small"
  user_data     = base64encode("#!/bin/sh\\necho ready\\n")
}
`;

function resource(type: string, name: string, attributes: object): object {
  return {
    mode: 'managed',
    ...{ type, name },
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
    instances: [{ schema_version: 0, attributes, sensitive_attributes: [] }],
  };
}

const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 7,
  lineage: '5d1f3c0e-0000-4000-8000-000000000000',
  outputs: {},
  resources: [
    resource('aws_sqs_queue', 'canary', {
      ...{ arn: `arn:aws:sqs:${region}:canary`, id: url, url, name: 'canary' },
      visibility_timeout_seconds: 30,
      tags: { note: `in-clear-${inCode.text}`, team: 'a' },
    }),
    resource('aws_lambda_function', 'api', {
      ...{ arn: `arn:aws:lambda:${region}:function:api`, id: 'api', function_name: 'api' },
      environment: [{ variables: { MODE: 'fast' } }],
    }),
    resource('aws_instance', 'web', {
      ...{ arn: `arn:aws:ec2:${region}:instance/${instance}`, id: instance },
      instance_type: 't3.small',
      user_data: '#!/bin/sh\necho ready\n',
    }),
    resource('aws_launch_template', 'web', {
      ...{ arn: `arn:aws:ec2:${region}:launch-template/lt-0a1b2c3d4e5f60718`, name: 'web' },
      ...{ id: 'lt-0a1b2c3d4e5f60718', instance_type: 't3.small', latest_version: 1 },
      user_data: Buffer.from('#!/bin/sh\necho ready\n').toString('base64'),
    }),
  ],
};

/** The root module of the test, below `root`. */
export function canaryFiles(root: string): Readonly<Record<string, string>> {
  return {
    [`${root}/parley.yaml`]: `version: 1
actors:
  - { id: people, class: human, principal: "arn:aws:iam::*:user/*" }
`,
    [`${root}/main.tf`]: code,
    [`${root}/terraform.tfstate`]: JSON.stringify(state),
  };
}

type Call = (text: string, at: number) => Readonly<Record<string, unknown>>;

const script = (text: string): string => `#!/bin/sh\nexport CONFIG=${text}\n`;
const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');
const ec2 = 'ec2.amazonaws.com';
const userData = (value: string) => ({
  eventSource: ec2,
  eventName: 'ModifyInstanceAttribute',
  requestParameters: { instanceId: instance, userData: { value } },
});
const tag = (key: string, value: string) => ({
  eventName: 'TagQueue',
  requestParameters: { queueUrl: url, tags: { [key]: value } },
});
const user = (name: string, arn: string, more: object = {}) => ({
  userIdentity: { type: 'IAMUser', arn, accountId: account, userName: name, ...more },
});
const session = (text: string) =>
  user('', `arn:aws:sts::${account}:assumed-role/admin/${text}`, {
    type: 'AssumedRole',
    principalId: `AROAEXAMPLEEXAMPLE000:${text}`,
  });

/** Calls of somebody who puts a credential somewhere, by its place in the record. */
export const calls: Readonly<Record<string, Call>> = {
  'the value of a tag': (text, at) => tag(`t${at}`, text),
  'the key of a tag': (text, at) => tag(text, `v${at}`),
  'an environment variable': (text, at) => ({
    eventSource: 'lambda.amazonaws.com',
    eventName: 'UpdateFunctionConfiguration20150331v2',
    requestParameters: {
      functionName: 'api',
      environment: { variables: { MODE: 'fast', [`E${at}`]: text } },
    },
  }),
  'user data': (text) => userData(script(text)),
  'user data as base64': (text) => userData(base64(script(text))),
  'user data, packed': (text) => userData(base64(gzipSync(script(text)))),
  'user data of a launch template': (text) => ({
    eventSource: ec2,
    eventName: 'CreateLaunchTemplateVersion',
    requestParameters: {
      CreateLaunchTemplateVersionRequest: {
        LaunchTemplateId: 'lt-0a1b2c3d4e5f60718',
        SourceVersion: '1',
        LaunchTemplateData: { UserData: base64(script(text)) },
      },
    },
  }),
  'user data of what is new': (text, at) => ({
    eventSource: ec2,
    eventName: 'RunInstances',
    requestParameters: {
      instancesSet: { items: [{ imageId: 'ami-0a1b2c3d4e5f60718', minCount: 1, maxCount: 1 }] },
      instanceType: 't3.small',
      userData: base64(script(text)),
    },
    responseElements: {
      instancesSet: { items: [{ instanceId: `i-${String(at).padStart(17, '0')}` }] },
    },
  }),
  'a session name': (text, at) => ({ ...tag(`s${at}`, 'x'), ...session(text) }),
  'a user name': (text, at) => ({
    ...tag(`u${at}`, 'x'),
    ...user(text, `arn:aws:iam::${account}:user/${text}`),
  }),
  'the user agent': (text, at) => ({ ...tag(`a${at}`, 'x'), userAgent: `tool ${text}` }),
  'an unknown call on what is managed': (text, at) => ({
    eventName: `TuneQueue${at}`,
    requestParameters: { queueUrl: url, setting: text, [text]: 'x' },
    responseElements: { queueUrl: url, answer: text },
  }),
  'a call that failed': (text) => ({
    ...tag('f', text),
    errorCode: 'AccessDenied',
    errorMessage: `Not for ${text}`,
  }),
  'the name of what is new': (text, at) => ({
    eventName: 'CreateQueue',
    requestParameters: { queueName: text, attributes: {}, tags: { note: `n${at}` } },
    responseElements: { queueUrl: `${url}-${text}` },
  }),
  'the address of a caller': (text, at) => ({ ...tag(`i${at}`, 'x'), sourceIPAddress: text }),
};

/** Places that hold names, for which AWS allows few characters. */
const names = new Set(['a session name', 'a user name']);
const isName = (text: string): boolean => /^[\w+=,.@-]{2,64}$/.test(text);

/** A harmless change that leads to a proposal, and each credential in each place. */
export function canaryRecords(now: number): readonly object[] {
  const start = now - 3 * 3_600_000;
  const all = Object.entries(calls).flatMap(([place, call]) =>
    samples.flatMap(({ text }, at) => (names.has(place) && !isName(text) ? [] : [call(text, at)])),
  );
  const harmless = {
    requestParameters: { queueUrl: url, attributes: { VisibilityTimeout: '61' } },
  };
  return [harmless, ...all].map((more, at) => trailRecord(`e${at}`, start + at * 10_000, more));
}

/** The text as it is, in JSON, in a URL, and in base64. */
export function formsOf(core: string): readonly string[] {
  return [
    core,
    JSON.stringify(core).slice(1, -1),
    encodeURIComponent(core),
    base64(core).replace(/=+$/, ''),
  ];
}

/** The kinds of credentials in a text, each with the text around it. */
export function leaksIn(text: string, of: readonly Sample[] = samples): readonly string[] {
  return of
    .filter(({ core }) => formsOf(core).some((form) => text.includes(form)))
    .map(({ kind, core }) => `${kind} (${around(text, core)})`);
}

function around(text: string, core: string): string {
  const form = formsOf(core).find((one) => text.includes(one)) ?? '';
  const at = text.indexOf(form);
  return text.slice(Math.max(0, at - 80), at);
}
