import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKind } from '../../../../src/adapters/notify/webhook/address.ts';

describe('an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['100.128.0.1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['169.254.0.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['192.0.0.192', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['fd20:ce::254', 'metadata'],
    ['0.0.0.0', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'reserved'],
    ['::ffff:8.8.8.8', 'reserved'],
    ['::ffff:169.254.169.254', 'reserved'],
    ['::ffff:a9fe:a9fe', 'reserved'],
    ['::ffff:127.0.0.1', 'reserved'],
    ['::127.0.0.1', 'reserved'],
    ['64:ff9b::a9fe:a9fe', 'reserved'],
    ['2002:a9fe:a9fe::', 'reserved'],
    ['2001:0:a9fe:a9fe::', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['ff02::1', 'reserved'],
    ['fe80::1%eth0', 'reserved'],
    ['localhost', 'reserved'],
    ['', 'reserved'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it('of IPv4 is never public in its IPv6 notations', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressKind(`::ffff:${address}`)).toBe('reserved');
        expect(addressKind(`::${address}`)).not.toBe('public');
      }),
    );
  });
});
