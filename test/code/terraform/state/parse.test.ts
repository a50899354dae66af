import { describe, expect, it } from 'vitest';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import type { TerraformState } from '../../../../src/code/terraform/state/types.ts';
import type { Json } from '../../../../src/model/json.ts';
import { entry, plain, stateText } from './sample.ts';

function read(text: string): TerraformState {
  const result = parseState(text, 'x.tfstate');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('parseState', () => {
  it('reads the header and an instance', () => {
    const state = read(
      stateText(entry('aws_vpc', 'main', { id: 'vpc-1' }, {}, { dependencies: ['aws_x.y'] })),
    );

    expect(state).toMatchObject({ format: 'v4', serial: 7, terraformVersion: '1.11.4' });
    expect(state.resources.map(plain)).toEqual([
      {
        address: 'aws_vpc.main',
        resourceAddress: 'aws_vpc.main',
        module: '',
        mode: 'managed',
        type: 'aws_vpc',
        name: 'main',
        key: undefined,
        provider: 'provider["registry.example.com/hashicorp/aws"]',
        attributes: { id: 'vpc-1' },
        identity: {},
        sensitivePaths: [],
        dependencies: ['aws_x.y'],
        tainted: false,
      },
    ]);
  });

  it.each<[Json, string]>([
    [undefined as unknown as Json, 'aws_vpc.a'],
    [0, 'aws_vpc.a[0]'],
    [12, 'aws_vpc.a[12]'],
    ['x', 'aws_vpc.a["x"]'],
    ['a.b', 'aws_vpc.a["a.b"]'],
    ['a"b\\c', 'aws_vpc.a["a\\"b\\\\c"]'],
    ['${x}%{y}$z', 'aws_vpc.a["$${x}%%{y}$z"]'],
    ['tab\tline\n', 'aws_vpc.a["tab\\tline\\n"]'],
    ['é', 'aws_vpc.a["é"]'],
    ['\u200b', 'aws_vpc.a["\\u200b"]'],
    ['', 'aws_vpc.a[""]'],
  ])('gives an instance with key %j the address %s', (key, address) => {
    const text = stateText(entry('aws_vpc', 'a', {}, {}, { index_key: key }));

    expect(read(text).resources.map((resource) => resource.address)).toEqual([address]);
  });

  it('prefixes module instances and data sources', () => {
    const state = read(
      stateText(
        entry('aws_vpc', 'a', {}, { module: 'module.net["eu.west"].module.core' }),
        entry('aws_ami', 'b', {}, { mode: 'data', module: 'module.m[0]' }, { index_key: 1 }),
      ),
    );

    expect(state.resources.map(({ address }) => address)).toEqual([
      'module.net["eu.west"].module.core.aws_vpc.a',
      'module.m[0].data.aws_ami.b[1]',
    ]);
    expect(state.resources[1]?.resourceAddress).toBe('module.m[0].data.aws_ami.b');
  });

  it('leaves out deposed objects, and marks tainted ones', () => {
    const instances = [
      { attributes: { id: 'new' }, status: 'tainted' },
      { attributes: { id: 'old' }, deposed: '00000001' },
    ];
    const state = read(stateText(entry('aws_vpc', 'a', {}, { instances })));

    expect(state.resources.map(({ attributes, tainted }) => [attributes['id'], tainted])).toEqual([
      ['new', true],
    ]);
  });

  it('reads identity and the plain part of flat attributes', () => {
    const state = read(
      stateText(
        entry('aws_s3_bucket', 'a', {}, {}, { identity: { bucket: 'b' } }),
        entry(
          'aws_vpc',
          'b',
          {},
          {
            instances: [{ attributes_flat: { id: 'vpc-1', 'tags.%': '1', 'tags.Name': 'x' } }],
          },
        ),
      ),
    );

    expect(state.resources[0]?.identity).toEqual({ bucket: 'b' });
    expect(state.resources[1]?.attributes).toEqual({ id: 'vpc-1' });
  });

  it.each<[string, Json, Json]>([
    ['none', [], []],
    ['null', null, []],
    ['an attribute', [[{ type: 'get_attr', value: 'password' }]], [['password']]],
    ['the flat form', [{ type: 'get_attr', value: 'password' }], [['password']]],
    [
      'indexes',
      [
        [
          { type: 'get_attr', value: 'user' },
          { type: 'index', value: { value: 0, type: 'number' } },
          { type: 'get_attr', value: 'password' },
        ],
        [
          { type: 'get_attr', value: 'variables' },
          { type: 'index', value: { value: 'KEY', type: 'string' } },
        ],
      ],
      [
        ['user', 0, 'password'],
        ['variables', 'KEY'],
      ],
    ],
    [
      'an element of a set, which has no position',
      [
        [
          { type: 'get_attr', value: 'user' },
          { type: 'index', value: { value: { a: 1 }, type: ['object', { a: 'number' }] } },
          { type: 'get_attr', value: 'password' },
        ],
      ],
      [['user']],
    ],
    ['something unheard of', { secret: true }, [[]]],
    ['an unheard-of step', [[{ type: 'wildcard' }]], [[]]],
  ])('reads sensitive_attributes: %s', (_, sensitive_attributes, expected) => {
    const state = read(stateText(entry('aws_vpc', 'a', {}, {}, { sensitive_attributes })));

    expect(state.resources[0]?.sensitivePaths).toEqual(expected);
  });

  it('reads a state without resources and one with a byte order mark', () => {
    expect(read('\uFEFF{"version":4}').resources).toEqual([]);
  });

  it('does not let keys reach the prototype', () => {
    const text = stateText(entry('aws_vpc', 'a', {})).replace(
      '"attributes":{}',
      '"attributes":{"__proto__":{"polluted":true},"id":"vpc-1"}',
    );

    const [resource] = read(text).resources;

    expect(Object.getPrototypeOf(resource?.attributes)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('parseState on terraform show -json', () => {
  const shown = {
    format_version: '1.0',
    terraform_version: '1.11.4',
    values: {
      outputs: {},
      root_module: {
        resources: [
          {
            address: 'aws_vpc.a',
            mode: 'managed',
            type: 'aws_vpc',
            name: 'a',
            provider_name: 'registry.example.com/hashicorp/aws',
            values: { id: 'vpc-1', tags: { a: 'b' } },
            sensitive_values: { tags: { a: true } },
          },
        ],
        child_modules: [
          {
            address: 'module.m["k"]',
            resources: [
              {
                address: 'module.m["k"].data.aws_ami.x[0]',
                mode: 'data',
                type: 'aws_ami',
                name: 'x',
                index: 0,
                provider_name: 'registry.example.com/hashicorp/aws',
                values: { id: 'ami-1', blocks: [{}, { secret: 's' }] },
                sensitive_values: { blocks: [{}, { secret: true }] },
                tainted: true,
              },
              {
                address: 'module.m["k"].aws_vpc.y',
                mode: 'managed',
                type: 'aws_vpc',
                name: 'y',
                deposed_key: '0000',
              },
            ],
          },
        ],
      },
    },
  };

  it('reads resources of all modules', () => {
    const state = read(JSON.stringify(shown));

    expect(state).toMatchObject({ format: 'show', serial: 0, lineage: '' });
    expect(state.resources).toMatchObject([
      { address: 'aws_vpc.a', module: '', key: undefined, sensitivePaths: [['tags', 'a']] },
      {
        address: 'module.m["k"].data.aws_ami.x[0]',
        resourceAddress: 'module.m["k"].data.aws_ami.x',
        module: 'module.m["k"]',
        key: 0,
        tainted: true,
        sensitivePaths: [['blocks', 1, 'secret']],
      },
    ]);
    expect(state.resources).toHaveLength(2);
  });

  it('reads an empty state', () => {
    expect(read('{"format_version":"1.0"}').resources).toEqual([]);
  });
});

describe('parseState refuses', () => {
  const whole = stateText(entry('aws_vpc', 'a', { id: 'SECRET' }));
  const pull = /`terraform state pull`\.$/;

  it.each<[string, string, string, RegExp?]>([
    ['an empty file', '', 'state-empty'],
    ['white space', ' \n', 'state-empty'],
    ['a cut file', whole.slice(0, -20), 'state-truncated'],
    ['a file cut within a string', '{"version": 4, "lineage": "ab', 'state-truncated'],
    ['HCL', 'resource "aws_vpc" "a" {}', 'state-not-json'],
    ['broken JSON', whole.replace('"SECRET"', 'SECRET'), 'state-not-json'],
    ['a list', '[]', 'state-not-state'],
    ['a text', '"version"', 'state-not-state'],
    ['other JSON', '{"resources": []}', 'state-not-state'],
    ['version 3', '{"version": 3, "modules": []}', 'state-version', /^Upgrade it/],
    ['version 1', '{"version": 1, "modules": []}', 'state-version', /^Upgrade it/],
    ['version 5', '{"version": 5}', 'state-version', /^Use a newer Parley/],
    ['a version that is a text', '{"version": "4"}', 'state-version'],
    ['a backend file', '{"version": 3, "backend": {"type": "s3"}}', 'state-is-backend'],
    [
      'an encrypted state',
      '{"meta": {}, "encrypted_data": "x"}',
      'state-encrypted',
      /`tofu state pull >/,
    ],
    ['a plan', '{"format_version": "1.2", "planned_values": {}}', 'state-is-plan'],
    ['resources of another shape', '{"version": 4, "resources": {}}', 'state-malformed'],
    ['a resource without a type', stateText({ mode: 'managed' }), 'state-malformed'],
    [
      'attributes that are a text',
      stateText(entry('aws_vpc', 'a', {}, {}, { attributes: 'SECRET' })),
      'state-malformed',
    ],
    ['a shown state of another shape', '{"format_version":"1.0","values":7}', 'state-malformed'],
  ])('%s', (_, text, code, hint = pull) => {
    const result = parseState(text, 'dir/x.tfstate');

    if (result.ok) throw new Error('was read');
    expect(result.error.code).toBe(code);
    expect(result.error.place?.file).toBe('dir/x.tfstate');
    expect(result.error.hint).toMatch(hint);
    expect(JSON.stringify(result.error)).not.toContain('SECRET');
  });

  it('names the place of a syntax error and of a malformed part', () => {
    const syntax = parseState('{\n  "version": 4,\n  oops\n}', 'x');
    const shape = parseState(stateText(entry('a', 'b', {}, { instances: [7] })), 'x');

    expect(!syntax.ok && syntax.error.place).toEqual({ file: 'x', line: 3, column: 3 });
    expect(!shape.ok && shape.error.message).toContain('resources.0.instances.0');
  });
});
