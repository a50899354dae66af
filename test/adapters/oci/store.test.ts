import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArtifactStore } from '../../../src/adapters/oci/open.ts';
import type { ResourceVersion } from '../../../src/model/resource.ts';
import type { Result } from '../../../src/model/result.ts';
import type { ArtifactStore } from '../../../src/ports/artifact/artifact-store.ts';
import {
  createAttachment,
  packVersion,
  readVersionLayer,
} from '../../../src/stages/resource/manifest.ts';
import {
  type ArtifactServer,
  hasTool,
  startFolder,
  startReferrersRegistry,
  startRegistry,
} from './places.ts';

const machine: ResourceVersion = {
  tenant: 'team-a',
  kind: 'VirtualMachine',
  name: 'my-app',
  spec: { size: 'small' },
  parents: [],
};

const repository = 'team-a/my-app';

const places = [
  ['the folder', startFolder, true],
  ['a registry', startRegistry, hasTool('registry')],
  ['a registry that lists what is attached', startReferrersRegistry, true],
] as const;

describe.each(places.filter(([, , isHere]) => isHere))('%s', (where, start) => {
  let server: ArtifactServer;
  let store: ArtifactStore;

  beforeAll(async () => {
    server = await start();
    store = good(openArtifactStore(server.location, { env: {}, cwd: '/' }));
  });
  afterAll(() => server.stop());

  it('is empty at first', async () => {
    const { digest, descriptor } = await packVersion(machine);

    expect(good(await store.tags('team-a/none'))).toEqual([]);
    expect(good(await store.manifest('team-a/none', 'latest'))).toBeUndefined();
    expect(good(await store.manifest('team-a/none', digest))).toBeUndefined();
    expect(good(await store.blob('team-a/none', descriptor))).toBeUndefined();
    expect(good(await store.referrers('team-a/none', digest))).toEqual([]);
  });

  it('gives back what was put, under each of its tags and by its digest', async () => {
    const artifact = await packVersion(machine);
    good(await store.put(repository, artifact, ['one', 'latest']));
    good(await store.put(repository, artifact, ['one']));

    expect(good(await store.tags(repository))).toEqual(['latest', 'one']);
    for (const reference of ['one', 'latest', artifact.digest]) {
      const found = good(await store.manifest(repository, reference));
      expect(found?.digest).toBe(artifact.digest);
      expect(Buffer.from(found?.bytes ?? [])).toEqual(Buffer.from(artifact.bytes));
    }
  });

  it('moves a tag to the artifact that is put under it', async () => {
    const other = await packVersion({ ...machine, spec: { size: 'large' } });
    good(await store.put(repository, other, ['latest']));

    expect(good(await store.manifest(repository, 'latest'))?.digest).toBe(other.digest);
  });

  it('lists attachments, each only once however often it is attached', async () => {
    const { digest, descriptor } = await packVersion(machine);
    const type = 'application/vnd.in-toto+json';
    const attached = Array.from({ length: 5 }, (__, at) =>
      createAttachment(descriptor, { type, text: `{"at":${at}}` }),
    );
    for (const each of [...attached, ...attached]) good(await store.put(repository, each, []));
    const listed = good(await store.referrers(repository, digest));

    const fallback = good(await store.tags(repository)).filter((tag) => /^sha256-/.test(tag));

    expect(fallback).toHaveLength(where.includes('lists') ? 0 : 1);
    expect(listed.map((one) => one.digest)).toEqual(attached.map((one) => one.digest).sort());
    expect(new Set(listed.map((one) => one.artifactType))).toEqual(new Set([type]));
  });

  it.each(['../x', 'a/../b', '/etc', 'A/b', 'a//b', ''])('rejects the name %j', async (name) => {
    const artifact = await packVersion(machine);

    expect(await store.put(name, artifact, ['x'])).toMatchObject({
      ok: false,
      error: { code: 'artifact-name' },
    });
  });

  it('lists more tags than fit on a page', async () => {
    const artifact = await packVersion({ ...machine, name: 'many' });
    const tags = Array.from({ length: 120 }, (__, at) => `t-${String(at).padStart(3, '0')}`);
    good(await store.put('team-a/many', artifact, tags));

    expect(good(await store.tags('team-a/many'))).toEqual(tags);
  });

  it.runIf(hasTool('skopeo'))(
    'can be read by skopeo, and copied into a layout that is valid',
    async () => {
      const artifact = await packVersion({ ...machine, name: 'seen' });
      good(await store.put('team-a/seen', artifact, ['latest']));
      const target = await startFolder();
      mkdirSync(join(target.location, 'team-a'));
      const from = server.skopeo('team-a/seen', 'latest');
      const inspected = await skopeo('inspect', '--raw', ...from);
      const address = from.at(-1) ?? '';
      const insecure = from.length > 1 ? ['--src-tls-verify=false'] : [];
      await skopeo('copy', ...insecure, address, `oci:${target.location}/team-a/seen:latest`);
      const copy = good(openArtifactStore(target.location, { env: {}, cwd: '/' }));
      const found = good(await copy.manifest('team-a/seen', 'latest'));
      const [layer] = artifact.blobs.slice(-1);
      const manifest = JSON.parse(inspected) as { layers: readonly [{ digest: string }] };

      expect(inspected).toBe(Buffer.from(artifact.bytes).toString());
      expect(manifest.layers[0].digest).toBe(layer?.digest);
      expect(found?.digest).toBe(artifact.digest);
      expect(
        await readVersionLayer(layer?.bytes ?? new Uint8Array(), artifact.digest),
      ).toMatchObject({
        ok: true,
        value: { name: 'seen' },
      });
      await target.stop();
    },
  );
});

const execute = promisify(execFile);

async function skopeo(...args: readonly string[]): Promise<string> {
  return (await execute('skopeo', args)).stdout;
}

function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}
