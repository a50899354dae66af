import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalCidr } from '../../../src/providers/catalog/cidr.ts';

describe('canonicalCidr', () => {
  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['208.236.235.254/0', '0.0.0.0/0'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['255.255.255.255/31', '255.255.255.254/31'],
    ['2001:DB8:0:0:0:0:0:1/64', '2001:db8::/64'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.1/128', '::ffff:c000:201/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ])('%s is %s', (text, expected) => {
    expect(canonicalCidr(text)).toBe(expected);
  });

  it.each(['', 'x', '10.0.0.0', '10.0.0.0/33', '10.0.0/8', '::1/129', 'fe80::1%eth0/64', '1/-1'])(
    'leaves %j as it is',
    (text) => {
      expect(canonicalCidr(text)).toBe(text);
    },
  );

  it('changes nothing twice', () => {
    const cidr = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat(32)).map((parts) => parts.join('/')),
      fc.tuple(fc.ipV6(), fc.nat(128)).map((parts) => parts.join('/')),
      fc.string(),
    );

    fc.assert(
      fc.property(cidr, (text) => {
        const once = canonicalCidr(text);
        expect(canonicalCidr(once)).toBe(once);
      }),
    );
  });
});
