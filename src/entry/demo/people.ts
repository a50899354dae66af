import type { JsonObject } from '../../model/json.ts';
import { demoAccount } from './resources.ts';

/** An actor in the demo, as CloudTrail records it. */
export interface DemoCaller {
  readonly identity: JsonObject;
  readonly from: string;
  readonly agent: string;
}

const sso = 'aws-reserved/sso.amazonaws.com/';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0';
const boto = 'Boto3/1.40.1 md/Botocore#1.40.1 ua/2.1 os/linux#6.1 lang/python#3.13';

export const onCallRole = 'AWSReservedSSO_OnCall_4f2a9b81c07d';

function person(name: string): DemoCaller {
  return {
    identity: assumedRole(onCallRole, `${name}@example.com`, sso),
    from: '198.51.100.23',
    agent: browser,
  };
}

function tool(role: string, session: string, agent = boto): DemoCaller {
  return { identity: assumedRole(role, session), from: '203.0.113.77', agent };
}

/** All callers. The `parley.yaml` of the stacks has signatures for the tools, except one. */
export const demoCallers = {
  maria: person('maria'),
  ben: person('ben'),
  lea: person('lea'),
  autoscaler: tool('cluster-autoscaler', '1773453600112233445', 'cluster-autoscaler/v1.34.1'),
  custodian: tool('cloud-custodian', 'c7n-s3-public-access', 'c7n/0.9.47 Boto3/1.40.1'),
  saver: tool('cost-saver', 'nightly'),
  agent: tool('ops-agent', 'session-7f21'),
  pipeline: tool('release-pipeline', 'run-5512'),
  deploy: tool(
    'terraform-deploy',
    'run-8841',
    'APN/1.0 HashiCorp/1.0 Terraform/1.11.4 (+https://www.terraform.io) terraform-provider-aws/5.100.0',
  ),
  batch: tool('batch-runner', 'i-0a1b2c3d4e5f60718', 'aws-sdk-java/2.34.0 Linux/6.1'),
} as const satisfies Readonly<Record<string, DemoCaller>>;

export type DemoCallerName = keyof typeof demoCallers;

function assumedRole(role: string, session: string, path = ''): JsonObject {
  const principalId = `AROAEXAMPLE${role.slice(0, 8).toUpperCase()}`;
  return {
    type: 'AssumedRole',
    principalId: `${principalId}:${session}`,
    arn: `arn:aws:sts::${demoAccount}:assumed-role/${role}/${session}`,
    accountId: demoAccount,
    accessKeyId: 'ASIAIOSFODNN7EXAMPLE',
    sessionContext: {
      sessionIssuer: {
        type: 'Role',
        principalId,
        arn: `arn:aws:iam::${demoAccount}:role/${path}${role}`,
        accountId: demoAccount,
        userName: role,
      },
      webIdFederationData: {},
      attributes: { creationDate: '2026-01-01T08:00:00Z', mfaAuthenticated: 'false' },
    },
  };
}
