import { describe, expect, it } from 'vitest';
import type { AttributePath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import {
  collectionKind,
  isComputedOnly,
  isSensitive,
  schemaAt,
} from '../../../src/providers/schema/query.ts';

const schema = loadSchema();

describe('the shipped schemas', () => {
  it.each([
    ['aws', 1526],
    ['azurerm', 1056],
    ['google', 1068],
  ])('have every resource type of %s', (provider, count) => {
    const types = schema.types().filter((type) => type.startsWith(`${provider}_`));

    expect(types).toHaveLength(count);
    expect(types).toEqual([...types].sort());
  });

  it('recognize secrets by name where the provider schema does not mark them', () => {
    const secrets: readonly (readonly [string, AttributePath])[] = [
      ['azurerm_linux_virtual_machine', ['admin_password']],
      ['azurerm_storage_account', ['primary_connection_string']],
      ['azurerm_key_vault_secret', ['value']],
      ['google_sql_user', ['password']],
      ['google_secret_manager_secret_version', ['secret_data']],
    ];
    for (const [type, path] of secrets)
      expect([type, isSensitive(schema, type, path)]).toEqual([type, true]);
    expect(isSensitive(schema, 'azurerm_key_vault_secret', ['key_vault_id'])).toBe(false);
    expect(isSensitive(schema, 'google_kms_crypto_key', ['key_ring'])).toBe(false);
    expect(isSensitive(schema, 'azurerm_network_security_rule', ['access'])).toBe(false);
  });

  it('parses every block of every type', () => {
    const seen = new Set<unknown>();
    const walk = (type: ReturnType<typeof schema.resource>): void => {
      if (type === undefined || seen.has(type)) return;
      seen.add(type);
      for (const attribute of type.attributes.values()) {
        const { required, optional, computed } = attribute;
        expect(required || optional || computed).toBe(true);
      }
      for (const nested of type.blocks.values()) walk(nested.block);
    };

    for (const type of schema.types()) walk(schema.resource(type));

    expect(seen.size).toBeGreaterThan(4000);
  });

  it('knows the flags and limits of attributes and blocks', () => {
    const instance = schema.resource('aws_instance');

    expect(instance?.attributes.get('tags')).toEqual({
      type: { kind: 'map', element: { kind: 'string' } },
      required: false,
      optional: true,
      computed: false,
      sensitive: false,
      writeOnly: false,
      deprecated: false,
    });
    expect(instance?.attributes.get('cpu_core_count')?.deprecated).toBe(true);
    expect(instance?.blocks.get('root_block_device')).toMatchObject({ nesting: 'list', max: 1 });
    expect(instance?.blocks.get('ebs_block_device')).toMatchObject({ nesting: 'set', max: 0 });
    expect(schema.resource('aws_dynamodb_table')?.blocks.get('attribute')?.min).toBe(0);
    expect(schema.resource('aws_lb_listener')?.blocks.get('default_action')?.min).toBe(1);
  });

  it.each(['aws_nothing', 'random_password', '__proto__', 'constructor', ''])(
    'has no type %j',
    (type) => {
      expect(schema.resource(type)).toBeUndefined();
      expect(schemaAt(schema, type, ['id'])).toBeUndefined();
      expect(isComputedOnly(schema, type, ['id'])).toBe(false);
      expect(isSensitive(schema, type, ['id'])).toBe(false);
    },
  );

  it('names the secrets of data sources', () => {
    expect(schema.sensitiveData('aws_ssm_parameter')).toEqual(['value']);
    expect(schema.sensitiveData('aws_secretsmanager_secret_version')).toEqual([
      'secret_binary',
      'secret_string',
    ]);
    expect(schema.sensitiveData('aws_ami')).toEqual([]);
    expect(schema.sensitiveData('__proto__')).toEqual([]);
  });
});

const rule = { element: { from_port: 22 } };

describe('schemaAt', () => {
  it.each<[string, AttributePath, string]>([
    ['aws_instance', [], 'resource'],
    ['aws_instance', ['instance_type'], 'attribute string'],
    ['aws_instance', ['tags'], 'attribute map'],
    ['aws_instance', ['tags', 'Team'], 'attribute string'],
    ['aws_instance', ['tags', '__proto__'], 'attribute string'],
    ['aws_instance', ['root_block_device'], 'block list'],
    ['aws_instance', ['root_block_device', 0], 'member list'],
    ['aws_instance', ['root_block_device', 0, 'volume_size'], 'attribute number'],
    ['aws_instance', ['ebs_block_device', { element: { device_name: 'x' } }], 'member set'],
    ['aws_instance', ['timeouts', 'create'], 'attribute string'],
    ['aws_security_group', ['ingress'], 'attribute set'],
    ['aws_security_group', ['ingress', rule], 'attribute object'],
    ['aws_security_group', ['ingress', rule, 'from_port'], 'attribute number'],
    ['aws_security_group', ['ingress', rule, 'cidr_blocks', 0], 'attribute string'],
  ])('%s %j is %s', (type, path, expected) => {
    const place = schemaAt(schema, type, path);

    const detail = place?.kind === 'attribute' ? place.type.kind : nestingOf(place);
    expect([place?.kind, detail].filter(Boolean).join(' ')).toBe(expected);
  });

  it.each<[string, AttributePath]>([
    ['aws_instance', ['nothing']],
    ['aws_instance', ['__proto__']],
    ['aws_instance', [0]],
    ['aws_instance', ['instance_type', 'x']],
    ['aws_instance', ['tags', 0]],
    ['aws_instance', ['root_block_device', 'volume_size']],
    ['aws_instance', ['ebs_block_device', 0]],
    ['aws_security_group', ['ingress', rule, 'nothing']],
  ])('%s %j leads nowhere', (type, path) => {
    expect(schemaAt(schema, type, path)).toBeUndefined();
  });

  function nestingOf(place: ReturnType<typeof schemaAt>): string {
    return place?.kind === 'block' || place?.kind === 'member' ? place.nested.nesting : '';
  }
});

describe('questions about a path', () => {
  it.each<[string, AttributePath, boolean]>([
    ['aws_s3_bucket', ['bucket_domain_name'], true],
    ['aws_s3_bucket', ['bucket'], false],
    ['aws_security_group', ['owner_id'], true],
    ['aws_security_group', ['ingress', rule], false],
    ['aws_instance', ['root_block_device', 0, 'volume_id'], true],
    ['aws_instance', ['root_block_device', 0, 'volume_size'], false],
    ['aws_instance', ['root_block_device'], false],
  ])('%s %j is computed only: %s', (type, path, expected) => {
    expect(isComputedOnly(schema, type, path)).toBe(expected);
  });

  it.each<[string, AttributePath, boolean]>([
    ['aws_db_instance', ['password'], true],
    ['aws_db_instance', ['password_wo'], true],
    ['aws_db_instance', ['username'], false],
    ['aws_mq_broker', ['user', { element: {} }, 'password'], true],
    ['aws_mq_broker', ['user', { element: {} }, 'username'], false],
  ])('%s %j is sensitive: %s', (type, path, expected) => {
    expect(isSensitive(schema, type, path)).toBe(expected);
  });

  it.each<[string, AttributePath, string | undefined]>([
    ['aws_security_group', ['ingress'], 'set'],
    ['aws_security_group', ['ingress', rule, 'cidr_blocks'], 'list'],
    ['aws_instance', ['ebs_block_device'], 'set'],
    ['aws_instance', ['root_block_device'], 'list'],
    ['aws_instance', ['tags'], 'map'],
    ['aws_instance', ['timeouts'], undefined],
    ['aws_instance', ['ami'], undefined],
  ])('%s %j is a %s', (type, path, expected) => {
    expect(collectionKind(schema, type, path)).toBe(expected);
  });
});
