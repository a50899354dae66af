import type { Json, JsonObject } from '../../src/model/json.ts';

/** Code, state and log in which one caller did so many things to one resource. */
export interface Story {
  readonly code: string;
  readonly type: string;
  readonly attributes: JsonObject;
  readonly calls: readonly JsonObject[];
}

const account = '123456789012';

function record(at: number, service: string, name: string, request: JsonObject): JsonObject {
  return {
    eventVersion: '1.11',
    userIdentity: {
      type: 'IAMUser',
      arn: `arn:aws:iam::${account}:user/mallory`,
      accountId: account,
      userName: 'mallory',
    },
    eventTime: new Date(Date.UTC(2026, 2, 14, 2) + at * 1000).toISOString(),
    eventSource: `${service}.amazonaws.com`,
    eventName: name,
    awsRegion: 'us-east-1',
    requestParameters: request,
    eventID: `6f1b2c3d-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
    readOnly: false,
    eventType: 'AwsApiCall',
    recipientAccountId: account,
  };
}

const each = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

function rules(count: number): Story {
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
  const code = 'resource "aws_security_group" "it" {\n  name = "it"\n}\n';
  return {
    code,
    type: 'aws_security_group',
    attributes: { id: 'sg-1', name: 'it', ingress: [], egress: [] },
    calls,
  };
}

function tags(count: number): Story {
  const items: readonly Json[] = each(count, (at) => ({ key: `tag-${at}`, value: `v${at}` }));
  const request = { resourcesSet: { items: [{ resourceId: 'vpc-1' }] }, tagSet: { items } };
  return {
    code: 'resource "aws_vpc" "it" {\n  cidr_block = "10.0.0.0/16"\n}\n',
    type: 'aws_vpc',
    attributes: { id: 'vpc-1', cidr_block: '10.0.0.0/16', tags: null },
    calls: [record(0, 'ec2', 'CreateTags', request as JsonObject)],
  };
}

function variables(count: number): Story {
  const own = each(count, (at) => [`NAME_${at}`, 'x'.repeat(at % 200)] as const);
  const request = { functionName: 'it', environment: { variables: Object.fromEntries(own) } };
  return {
    code: 'resource "aws_lambda_function" "it" {\n  function_name = "it"\n  role = "r"\n}\n',
    type: 'aws_lambda_function',
    attributes: { id: 'it', function_name: 'it', role: 'r', environment: [] },
    calls: [record(0, 'lambda', 'UpdateFunctionConfiguration20150331v2', request)],
  };
}

/** What one caller may have many of, by what it is. */
export const stories: Readonly<Record<string, (count: number) => Story>> = {
  rules,
  tags,
  variables,
};
