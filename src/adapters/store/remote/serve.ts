import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { announce, newToken, withdrawDaemon } from './daemon.ts';
import { createStoreHandler, type MoreMethods } from './server.ts';

/** Milliseconds that calls have to end when the server closes; clients may read slowly. */
const timeout = 5000;

export interface StoreServer {
  /** Takes no more calls; has to end before the store is closed. */
  close(): Promise<void>;
}

/**
 * Lets commands on this machine use a store that this process has open, because only one process
 * can open its folder. They find the address and a token in the folder, in a file that only its
 * owner can read.
 */
export async function startStoreServer({
  store,
  folder,
  more,
}: {
  readonly store: Pick<ServiceStore, 'project'>;
  /** The `.parley` folder that is open. */
  readonly folder: string;
  /** Methods in addition to those of the store; their names begin with `service.`. */
  readonly more?: MoreMethods;
}): Promise<StoreServer> {
  const token = newToken();
  const storeOf = (key: StackKey) => store.project(key);
  const own = more === undefined ? {} : { more };
  const server = createServer(createStoreHandler({ storeOf, token, ...own }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A connection that cannot be accepted, for lack of descriptors, must not end the process.
  server.on('error', () => undefined);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server has a port.');
  await announce(folder, { port: address.port, token });
  return {
    async close() {
      await withdrawDaemon(folder, token);
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), timeout);
      await closed;
      clearTimeout(late);
    },
  };
}
