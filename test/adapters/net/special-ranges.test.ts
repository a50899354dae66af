import { describe, expect, it } from 'vitest';
import { isCallable } from '../../../src/adapters/net/address.ts';
import { addressKind } from '../../../src/adapters/notify/webhook/address.ts';

/** Who may call an address with rules that allow loopback or not, and private networks or not. */
const callers = {
  all: [true, true, true, true],
  unlessPrivate: [true, false, true, false],
  ownMachine: [true, true, false, false],
  none: [false, false, false, false],
} as const;

/** No address that one of the rules refused may become allowed. */
describe('an address', () => {
  it.each<readonly [string, keyof typeof callers, ReturnType<typeof addressKind>]>([
    ['8.8.8.8', 'all', 'public'],
    ['140.82.112.3', 'all', 'public'],
    ['0.0.0.0', 'none', 'reserved'],
    ['0.1.2.3', 'none', 'reserved'],
    ['10.1.2.3', 'unlessPrivate', 'private'],
    ['100.64.0.1', 'unlessPrivate', 'private'],
    ['100.100.100.200', 'none', 'metadata'],
    ['100.128.0.1', 'all', 'public'],
    ['127.0.0.1', 'ownMachine', 'loopback'],
    ['127.8.9.1', 'ownMachine', 'loopback'],
    ['168.63.129.16', 'none', 'metadata'],
    ['168.63.129.17', 'all', 'public'],
    ['169.254.0.1', 'none', 'link-local'],
    ['169.254.169.254', 'none', 'metadata'],
    ['169.254.170.2', 'none', 'metadata'],
    ['172.15.255.255', 'all', 'public'],
    ['172.16.0.1', 'unlessPrivate', 'private'],
    ['172.31.255.255', 'unlessPrivate', 'private'],
    ['172.32.0.0', 'all', 'public'],
    ['192.0.0.1', 'all', 'reserved'],
    ['192.0.0.192', 'none', 'metadata'],
    ['192.0.2.1', 'all', 'reserved'],
    ['192.88.99.1', 'all', 'reserved'],
    ['192.168.0.1', 'unlessPrivate', 'private'],
    ['198.18.0.1', 'unlessPrivate', 'reserved'],
    ['198.19.255.255', 'unlessPrivate', 'reserved'],
    ['198.20.0.0', 'all', 'public'],
    ['198.51.100.1', 'all', 'reserved'],
    ['203.0.113.1', 'all', 'reserved'],
    ['223.255.255.255', 'all', 'public'],
    ['224.0.0.1', 'none', 'reserved'],
    ['239.255.255.255', 'none', 'reserved'],
    ['240.0.0.1', 'none', 'reserved'],
    ['255.255.255.255', 'none', 'reserved'],
    ['::', 'none', 'reserved'],
    ['::1', 'ownMachine', 'loopback'],
    ['::2', 'none', 'reserved'],
    ['::8.8.8.8', 'all', 'reserved'],
    ['::ffff:8.8.8.8', 'all', 'reserved'],
    ['::ffff:127.0.0.1', 'ownMachine', 'reserved'],
    ['::ffff:10.1.2.3', 'unlessPrivate', 'reserved'],
    ['::ffff:169.254.169.254', 'none', 'reserved'],
    ['64:ff9b::8.8.8.8', 'unlessPrivate', 'reserved'],
    ['64:ff9b::a9fe:a9fe', 'none', 'reserved'],
    ['64:ff9b::10.1.2.3', 'unlessPrivate', 'reserved'],
    ['64:ff9b:1::808:808', 'unlessPrivate', 'reserved'],
    ['64:ff9b:2::1', 'all', 'reserved'],
    ['100::1', 'all', 'reserved'],
    ['2001::1', 'all', 'reserved'],
    ['2001:0:a9fe:a9fe::', 'all', 'reserved'],
    ['2001:200::1', 'all', 'public'],
    ['2001:db8::1', 'all', 'reserved'],
    ['2002:808:808::', 'unlessPrivate', 'reserved'],
    ['2002:a9fe:a9fe::', 'none', 'reserved'],
    ['2606:4700:4700::1111', 'all', 'public'],
    ['3fff::1', 'all', 'reserved'],
    ['3fff:1000::1', 'all', 'public'],
    ['4000::1', 'all', 'reserved'],
    ['5f00::1', 'all', 'reserved'],
    ['fc00::1', 'unlessPrivate', 'private'],
    ['fd12:3456::1', 'unlessPrivate', 'private'],
    ['fd00:ec2::254', 'none', 'metadata'],
    ['fd20:ce::254', 'none', 'metadata'],
    ['fe80::1', 'none', 'link-local'],
    ['fe80::1%eth0', 'none', 'reserved'],
    ['febf::1', 'none', 'link-local'],
    ['fec0::1', 'unlessPrivate', 'link-local'],
    ['feff::1', 'unlessPrivate', 'link-local'],
    ['ff02::1', 'none', 'reserved'],
    ['2606:4700::1%eth0', 'all', 'reserved'],
    ['localhost', 'none', 'reserved'],
    ['1.2.3', 'none', 'reserved'],
  ])('%s may be called by %s, and is %s to a webhook', (address, who, kind) => {
    const isAllowed = [true, false].flatMap((allowsLoopback) =>
      [false, true].map((refusesPrivate) =>
        isCallable(address, { allowsLoopback, refusesPrivate }),
      ),
    );

    expect(isAllowed).toEqual(callers[who]);
    expect(addressKind(address)).toBe(kind);
  });
});
