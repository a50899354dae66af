import { AsyncLocalStorage } from 'node:async_hooks';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import { createRegistryStore } from '../../../src/adapters/oci/registry.ts';
import { openCatalogue } from '../../../src/app/resource/catalogue.ts';
import type { Result } from '../../../src/model/result.ts';
import type { ArtifactStore } from '../../../src/ports/artifact/artifact-store.ts';
import { artifactOf } from '../../../src/stages/resource/manifest.ts';
import { type ArtifactServer, startFolder, startReferrersRegistry } from './places.ts';

/** Called behind each change of a file, or call of a registry, that the writer makes. */
type Step = (name: string) => Promise<void>;

const writing = new AsyncLocalStorage<Step>();

/** Leaves the state as the step left it, which is what a kill would leave. */
async function stepped(name: string): Promise<void> {
  const step = writing.getStore();
  if (step !== undefined) await writing.exit(() => step(name));
}

const watched = ['link', 'mkdir', 'open', 'rename', 'rm', 'unlink', 'writeFile'] as const;
const real = { ...files };

beforeAll(() => {
  for (const name of watched) {
    const call = real[name] as (...args: unknown[]) => Promise<unknown>;
    const wrapped = async (...args: unknown[]) => {
      const done = await call(...args);
      await stepped(name);
      return done;
    };
    Object.assign(files, { [name]: wrapped });
  }
  // Whoever imported them by name calls these from now on.
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(files, real);
  syncBuiltinESMExports();
});

const places = [
  ['the folder', startFolder],
  ['a registry', startReferrersRegistry],
] as const;

const version = { tenant: 'steps', kind: 'Route', name: 'web', spec: { to: 'x' }, parents: [] };

class Killed extends Error {}

describe.each(places)('in %s', (where, start) => {
  let server: ArtifactServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const reader = (): ArtifactStore =>
    good(openArtifactStore(server.location, { env: {}, cwd: '/' }));
  const writer = (): ArtifactStore =>
    where === 'the folder'
      ? reader()
      : createRegistryStore({
          base: new URL(server.location),
          call: async (...args) => {
            const response = await fetch(...args);
            await stepped(String(args[1]?.method));
            return response;
          },
          clock: { now: () => 0, sleep: async () => undefined },
          credential: async () => undefined,
          attempts: 1,
        });

  it('a push shows nothing after any of its steps, until it shows all', async () => {
    const { digest } = await artifactOf(version);
    const seen: (string | undefined)[] = [];
    await writing.run(
      async () => {
        const catalogue = openCatalogue(reader(), 'steps');
        const entry = good(await catalogue.entry('web'));
        seen.push(entry?.current.digest);
        if (entry !== undefined) good(await catalogue.read('web', digest));
      },
      async () => good(await openCatalogue(writer(), 'steps').publish(version)),
    );
    const shown = seen.indexOf(digest);

    expect(seen.length).toBeGreaterThan(10);
    expect(shown).toBeGreaterThan(5);
    expect(seen).toEqual(seen.map((_, at) => (at < shown ? undefined : digest)));
  });

  // In a folder the lock of who ended is let go of by the end of the process, which here goes on.
  it.skipIf(where === 'the folder')('a push that ends at any call is made whole', async () => {
    for (let last = 1, isWhole = false; !isWhole; last += 1) {
      const own = { ...version, name: `web-${last}` };
      let steps = 0;
      const dying: Step = async () => {
        steps += 1;
        if (steps === last) throw new Killed();
      };
      const cut = await writing.run(dying, () => openCatalogue(writer(), 'steps').publish(own));
      isWhole = cut.ok;
      good(await openCatalogue(reader(), 'steps').publish(own));
      const entry = good(await openCatalogue(reader(), 'steps').entry(own.name));

      expect(entry?.versions).toHaveLength(1);
      expect(entry?.contested).toEqual([]);
      expect(last).toBeLessThan(50);
    }
  });
});

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
