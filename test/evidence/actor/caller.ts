import type { AuditEvent, Caller } from '../../../src/model/event.ts';

const account = '111122223333';

/** An event in which only the caller matters. */
export function eventBy(caller: Partial<Caller>): AuditEvent {
  return {
    id: 'e-1',
    cloud: 'aws',
    scope: account,
    region: 'eu-central-1',
    time: '2026-03-01T10:00:00Z',
    service: 'ec2.amazonaws.com',
    operation: 'StopInstances',
    outcome: 'success',
    caller: {
      type: 'AssumedRole',
      principal: 'arn:aws:iam::111122223333:role/app',
      userAgent: '',
      sourceIp: '203.0.113.9',
      fromConsole: false,
      ...caller,
    },
    request: {},
    response: {},
    details: {},
    omitted: [],
    digest: '0'.repeat(64),
    place: { file: 'log.json', record: 0 },
  };
}

/** The caller behind a role session. */
export function role(name: string, session: string, path = '/'): Partial<Caller> {
  return {
    type: 'AssumedRole',
    principal: `arn:aws:iam::${account}:role${path}${name}`,
    userName: name,
    sessionName: session,
  };
}

export function user(name: string): Partial<Caller> {
  return { type: 'IAMUser', principal: `arn:aws:iam::${account}:user/${name}`, userName: name };
}

export const terraformAgent =
  'APN/1.0 HashiCorp/1.0 Terraform/1.11.4 (+https://www.terraform.io) terraform-provider-aws/5.100.0 (+https://registry.terraform.io/providers/hashicorp/aws) aws-sdk-go-v2/1.36.3';
export const cliAgent =
  'aws-cli/2.24.10 md/awscrt#0.23.8 ua/2.0 os/linux#6.8 md/command#ec2.stop-instances';
export const sdkAgent = 'Boto3/1.34.0 md/Botocore#1.34.0 ua/2.0 os/linux#5.15 lang/python#3.10.12';
