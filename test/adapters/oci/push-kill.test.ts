import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import { openCatalogue } from '../../../src/app/resource/catalogue.ts';
import type { Result } from '../../../src/model/result.ts';
import type { ArtifactStore } from '../../../src/ports/artifact/artifact-store.ts';
import { packVersion } from '../../../src/stages/resource/manifest.ts';
import { joinedScript } from '../../joined-script.ts';
import { type ArtifactServer, hasTool, startFolder, startRegistry } from './places.ts';

const script = joinedScript(join(import.meta.dirname, 'pusher.ts'));

const places = [
  ['the folder', startFolder, true],
  ['a registry', startRegistry, hasTool('registry')],
] as const;

describe.each(places.filter(([, , isHere]) => isHere))('in %s', (_, start) => {
  let server: ArtifactServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('a push killed at any moment leaves whole versions, and all that it reported', async () => {
    const reported: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const args = [script.path, server.location, 'web'];
      const pusher = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(pusher, 'close');
      let lines = 0;
      for await (const line of createInterface({ input: pusher.stdout })) {
        reported.push(line);
        lines += 1;
        // Each round kills a little later after the second push was reported.
        if (lines === 2) setTimeout(() => pusher.kill('SIGKILL'), round * 3);
      }
      await ended;
    }
    const catalogue = openCatalogue(
      good(openArtifactStore(server.location, { env: {}, cwd: '/' })),
      'killed',
    );
    const entry = good(await catalogue.entry('web'));
    const kept = entry?.versions.map(({ digest }) => digest) ?? [];
    for (const digest of kept) expect(good(await catalogue.read('web', digest)).name).toBe('web');

    expect(reported.length).toBeGreaterThanOrEqual(16);
    expect(kept).toEqual(expect.arrayContaining(reported));
    expect(entry?.missing).toEqual([]);
    expect(entry?.contested).toEqual([]);
  });

  it('a push that stops after any of its steps shows nothing before the last one', async () => {
    const version = { tenant: 'steps', kind: 'Route', name: 'web', spec: {}, parents: [] };
    const artifact = await packVersion(version);
    const store = good(openArtifactStore(server.location, { env: {}, cwd: '/' }));
    const [config, layer] = artifact.blobs;
    const steps: readonly ((at: ArtifactStore) => Promise<Result<unknown>>)[] = [
      (at) =>
        at.put(
          'steps/web',
          { ...artifact, blobs: [config, layer].filter((one) => one !== undefined) },
          [],
        ),
      (at) => at.put('steps/catalog.names', { ...artifact, blobs: artifact.blobs }, ['web']),
    ];
    for (const step of steps) {
      good(await step(store));
      expect(good(await openCatalogue(store, 'steps').entry('web'))).toBeUndefined();
    }
    good(await openCatalogue(store, 'steps').publish(version));

    expect(good(await openCatalogue(store, 'steps').entry('web'))?.current.digest).toBe(
      artifact.digest,
    );
  });
});

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
