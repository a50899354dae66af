import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isCallable } from '../../../src/adapters/net/address.ts';
import { guardedAgents } from '../../../src/adapters/net/agents.ts';

/** All notations of an IPv4 address, including those as an IPv6 address. */
function waysOf(ipv4: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const hex = [a * 256 + b, c * 256 + d].map((part) => part.toString(16)).join(':');
  return [
    ipv4,
    `::ffff:${ipv4}`,
    `::ffff:${hex}`,
    `::FFFF:0:${hex}`,
    `::${ipv4}`,
    `64:ff9b::${ipv4}`,
    `64:ff9b:1::${hex}`,
    `64:ff9b:1:a:b:c:${hex}`,
    `2002:${hex}::`,
    `2002:${hex}::1`,
    `0:0:0:0:0:ffff:${hex}`,
  ];
}

describe('the addresses that may be called', () => {
  it.each(['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'])(
    'do not include %s, in any notation',
    (address) => {
      const passed = waysOf(address).filter((one) => isCallable(one, { allowsLoopback: true }));
      expect(passed).toEqual([]);
    },
  );

  it('do not include those of this machine unless that is allowed', () => {
    const rule = { allowsLoopback: false };
    const ways = [...waysOf('127.0.0.1'), ...waysOf('127.8.9.1'), '::1'];

    expect(ways.filter((one) => isCallable(one, rule))).toEqual([]);
    expect(isCallable('::1', { allowsLoopback: true })).toBe(true);
  });

  it('do not include those of private networks unless that is allowed', () => {
    const rule = { allowsLoopback: false, refusesPrivate: true };
    expect(waysOf('10.1.2.3').filter((one) => isCallable(one, rule))).toEqual([]);
  });

  it.each(['140.82.112.3', '::ffff:140.82.112.3', '64:ff9b::140.82.112.3', '2606:50c0:8000::153'])(
    'include others, such as %s',
    (address) => {
      expect(isCallable(address, { allowsLoopback: false })).toBe(true);
    },
  );
});

describe('an agent of Node', () => {
  const failureOf = (url: string, agent: ReturnType<typeof guardedAgents>['httpAgent']) =>
    new Promise<unknown>((resolve) => {
      const call = get(url, { agent, timeout: 5000 }, (answer) => resolve(answer.statusCode));
      call.on('error', (error) => resolve('code' in error ? error.code : error.message));
      call.on('timeout', () => call.destroy(new Error('It was called.')));
    });

  it('connects neither to a refused address nor to a name that resolves to one', async () => {
    const { httpAgent } = guardedAgents({
      allowsLoopback: true,
      lookup: (_host, _options, done) => done(null, [{ address: '169.254.169.254', family: 4 }]),
    });

    expect(await failureOf('http://169.254.169.254/', httpAgent)).toBe('PARLEY_REFUSED_ADDRESS');
    expect(await failureOf('http://[::ffff:169.254.169.254]/', httpAgent)).toBe(
      'PARLEY_REFUSED_ADDRESS',
    );
    expect(await failureOf('http://logs.example/', httpAgent)).toBe('PARLEY_REFUSED_ADDRESS');
  });

  it('connects to other addresses', async () => {
    const server = createServer((_, response) => response.end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { httpAgent } = guardedAgents({ allowsLoopback: true });

    const { port } = server.address() as AddressInfo;
    expect(await failureOf(`http://127.0.0.1:${port}/`, httpAgent)).toBe(200);
    server.close();
  });
});
