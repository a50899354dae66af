import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceAddress } from '../../../src/code/terraform/address.ts';
import { formatResourceAddress, parseAddress } from '../../../src/code/terraform/address.ts';
import { cases } from '../../cases.ts';

const root = { modules: [], mode: 'managed', type: 'aws_vpc', name: 'main' } as const;

describe('parseAddress', () => {
  it.each<[string, ResourceAddress]>([
    ['aws_vpc.main', root],
    ['aws_vpc.main[0]', { ...root, key: 0 }],
    ['aws_vpc.main["a.b"]', { ...root, key: 'a.b' }],
    ['aws_vpc.main["a\\"]b"]', { ...root, key: 'a"]b' }],
    ['aws_vpc.main["$${x} %%{y}"]', { ...root, key: '${x} %{y}' }],
    ['data.aws_vpc.main', { ...root, mode: 'data' }],
    ['module.a.aws_vpc.main', { ...root, modules: [{ name: 'a' }] }],
    [
      'module.a["x"].module.b[2].data.aws_vpc.main["__proto__"]',
      {
        modules: [
          { name: 'a', key: 'x' },
          { name: 'b', key: 2 },
        ],
        mode: 'data',
        type: 'aws_vpc',
        name: 'main',
        key: '__proto__',
      },
    ],
  ])('reads %s', (text, address) => {
    const parsed = parseAddress(text);

    expect(parsed).toEqual(address);
    expect(parsed && formatResourceAddress(parsed)).toBe(text);
  });

  it.each([
    '',
    'aws_vpc',
    'aws_vpc.',
    '.main',
    'aws_vpc.main.id',
    'aws_vpc[0].main',
    'aws_vpc.main[0',
    'aws_vpc.main[-1]',
    'aws_vpc.main[x]',
    'module.a',
    'module.a["x"]',
    'module[0].a.aws_vpc.main',
    'aws_vpc.main[0][1]',
    'aws vpc.main',
  ])('rejects %s', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

it('reads back every address that it formats', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/);
  const key = fc.option(fc.oneof(fc.nat(), fc.string({ unit: 'binary' })), { nil: undefined });
  const step = fc.record({ name, key });
  const address = fc.record({
    modules: fc.array(step, { maxLength: 3 }),
    mode: fc.constantFrom('managed' as const, 'data' as const),
    type: name.map((text) => `aws_${text}`),
    name,
    key,
  });

  fc.assert(
    fc.property(address, (given) => {
      expect(parseAddress(formatResourceAddress(given))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
    { numRuns: cases(500) },
  );
});
