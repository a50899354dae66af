import { describe, expect, it } from 'vitest';
import { encodeSchema, type SourceProvider } from '../../../scripts/provider-schema/encode.ts';
import { readSchema } from '../../../src/providers/schema/load.ts';

const settings = {
  attributes: { size: { type: 'number', optional: true } },
} as const;

const source: SourceProvider = {
  resource_schemas: {
    x_widget: {
      block: {
        deprecated: true,
        attributes: {
          id: { type: 'string', computed: true },
          name: { type: 'string', required: true, deprecated: true },
          token: { type: 'string', optional: true, sensitive: true, write_only: true },
          rules: { type: ['set', ['object', { port: 'number' }]], optional: true, computed: true },
          shape: { type: ['tuple', ['string', 'dynamic']], optional: true },
          nested: {
            nested_type: {
              nesting_mode: 'list',
              attributes: {
                key: { type: 'string', required: true },
                secret: { type: 'string', optional: true, sensitive: true },
              },
            },
            optional: true,
          },
        },
        block_types: {
          settings: { nesting_mode: 'list', block: settings, min_items: 1, max_items: 2 },
          timeouts: { nesting_mode: 'single', block: {} },
        },
      },
    },
    x_gadget: { block: { block_types: { settings: { nesting_mode: 'map', block: settings } } } },
  },
  data_source_schemas: {
    x_secret: { block: { attributes: { value: { type: 'string', sensitive: true } } } },
    x_plain: { block: { attributes: { value: { type: 'string', computed: true } } } },
  },
};

describe('encodeSchema', () => {
  const text = encodeSchema('acme/x', '1.2.3', source);
  const schema = readSchema(text);

  it('keeps types, flags, nesting and limits', () => {
    const widget = schema.resource('x_widget');

    expect([schema.provider, schema.version]).toEqual(['acme/x', '1.2.3']);
    expect(schema.types()).toEqual(['x_gadget', 'x_widget']);
    expect(widget?.deprecated).toBe(true);
    expect(widget?.attributes.get('id')).toMatchObject({ computed: true, optional: false });
    expect(widget?.attributes.get('name')).toMatchObject({ required: true, deprecated: true });
    expect(widget?.attributes.get('token')).toMatchObject({ sensitive: true, writeOnly: true });
    expect(widget?.attributes.get('rules')?.type).toEqual({
      kind: 'set',
      element: { kind: 'object', attributes: new Map([['port', { kind: 'number' }]]) },
    });
    expect(widget?.attributes.get('shape')?.type).toEqual({
      kind: 'tuple',
      elements: [{ kind: 'string' }, { kind: 'dynamic' }],
    });
    expect(widget?.blocks.get('settings')).toMatchObject({ nesting: 'list', min: 1, max: 2 });
    expect(widget?.blocks.get('timeouts')).toMatchObject({ nesting: 'single', min: 0, max: 0 });
    expect(schema.resource('x_gadget')?.blocks.get('settings')?.nesting).toBe('map');
  });

  it('makes an attribute with a secret inside one secret of object type', () => {
    const nested = schema.resource('x_widget')?.attributes.get('nested');

    expect(nested?.sensitive).toBe(true);
    expect(nested?.type).toMatchObject({ kind: 'list', element: { kind: 'object' } });
  });

  it('stores equal blocks once', () => {
    const widget = schema.resource('x_widget')?.blocks.get('settings')?.block;
    const gadget = schema.resource('x_gadget')?.blocks.get('settings')?.block;

    expect(widget).toBe(gadget);
  });

  it('names data sources that hold secrets, and only those', () => {
    expect(schema.sensitiveData('x_secret')).toEqual(['value']);
    expect(schema.sensitiveData('x_plain')).toEqual([]);
  });

  it('does not depend on the order of the source', () => {
    const turned = Object.entries(source.resource_schemas ?? {}).reverse();

    const again = encodeSchema('acme/x', '1.2.3', {
      ...source,
      resource_schemas: Object.fromEntries(turned),
    });

    expect(again).toBe(text);
  });

  it('refuses a file of another format', () => {
    expect(() => readSchema(text.replace('"format":1', '"format":2'))).toThrow('schema format 2');
  });
});
