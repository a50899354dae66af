import type { LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isCallable } from '../../../../src/adapters/net/address.ts';
import { isLocal, urlFailure } from '../../../../src/adapters/state-source/http/address.ts';

const strict = { allowsLoopback: false };
const loose = { allowsLoopback: true };

describe('an address', () => {
  it.each([
    ['10.1.2.3', true],
    ['192.168.0.1', true],
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['fd12::1', true],
    ['127.0.0.1', 'on this machine'],
    ['127.9.9.9', 'on this machine'],
    ['::1', 'on this machine'],
    ['::ffff:127.0.0.1', 'on this machine'],
    ['0.0.0.0', false],
    ['::', false],
    ['100.100.100.200', false],
    ['168.63.129.16', false],
    ['192.0.0.192', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['fd20:ce::254', false],
    ['ff02::1', false],
    ['localhost', false],
  ])('%s: %s', (address, callable) => {
    expect(isCallable(address, strict)).toBe(callable === true);
    expect(isCallable(address, loose)).toBe(callable !== false);
  });

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['172.15.0.1', true],
    ['172.32.0.1', true],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['100.64.0.1', false],
    ['198.19.0.1', false],
    ['fd12::1', false],
    ['fec0::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['127.0.0.1', false],
  ])('%s where private networks are refused: %s', (address, callable) => {
    expect(isCallable(address, { allowsLoopback: false, refusesPrivate: true })).toBe(callable);
  });

  it('is never link-local, in any notation', () => {
    const byte = fc.nat(255);
    const forms = fc.constantFrom<(a: number, b: number) => string>(
      (a, b) => `169.254.${a}.${b}`,
      (a, b) => `[::ffff:169.254.${a}.${b}]`,
      (a, b) => `[64:ff9b::169.254.${a}.${b}]`,
      (a, b) => `[2002:a9fe:${((a << 8) | b).toString(16)}::1]`,
      (a, b) => `0xa9fe${((a << 8) | b).toString(16).padStart(4, '0')}`,
      (a, b) => String(((169 << 24) | (254 << 16) | (a << 8) | b) >>> 0),
      (a, b) => `0251.0376.${a}.${b}`,
    );
    fc.assert(
      fc.property(byte, byte, forms, (a, b, form) => {
        expect(urlFailure(new URL(`http://${form(a, b)}/latest`), loose)).toEqual({
          kind: 'address',
        });
      }),
    );
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'https://me:pw@example.com/'])(
    '%s is not called',
    (url) => {
      expect(urlFailure(new URL(url), loose)).toEqual({ kind: 'address' });
    },
  );

  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost', true],
    ['https://localhost', false],
    ['http://localhost.example.com', false],
    ['http://10.0.0.1', false],
    ['nonsense', false],
  ])('%s is an emulator: %s', (url, local) => {
    expect(isLocal(url)).toBe(local);
  });
});

describe('a name', () => {
  const find = (all: boolean, ...found: readonly string[]) =>
    new Promise<unknown>((resolve) => {
      const lookup = guardedLookup({
        allowsLoopback: false,
        lookup: (_, __, callback) => {
          const addresses: LookupAddress[] = found.map((address) => ({
            address,
            family: address.includes(':') ? 6 : 4,
          }));
          callback(null, addresses);
        },
      });
      lookup('state.example.com', { all }, (error, address, family) =>
        resolve(error === null ? [address, family] : error.code),
      );
    });

  it('resolves to its addresses', async () => {
    expect(await find(false, '93.184.216.34', '10.0.0.1')).toEqual(['93.184.216.34', 4]);
    expect(await find(true, '2606:2800::1')).toEqual([
      [{ address: '2606:2800::1', family: 6 }],
      undefined,
    ]);
  });

  it.each([[['169.254.169.254']], [['93.184.216.34', '::ffff:a9fe:a9fe']], [['127.0.0.1']], [[]]])(
    'is refused with %j',
    async (found) => {
      expect(await find(true, ...found)).toBe('PARLEY_REFUSED_ADDRESS');
      expect(await find(false, ...found)).toBe('PARLEY_REFUSED_ADDRESS');
    },
  );
});
