import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/model/event.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { createCatalog } from '../../../src/providers/catalog/registry.ts';
import { singletons } from '../../../src/providers/catalog/singletons.ts';
import type { Estate, ManagedResource } from '../../../src/providers/catalog/types.ts';
import { awsDerivedRules } from '../../../src/providers/derived/beyond.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { auditEvent } from './event.ts';

const catalog = createCatalog(awsEntries, awsDerivedRules());
const main = 'provider["registry.terraform.io/hashicorp/aws"]';
const other = `${main}.west`;

interface Part {
  readonly address: string;
  readonly attributes: JsonObject;
  readonly provider?: string;
}

/** An estate that finds a resource by any one of its keys. */
function estateOf(...parts: readonly Part[]): Estate {
  const all = parts.map(
    ({ address, attributes, provider = main }): ManagedResource => ({
      address,
      type: address.split('.')[0] ?? '',
      provider,
      attributes,
      declares: () => false,
    }),
  );
  const ofType = (type: string) => all.filter((one) => one.type === type);
  return {
    ofType,
    types: () => [...new Set(all.map(({ type }) => type))],
    where: (type, name, value) =>
      ofType(type).filter(({ attributes }) => attributes[name] === value),
    find: ({ type, keys }) => {
      const found = ofType(type).filter(({ attributes }) =>
        keys.some((key) =>
          Object.entries(key).every(([name, value]) => attributes[name] === value),
        ),
      );
      return found.length === 1 ? found[0] : undefined;
    },
  };
}

const queueIn = (account: string, region: string, provider = main): Part => ({
  address: `aws_sqs_queue.${provider === main ? 'a' : 'b'}`,
  attributes: { arn: `arn:aws:sqs:${region}:${account}:q` },
  provider,
});

const here = queueIn('111122223333', 'eu-central-1');
const event = (service: string, operation: string, request: JsonObject = {}, response = {}) =>
  auditEvent({ service: `${service}.amazonaws.com`, operation, request, response });

/** The address of each changed resource with what changed, or the code of the problem. */
function result(call: AuditEvent, estate: Estate): unknown {
  const translation = catalog.translate(call, estate);
  if (translation.kind === 'invalid') return translation.problem.code;
  if (translation.kind !== 'effects') return translation.kind;
  const found = translation.effects.flatMap(({ resource, change }) => {
    const managed = estate.find(resource);
    return managed === undefined
      ? []
      : [[managed.address, change.kind === 'set' ? change.path.join('.') : change.kind]];
  });
  return found;
}

const calls: readonly (readonly [type: string, call: AuditEvent, changed: readonly string[]])[] = [
  ['aws_ebs_encryption_by_default', event('ec2', 'DisableEbsEncryptionByDefault'), ['enabled']],
  [
    'aws_ebs_default_kms_key',
    event('ec2', 'ModifyEbsDefaultKmsKeyId', { kmsKeyId: 'k' }, { kmsKeyId: 'arn:k' }),
    ['key_arn'],
  ],
  ['aws_ebs_default_kms_key', event('ec2', 'ResetEbsDefaultKmsKeyId'), ['delete']],
  ['aws_ec2_serial_console_access', event('ec2', 'EnableSerialConsoleAccess'), ['enabled']],
  [
    'aws_ec2_image_block_public_access',
    event('ec2', 'EnableImageBlockPublicAccess', { imageBlockPublicAccessState: 'x' }),
    ['state'],
  ],
  ['aws_ec2_image_block_public_access', event('ec2', 'DisableImageBlockPublicAccess'), ['state']],
  [
    'aws_ebs_snapshot_block_public_access',
    event('ec2', 'DisableSnapshotBlockPublicAccess'),
    ['state'],
  ],
  [
    'aws_ec2_instance_metadata_defaults',
    event('ec2', 'ModifyInstanceMetadataDefaults', { httpTokens: 'optional' }),
    ['http_tokens'],
  ],
  [
    'aws_vpc_block_public_access_options',
    event('ec2', 'ModifyVpcBlockPublicAccessOptions', { internetGatewayBlockMode: 'off' }),
    ['internet_gateway_block_mode'],
  ],
  ['aws_iam_account_password_policy', event('iam', 'DeleteAccountPasswordPolicy'), ['delete']],
  [
    'aws_iam_account_alias',
    event('iam', 'CreateAccountAlias', { accountAlias: 'new' }),
    ['account_alias'],
  ],
  ['aws_xray_encryption_config', event('xray', 'PutEncryptionConfig', { type: 'NONE' }), ['type']],
  ['aws_sns_sms_preferences', event('sns', 'SetSMSAttributes', { attributes: {} }), ['']],
];

describe.each(calls)('%s', (type, call, changed) => {
  const isAccount = singletons.get(type) === 'account';
  const setting = { address: `${type}.this`, attributes: { id: 'terraform-20260101' } };
  const found = changed.map((path) => [setting.address, path]);

  it(`is what ${call.operation} changes, where the state shows that it is there`, () => {
    expect(result(call, estateOf(setting, here))).toEqual(found);
  });

  it('of another account is left alone', () => {
    expect(result(call, estateOf(setting, queueIn('999999999999', 'eu-central-1')))).toEqual([]);
  });

  it('is told apart from that of another region by its provider', () => {
    const west = { address: `${type}.west`, attributes: { id: 'terraform-2' }, provider: other };
    const there = queueIn(isAccount ? '999999999999' : '111122223333', 'us-west-2', other);
    expect(result(call, estateOf(setting, west, here, there))).toEqual(found);
    expect(result(call, estateOf(west, there))).toEqual([]);
  });

  it('is a finding if two could be meant', () => {
    const second = { address: `${type}.b`, attributes: { id: 'terraform-2' } };
    const translation = result(call, estateOf(setting, second, here));
    expect(['ambiguous-resource', 'unidentified-resource']).toContain(translation);
  });
});

describe('a setting whose account and region are unknown', () => {
  it.each([
    ['aws_ebs_encryption_by_default', event('ec2', 'DisableEbsEncryptionByDefault')],
    ['aws_xray_encryption_config', event('xray', 'PutEncryptionConfig', { type: 'NONE' })],
  ])('is a finding: %s', (type, call) => {
    const estate = estateOf({ address: `${type}.this`, attributes: { id: 'terraform-1' } });
    expect(['ambiguous-resource', 'unidentified-resource']).toContain(result(call, estate));
  });

  it.each([
    ['the account and region', { aws_account_id: '111122223333', aws_region: 'eu-central-1' }, 1],
    ['another region', { aws_account_id: '111122223333', aws_region: 'eu-west-1' }, 0],
    ['another account', { aws_account_id: '999999999999', aws_region: 'eu-central-1' }, 0],
  ])('may name its account and region itself: %s', (_, attributes, count) => {
    const address = 'aws_vpc_block_public_access_options.this';
    const call = event('ec2', 'ModifyVpcBlockPublicAccessOptions', {
      internetGatewayBlockMode: 'off',
    });
    const estate = estateOf({ address, attributes: { id: 'x', ...attributes } });
    expect(result(call, estate)).toHaveLength(count);
  });
});

it('includes only settings that the provider has', () => {
  const types = new Set(loadSchema().types());
  expect([...singletons.keys()].filter((type) => !types.has(type))).toEqual([]);
});
