import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { StateIndex } from '../../../../src/code/terraform/state/types.ts';
import type { ResourceRef } from '../../../../src/model/effect.ts';
import type { Json } from '../../../../src/model/json.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { account, entry, stateText } from './sample.ts';

const schema = loadSchema();
const other = '999999999999';

function index(...resources: readonly Json[]): StateIndex {
  const state = parseState(stateText(...resources), 'x.tfstate');
  if (!state.ok) throw new Error(state.error.message);
  return createStateIndex(state.value, schema);
}

function found(at: StateIndex, type: string, ...keys: ResourceRef['keys']): string {
  const result = at.find({ type, keys });
  switch (result.kind) {
    case 'found':
      return result.resource.address;
    case 'ambiguous':
      return `ambiguous: ${result.addresses.join(', ')}`;
    case 'none':
      return 'none';
  }
}

const role = (name: string, id = account) =>
  entry('aws_iam_role', name, { id: name, name, arn: `arn:aws:iam::${id}:role/team/${name}` });
const lambda = (name: string, region: string) =>
  entry('aws_lambda_function', `${name}_${region.replaceAll('-', '_')}`, {
    id: name,
    function_name: name,
    arn: `arn:aws:lambda:${region}:${account}:function:${name}`,
  });
const queue = (name: string, id = account) => {
  const url = `https://sqs.eu-west-1.amazonaws.com/${id}/${name}`;
  const arn = `arn:aws:sqs:eu-west-1:${id}:${name}`;
  return entry('aws_sqs_queue', `${name}_${id}`, { id: url, url, name, arn });
};

const estate = index(
  role('web'),
  role('ops'),
  lambda('api', 'eu-west-1'),
  lambda('api', 'us-east-1'),
  lambda('worker', 'eu-west-1'),
  queue('orders'),
  queue('orders', other),
  queue('mail'),
  entry('aws_s3_bucket', 'logs', { id: 'logs-1', bucket: 'logs-1', arn: 'arn:aws:s3:::logs-1' }),
  entry('aws_s3_bucket_versioning', 'logs', { id: 'logs-1', bucket: 'logs-1' }),
  entry('aws_security_group', 'a', { id: 'sg-0aaaaaaa', name: 'web', owner_id: account }),
  entry('aws_security_group', 'b', { id: 'sg-0bbbbbbb', name: 'web', owner_id: other }),
  entry('aws_security_group', 'c', { id: 'sg-0ccccccc', name: 'db', owner_id: account }),
  entry('aws_db_instance', 'main', {
    id: 'db-ABCDEF',
    identifier: 'main-db',
    resource_id: 'db-ABCDEF',
    arn: `arn:aws:rds:eu-west-1:${account}:db:main-db`,
  }),
  entry('aws_route53_record', 'www', { zone_id: 'Z1', name: 'www.example.com', type: 'A' }),
  entry('aws_route53_record', 'www6', { zone_id: 'Z1', name: 'www.example.com', type: 'AAAA' }),
  entry('aws_route53_record', 'any', {
    zone_id: 'Z1',
    name: '*.example.com',
    type: 'A',
    set_identifier: '',
  }),
  entry('aws_cloudwatch_log_group', 'app', {
    id: '/aws/lambda/app',
    name: '/aws/lambda/app',
    arn: `arn:aws:logs:eu-west-1:${account}:log-group:/aws/lambda/app`,
  }),
  entry('aws_lambda_permission', 'p', {
    id: 'allow',
    statement_id: 'allow',
    function_name: `arn:aws:lambda:eu-west-1:${account}:function:worker`,
  }),
  entry('aws_iam_role_policy_attachment', 'x', {
    id: 'web-1',
    role: 'web',
    policy_arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
  }),
  entry('aws_ssm_parameter', 'p', {
    id: '/app/key',
    name: '/app/key',
    arn: `arn:aws:ssm:eu-west-1:${account}:parameter/app/key`,
  }),
  entry('aws_vpc', 'd', { id: 'vpc-1' }, { mode: 'data' }),
);

describe('find by one key', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['id', 'aws_security_group', { id: 'sg-0aaaaaaa' }, 'aws_security_group.a'],
    ['an attribute of its type', 'aws_s3_bucket', { bucket: 'logs-1' }, 'aws_s3_bucket.logs'],
    ['ARN', 'aws_iam_role', { arn: `arn:aws:iam::${account}:role/team/web` }, 'aws_iam_role.web'],
    [
      'name where the id is it',
      'aws_s3_bucket_versioning',
      { name: 'logs-1' },
      'aws_s3_bucket_versioning.logs',
    ],
    [
      'id where the name is it',
      'aws_lambda_function',
      { id: 'worker' },
      'aws_lambda_function.worker_eu_west_1',
    ],
    ['name of a queue', 'aws_sqs_queue', { name: 'mail' }, `aws_sqs_queue.mail_${account}`],
    [
      'old queue URL',
      'aws_sqs_queue',
      { url: `https://eu-west-1.queue.amazonaws.com/${account}/orders` },
      `aws_sqs_queue.orders_${account}`,
    ],
    [
      'ARN of a type that has none',
      'aws_s3_bucket_versioning',
      { arn: 'arn:aws:s3:::logs-1' },
      'aws_s3_bucket_versioning.logs',
    ],
    [
      'ARN with a log group suffix',
      'aws_cloudwatch_log_group',
      { arn: `arn:aws:logs:eu-west-1:${account}:log-group:/aws/lambda/app:*` },
      'aws_cloudwatch_log_group.app',
    ],
    [
      'ARN with a version',
      'aws_lambda_function',
      { arn: `arn:aws:lambda:eu-west-1:${account}:function:api:7` },
      'aws_lambda_function.api_eu_west_1',
    ],
    [
      'ARN given as a name',
      'aws_lambda_function',
      { function_name: `arn:aws:lambda:us-east-1:${account}:function:api` },
      'aws_lambda_function.api_us_east_1',
    ],
    [
      'ARN given as the name of a parameter',
      'aws_ssm_parameter',
      { name: `arn:aws:ssm:eu-west-1:${account}:parameter/app/key` },
      'aws_ssm_parameter.p',
    ],
    [
      'database in another case',
      'aws_db_instance',
      { identifier: 'Main-DB' },
      'aws_db_instance.main',
    ],
    ['bucket in another case', 'aws_s3_bucket', { bucket: 'Logs-1' }, 'none'],
    ['another id', 'aws_security_group', { id: 'sg-0ddddddd' }, 'none'],
    ['ARN of another role', 'aws_iam_role', { arn: `arn:aws:iam::${account}:role/web` }, 'none'],
    [
      'ARN in another account',
      'aws_iam_role',
      { arn: `arn:aws:iam::${other}:role/team/web` },
      'none',
    ],
    ['an attribute that names nothing', 'aws_security_group', { owner_id: 'x' }, 'none'],
    ['an empty text', 'aws_route53_record', { set_identifier: '' }, 'none'],
    ['a data source', 'aws_vpc', { id: 'vpc-1' }, 'none'],
    ['another type', 'aws_subnet', { id: 'sg-0aaaaaaa' }, 'none'],
    ['a prototype member', 'aws_vpc', { constructor: 'x' }, 'none'],
    ['no attribute', 'aws_vpc', {}, 'none'],
  ])('%s', (_, type, key, expected) => {
    expect(found(estate, type, key)).toBe(expected);
  });
});

describe('find by several attributes', () => {
  const record = { zone_id: 'Z1', name: 'www.example.com' };

  it.each<[string, string, Record<string, string>, string]>([
    ['all fit', 'aws_route53_record', { ...record, type: 'AAAA' }, 'aws_route53_record.www6'],
    ['one does not', 'aws_route53_record', { ...record, type: 'TXT' }, 'none'],
    [
      'several resources',
      'aws_route53_record',
      record,
      'ambiguous: aws_route53_record.www, aws_route53_record.www6',
    ],
    [
      'domains in another spelling',
      'aws_route53_record',
      { zone_id: '/hostedzone/Z1', name: 'WWW.Example.com.', type: 'A' },
      'aws_route53_record.www',
    ],
    [
      'an escaped wildcard',
      'aws_route53_record',
      { zone_id: 'Z1', name: '\\052.example.com.', type: 'A' },
      'aws_route53_record.any',
    ],
    [
      'an empty text fits nothing',
      'aws_route53_record',
      { ...record, type: 'A', set_identifier: '' },
      'aws_route53_record.www',
    ],
    [
      'a name for an ARN',
      'aws_lambda_permission',
      { function_name: 'worker', statement_id: 'allow' },
      'aws_lambda_permission.p',
    ],
    [
      'an ARN of another resource',
      'aws_iam_role_policy_attachment',
      { role: 'web', policy_arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
      'aws_iam_role_policy_attachment.x',
    ],
    [
      'a scope instead of an ARN',
      'aws_lambda_function',
      { function_name: 'worker', arn: `${other}:eu-west-1` },
      'none',
    ],
  ])('%s', (_, type, key, expected) => {
    expect(found(estate, type, key)).toBe(expected);
  });
});

describe('find by alternatives', () => {
  const sg = 'aws_security_group';

  it.each<[string, string, ResourceRef['keys'], string]>([
    ['the second fits', sg, [{ id: 'x' }, { name: 'db' }], 'aws_security_group.c'],
    [
      'the first is not unique',
      sg,
      [{ name: 'web' }, { id: 'sg-0bbbbbbb' }],
      'aws_security_group.b',
    ],
    [
      'none is unique',
      sg,
      [{ name: 'web' }],
      'ambiguous: aws_security_group.a, aws_security_group.b',
    ],
    ['a name of a thing with another id', sg, [{ id: 'sg-0ddddddd' }, { name: 'db' }], 'none'],
    [
      'account and region of an ARN tell namesakes apart',
      'aws_lambda_function',
      [{ function_name: 'api' }, { arn: `arn:aws:lambda:us-east-1:${account}:function:api:PROD` }],
      'aws_lambda_function.api_us_east_1',
    ],
    [
      'the account in the ARN of a security group',
      sg,
      [{ name: 'web' }, { arn: `arn:aws:ec2:eu-west-1:${other}:security-group/sg-0eeeeeee` }],
      'aws_security_group.b',
    ],
    [
      'a namesake in another account',
      'aws_lambda_function',
      [{ arn: `arn:aws:lambda:eu-west-1:${other}:function:worker` }, { function_name: 'worker' }],
      'none',
    ],
    [
      'a queue of that name in another account',
      'aws_sqs_queue',
      [{ url: `https://sqs.eu-west-1.amazonaws.com/${other}/mail` }, { name: 'mail' }],
      'none',
    ],
    ['no alternative at all', sg, [], 'none'],
  ])('%s', (_, type, keys, expected) => {
    expect(found(estate, type, ...keys)).toBe(expected);
  });
});
