import type { JsonObject } from '../../../src/model/json.ts';

/** The account that the emulator pretends to be. */
export const account = '123456789012';

/** Who makes a call, as far as a record shows. */
export interface Persona {
  readonly identity: JsonObject;
  readonly userAgent: string;
  readonly sourceIp: string;
  readonly fromConsole?: boolean;
}

const sessionStart = '2025-03-04T08:12:40Z';

interface RoleSession {
  readonly role: string;
  readonly path?: string;
  readonly session: string;
  readonly extra?: JsonObject;
}

function assumedRole({ role, path = '/', session, extra = {} }: RoleSession): JsonObject {
  const id = `AROA${role.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`.padEnd(21, 'X').slice(0, 21);
  return {
    type: 'AssumedRole',
    principalId: `${id}:${session}`,
    arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
    accountId: account,
    accessKeyId: 'ASIAEXAMPLEEXAMPLE00',
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId: id,
        arn: `arn:aws:iam::${account}:role${path}${role}`,
        accountId: account,
        userName: role,
      },
      attributes: { creationDate: sessionStart, mfaAuthenticated: 'false' },
    },
    ...extra,
  };
}

function service(role: string, host: string, session: string): Persona {
  const identity = assumedRole({
    role,
    path: `/aws-service-role/${host}/`,
    session,
    extra: { invokedBy: host },
  });
  return { identity, userAgent: host, sourceIp: host };
}

const deployRole = { role: 'terraform-deploy', session: 'deploy-storefront' };
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';

export const personas = {
  /** A colleague in the web console, signed in through SSO. */
  'console human': {
    identity: assumedRole({
      role: 'AWSReservedSSO_PowerUser_0123456789abcdef',
      path: '/aws-reserved/sso.amazonaws.com/',
      session: 'alice@example.com',
    }),
    userAgent: browser,
    sourceIp: '198.51.100.23',
    fromConsole: true,
  },
  /** An IAM user with the AWS CLI on a laptop. */
  'cli human': {
    identity: {
      type: 'IAMUser',
      principalId: 'AIDAEXAMPLEEXAMPLE000',
      arn: `arn:aws:iam::${account}:user/bob`,
      accountId: account,
      accessKeyId: 'AKIAEXAMPLEEXAMPLE00',
      userName: 'bob',
    },
    userAgent:
      'aws-cli/2.24.10 md/awscrt#0.23.8 ua/2.0 os/linux#6.8 md/arch#x86_64 lang/python#3.12.9 md/prompt#off',
    sourceIp: '203.0.113.57',
  },
  /** On call at night, in the console, with a session of the break-glass role. */
  'on call': {
    identity: assumedRole({
      role: 'AWSReservedSSO_BreakGlass_fedcba9876543210',
      path: '/aws-reserved/sso.amazonaws.com/',
      session: 'carol@example.com',
    }),
    userAgent: browser,
    sourceIp: '198.51.100.77',
    fromConsole: true,
  },
  autoscaling: service('AWSServiceRoleForAutoScaling', 'autoscaling.amazonaws.com', 'AutoScaling'),
  'dynamodb autoscaling': service(
    'AWSServiceRoleForApplicationAutoScaling_DynamoDBTable',
    'dynamodb.application-autoscaling.amazonaws.com',
    'AutoScaling-UpdateCapacity',
  ),
  'cloud custodian': {
    identity: assumedRole({ role: 'cloud-custodian', session: 'CloudCustodian' }),
    userAgent:
      'c7n/0.9.43 aws/boto3 Boto3/1.36.1 md/Botocore#1.36.1 c7n/policy#s3-encrypt-at-rest exec-env/AWS_Lambda_python3.11',
    sourceIp: '10.9.0.14',
  },
  'security bot': {
    identity: assumedRole({ role: 'security-remediation', session: 'remediate-public-access' }),
    userAgent:
      'Boto3/1.36.2 md/Botocore#1.36.2 ua/2.0 os/linux#5.10 lang/python#3.12.7 exec-env/AWS_Lambda_python3.12',
    sourceIp: '10.9.0.31',
  },
  'cost bot': {
    identity: assumedRole({ role: 'cost-optimizer', session: 'rightsizing' }),
    userAgent: 'Boto3/1.35.90 md/Botocore#1.35.90 ua/2.0 os/linux#6.1 lang/python#3.11.11',
    sourceIp: '10.9.0.40',
  },
  'github actions': {
    identity: assumedRole({ role: 'github-actions', session: 'GitHubActions' }),
    userAgent:
      'aws-cli/2.24.10 md/awscrt#0.23.8 ua/2.0 os/linux#6.8 lang/python#3.12.9 exec-env/GitHubActions',
    sourceIp: '192.0.2.199',
  },
  'ssm agent': {
    identity: assumedRole({
      role: 'storefront-web',
      session: 'i-0123456789abcdef0',
      extra: {},
    }),
    userAgent: 'aws-sdk-go/1.55.5 (go1.22.5; linux; amd64) amazon-ssm-agent/3.3.1611.0',
    sourceIp: '10.20.1.11',
  },
  /** A program that nobody told us about. */
  'unknown role': {
    identity: assumedRole({ role: 'integration-7f3a', session: 'botocore-session-1741077160' }),
    userAgent: 'Boto3/1.34.0 md/Botocore#1.34.0 ua/2.0 os/linux#5.15 lang/python#3.10.12',
    sourceIp: '192.0.2.14',
  },
  terraform: {
    identity: assumedRole(deployRole),
    userAgent:
      'APN/1.0 HashiCorp/1.0 Terraform/1.11.4 (+https://www.terraform.io) terraform-provider-aws/5.100.0 (+https://registry.terraform.io/providers/hashicorp/aws) aws-sdk-go-v2/1.36.3 ua/2.1 os/linux lang/go#1.23.8',
    sourceIp: '10.9.0.5',
  },
  /** The deploy role again, this time used by a person. */
  'deploy role by hand': {
    identity: assumedRole(deployRole),
    userAgent:
      'aws-cli/2.24.10 md/awscrt#0.23.8 ua/2.0 os/linux#6.8 md/arch#x86_64 lang/python#3.12.9 md/prompt#off',
    sourceIp: '203.0.113.57',
  },
} satisfies Readonly<Record<string, Persona>>;

export type PersonaName = keyof typeof personas;
