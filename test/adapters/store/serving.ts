import { openServiceStore } from '../../../src/adapters/store/open-service.ts';
import { startStoreServer } from '../../../src/adapters/store/remote/serve.ts';

/** Opens the store of a folder and serves it to other processes until its input ends. */
const [, , folder = ''] = process.argv;
const opened = await openServiceStore({ kind: 'folder', path: folder }, { timeout: 10_000 });
if (!opened.ok) throw new Error(opened.error.message);
const { store } = opened.value;
const server = await startStoreServer({ store, folder });
process.stdout.write('serving\n');
process.stdin.resume().once('end', async () => {
  await server.close();
  await store.close();
});
