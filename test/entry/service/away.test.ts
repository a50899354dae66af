import { afterAll, expect, it } from 'vitest';
import { startServer } from '../../adapters/store/server.ts';
import { eventually } from '../../eventually.ts';
import { removeFolders } from '../cli/parley.ts';
import { serve, settingsFolder } from './process.ts';

const token = 'token-of-some-length';
const server = startServer();
afterAll(() => {
  removeFolders();
});

it.skipIf(server === undefined)(
  'a service whose database is killed answers 503, and recovers when it is back',
  async () => {
    if (server === undefined) return;
    const folder = settingsFolder(`server:
  tokens:
    - { name: all, scopes: [read], token: "\${TOKEN}" }
`);
    const env = { PARLEY_STORE: server.url, TOKEN: token };
    const service = await serve(folder, { env });
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (path: string): Promise<number> =>
      (await fetch(`${service.url}${path}`, { headers })).status;
    try {
      expect(await ask('/api/v1/scans')).toBe(200);

      server.kill();
      // Its sessions notice a moment later.
      await eventually(async () => expect(await ask('/api/v1/scans')).toBe(503));

      expect(await ask('/readyz')).toBe(503);
      expect([await ask('/api/v1/proposals'), await ask('/healthz')]).toEqual([503, 200]);
      server.restart();
      await eventually(async () => expect(await ask('/api/v1/scans')).toBe(200));
    } finally {
      await service.stop();
      server.stop();
    }
  },
);
