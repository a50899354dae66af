import { collectRound } from '../../../src/adapters/collect/collect.ts';
import { createSource } from '../../../src/adapters/collect/sources.ts';
import { connectStore } from '../../../src/adapters/store/connect.ts';
import { SourceSettings } from '../../../src/config/sources.ts';

/**
 * Collects one round into the store of a folder, without any pauses, in a process that can be
 * killed.
 */
const [, , path = '', endpoint = '', now = ''] = process.argv;
const settings = SourceSettings.parse({
  name: 'history',
  kind: 'cloudtrail-lookup',
  regions: ['us-east-1', 'eu-central-1'],
  endpoint,
  since: '1d',
});
const timer = { elapsed: () => 0, sleep: async () => undefined, random: () => 0 };
const source = createSource(settings, { env: {}, timer, now: () => now });
if (!source.ok) throw new Error(source.error.message);
const store = await connectStore({ kind: 'folder', path }, { tenant: 'default', timeout: 10_000 });
if (!store.ok) throw new Error(store.error.message);
const log = store.value.collected;
const deps = {
  now: () => now,
  log: {
    ...log,
    async add(page: Parameters<typeof log.add>[0]) {
      process.stdout.write('store\n');
      const added = await log.add(page);
      process.stdout.write('stored\n');
      return added;
    },
  },
};
const report = await collectRound([source.value], { now }, deps);
await store.value.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
