import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import { openCatalogue, type TenantCatalogue } from '../../../src/app/resource/catalogue.ts';
import { pushResource, removeResource } from '../../../src/app/resource/push.ts';
import { planSync } from '../../../src/app/resource/sync.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { ok, type Result } from '../../../src/model/result.ts';
import { readKind } from '../../../src/stages/resource/kind.ts';
import {
  type ArtifactServer,
  hasTool,
  startFolder,
  startRegistry,
} from '../../adapters/oci/places.ts';
import { cases } from '../../cases.ts';

const template = { language: 'terraform', text: '', file: 'template.tf' } as const;

const kinds = new Map(
  ['VirtualMachine', 'Route'].map((name) => {
    const kind = readKind(`kind: ${name}\nschema: { type: object }`, template, 'kind.yaml');
    if (!kind.ok) throw new Error(kind.error.message);
    return [name, kind.value];
  }),
);

const places = [
  ['the folder', startFolder, true],
  ['a registry', startRegistry, hasTool('registry')],
] as const;

describe.each(places.filter(([, , isHere]) => isHere))('resources in %s', (_, start) => {
  let server: ArtifactServer;
  const open = (tenant: string) =>
    openCatalogue(good(openArtifactStore(server.location, { env: {}, cwd: '/' })), tenant);
  const push = (
    catalogue: TenantCatalogue,
    tenant: string,
    name: string,
    spec: JsonObject,
    terms: Partial<Parameters<typeof pushResource>[2]> = {},
    kind = 'VirtualMachine',
  ) =>
    pushResource({ catalogue, kinds }, { tenant, kind, name, spec }, { isTrial: false, ...terms });

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('with credentials are neither published nor written into code', async () => {
    const catalogue = open('leaky');
    const spec = { env: ['ghp_abcdefghijklmnopqrstuvwxyz0123456789'] };
    const own = await push(catalogue, 'leaky', 'web', spec);
    // Published directly, without the check.
    const web = { tenant: 'leaky', kind: 'Route', name: 'web', spec, parents: [] };
    good(await catalogue.publish(web));
    const templates = { read: async () => ok(undefined) };
    const deps = {
      catalogue,
      kinds,
      templates,
      tenant: 'leaky',
      read: async () => undefined,
      owned: new Map(),
    };
    const synced = await planSync(deps, true);

    for (const said of [own, synced]) {
      expect(said).toMatchObject({ ok: false, error: { code: 'resource-credential' } });
      expect(JSON.stringify(said)).not.toContain('ghp_');
    }
  });

  it('have versions that succeed one another, and one for equal content', async () => {
    const catalogue = open('history');
    const first = good(await push(catalogue, 'history', 'web', { size: 1 })).pushed;
    const again = good(await push(catalogue, 'history', 'web', { size: 1 })).pushed;
    const second = good(await push(catalogue, 'history', 'web', { size: 2 })).pushed;
    const entry = good(await open('history').entry('web'));

    expect(first).toMatchObject({ change: 'created', number: 1, parents: [], contested: [] });
    expect(again).toMatchObject({ change: 'unchanged', digest: first.digest });
    expect(second).toMatchObject({ change: 'updated', number: 2, parents: [first.digest] });
    expect(entry?.versions.map((one) => one.digest)).toEqual([first.digest, second.digest]);
    expect(good(await open('history').read('web', first.digest)).spec).toEqual({ size: 1 });
  });

  it('are refused if based on another version, which is named', async () => {
    const catalogue = open('conflict');
    const first = good(await push(catalogue, 'conflict', 'web', { size: 1 })).pushed;
    const second = good(await push(catalogue, 'conflict', 'web', { size: 2 })).pushed;
    const cases = [
      [{ expect: first.digest }, undefined, 'resource-conflict'],
      [{ expect: 'none' as const }, undefined, 'resource-conflict'],
      [{}, 'Route', 'resource-other-kind'],
    ] as const;
    for (const [terms, kind, code] of cases) {
      const refused = await push(catalogue, 'conflict', 'web', { size: 3 }, terms, kind);

      expect(refused).toMatchObject({ ok: false, error: { code } });
      expect(refused.ok ? '' : refused.error.message).toContain(second.digest);
    }
  });

  it('can be tried without being stored', async () => {
    const catalogue = open('trial');
    const trial = good(
      await push(catalogue, 'trial', 'web', { size: 1 }, { isTrial: true }),
    ).pushed;

    expect(good(await catalogue.names())).toEqual([]);
    expect(good(await catalogue.entry('web'))).toBeUndefined();
    expect(good(await push(catalogue, 'trial', 'web', { size: 1 })).pushed.digest).toBe(
      trial.digest,
    );
  });

  it('can be removed, and come back as a new version', async () => {
    const catalogue = open('removal');
    good(await push(catalogue, 'removal', 'web', { size: 1 }));
    const gone = good(await removeResource(catalogue, 'web', { isTrial: false })).pushed;
    const twice = await removeResource(catalogue, 'web', { isTrial: false });
    const back = good(
      await push(catalogue, 'removal', 'web', { size: 1 }, { expect: 'none' }),
    ).pushed;

    expect(gone).toMatchObject({ change: 'removed', number: 2 });
    expect(twice).toMatchObject({ ok: false, error: { code: 'no-resource' } });
    expect(back).toMatchObject({ change: 'created', number: 3, parents: [gone.digest] });
  });

  it('are found even if the tag of a version or of a name is lost', async () => {
    const store = good(openArtifactStore(server.location, { env: {}, cwd: '/' }));
    const catalogue = open('lost');
    for (const size of [1, 2, 3]) good(await push(catalogue, 'lost', 'web', { size }));
    const lost = openCatalogue(
      {
        ...store,
        tags: async (name) =>
          name === 'lost/web' ? { ok: true, value: ['latest'] } : store.tags(name),
      },
      'lost',
    );
    const entry = good(await lost.entry('web'));

    expect(entry?.versions.map((one) => one.number)).toEqual([1, 2, 3]);
    expect(entry?.missing).toEqual([]);
  });

  it('lose and duplicate nothing: 20 writers at once write each name', async () => {
    const names = cases(50, 15);
    // Several writers share a process, and several processes write.
    const processes = Array.from({ length: 4 }, () => open('crowd'));
    const pushed = await Promise.all(
      Array.from({ length: 20 }, async (_, writer) => {
        const catalogue = processes[writer % processes.length] ?? open('crowd');
        const digests: string[] = [];
        for (let turn = 0; turn < names; turn += 1) {
          const name = `r-${(writer * 7 + turn) % names}`;
          const done = await push(catalogue, 'crowd', name, { writer, turn });
          digests.push(good(done).pushed.digest);
        }
        return digests;
      }),
    );
    const reader = open('crowd');
    const seen: string[] = [];
    const specs = new Set<string>();
    for (const name of good(await reader.names())) {
      const entry = good(await reader.entry(name));
      for (const { digest } of entry?.versions ?? []) {
        seen.push(digest);
        const { spec } = good(await reader.read(name, digest));
        specs.add(JSON.stringify(spec));
      }
      const store = good(openArtifactStore(server.location, { env: {}, cwd: '/' }));
      const latest = good(await store.manifest(`crowd/${name}`, 'latest'));
      expect(latest?.digest).toBe(entry?.current.digest);
    }

    expect(pushed.flat()).toHaveLength(20 * names);
    expect(seen.sort()).toEqual(pushed.flat().sort());
    expect(specs.size).toBe(20 * names);
  });
});

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
