import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Artifact, ArtifactDigest } from '../../../src/model/artifact.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import type { ResourceVersion } from '../../../src/model/resource.ts';
import { bytesDigest, packArchive } from '../../../src/stages/resource/archive.ts';
import {
  createAttachment,
  manifestIndex,
  packVersion,
  readIndex,
  readVersionLayer,
  readVersionManifest,
} from '../../../src/stages/resource/manifest.ts';

const machine: ResourceVersion = {
  tenant: 'team-a',
  kind: 'VirtualMachine',
  name: 'my-app',
  spec: { size: 'small', tags: { Team: 'a' } },
  parents: [],
};

const specs = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
const digests = fc.uint8Array({ maxLength: 4 }).map((bytes): ArtifactDigest => bytesDigest(bytes));
const versions = fc.record({
  tenant: fc.constantFrom('team-a', 'b'),
  kind: fc.constantFrom('VirtualMachine', 'Route'),
  name: fc.constantFrom('my-app', 'web'),
  spec: specs,
  parents: fc.array(digests, { maxLength: 4 }),
}) as fc.Arbitrary<ResourceVersion>;

function reversed(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

function layerOf({ blobs }: Artifact): Uint8Array {
  return blobs.at(-1)?.bytes ?? new Uint8Array();
}

describe('the artifact of a version', () => {
  it('has bytes that never change', async () => {
    const { digest } = await packVersion(machine);

    expect(digest).toBe('sha256:9d0536ccc5811fec1c7c25af7ad6ad8d70f0ccf6035baa7a48d84eef96d034d4');
  });

  it('has the same bytes whatever the order of keys and parents', async () => {
    await fc.assert(
      fc.asyncProperty(versions, async (version) => {
        const other = { ...version, spec: reversed(version.spec) as JsonObject };
        const again = { ...other, parents: [...version.parents].reverse() };

        expect((await packVersion(again)).digest).toBe((await packVersion(version)).digest);
      }),
    );
  });

  it('has other bytes for another spec', async () => {
    await fc.assert(
      fc.asyncProperty(versions, specs, async (version, spec) => {
        const [one, other] = [await packVersion(version), await packVersion({ ...version, spec })];
        const isSame = JSON.stringify(one.digest) === JSON.stringify(other.digest);
        const read = await readVersionLayer(layerOf(other), other.digest);

        expect(read.ok && read.value.spec).toEqual(JSON.parse(JSON.stringify(spec)));
        expect(isSame).toBe(
          layerOf(one).length === layerOf(other).length &&
            Buffer.compare(layerOf(one), layerOf(other)) === 0,
        );
      }),
    );
  });

  it('is read as what it was made of', async () => {
    await fc.assert(
      fc.asyncProperty(versions, async (version) => {
        const artifact = await packVersion(version);
        const manifest = readVersionManifest(artifact.bytes);
        const read = await readVersionLayer(layerOf(artifact), artifact.digest);
        const parents = [...new Set(version.parents)].sort();

        expect(read).toEqual({
          ok: true,
          value: { ...JSON.parse(JSON.stringify(version)), parents },
        });
        expect(manifest?.facts).toMatchObject({
          digest: artifact.digest,
          name: version.name,
          parents,
        });
      }),
    );
  });

  it('is what Flux accepts: its config, and tar+gzip as the first layer', async () => {
    const artifact = await packVersion({
      ...machine,
      source: { url: 'https://git.example.com/a', revision: 'main@sha1:0' },
    });
    const manifest = JSON.parse(Buffer.from(artifact.bytes).toString());

    expect(manifest).toMatchObject({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.cncf.flux.config.v1+json', size: 2 },
      layers: [{ mediaType: 'application/vnd.cncf.flux.content.v1.tar+gzip' }],
      annotations: {
        'org.opencontainers.image.source': 'https://git.example.com/a',
        'org.opencontainers.image.revision': 'main@sha1:0',
      },
    });
    expect(gunzipSync(layerOf(artifact)).subarray(257, 262).toString()).toBe('ustar');
  });
});

describe('bytes that are not an artifact', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another manifest', '{"schemaVersion":2,"layers":[]}'],
    ['a list', '[]'],
  ])('are not a manifest: %s', (_, text) => {
    expect(readVersionManifest(Buffer.from(text))).toBeUndefined();
    expect(readIndex(Buffer.from(text))).toEqual([]);
  });

  it('are not a manifest if a name leads elsewhere', async () => {
    const { bytes } = await packVersion(machine);
    const changed = Buffer.from(bytes).toString().replace('"my-app"', '"../app"');

    expect(readVersionManifest(Buffer.from(changed))).toBeUndefined();
  });

  it.each<[string, (text: string) => Record<string, string>]>([
    ['another file', () => ({ 'other.json': '{}' })],
    ['another spec', (text) => ({ 'resource.json': text.replace('small', 'large') })],
    ['blanks', (text) => ({ 'resource.json': text.replace('{', '{ ') })],
    ['more than fits', () => ({ 'resource.json': 'x'.repeat(2_000_000) })],
  ])('are not a version: %s', async (_, change) => {
    const artifact = await packVersion(machine);
    const text = gunzipSync(layerOf(artifact)).subarray(512).toString().replace(/\0+$/, '');
    const layer = await packArchive(change(text));

    expect((await readVersionLayer(layer, artifact.digest)).ok).toBe(false);
  });
});

describe('what is attached', () => {
  it('names what it is attached to, and has its text as it is', async () => {
    const version = await packVersion(machine);
    const attached = createAttachment(version.descriptor, {
      type: 'application/vnd.in-toto+json',
      text: '{}',
    });

    expect(attached.subject).toBe(version.digest);
    expect(JSON.parse(Buffer.from(attached.bytes).toString())).toMatchObject({
      subject: { digest: version.digest },
      layers: [{ size: 2, mediaType: 'application/vnd.in-toto+json' }],
    });
  });

  it('is listed once, in the order of digests', async () => {
    const all = await Promise.all(
      ['web', 'my-app'].map((name) => packVersion({ ...machine, name })),
    );
    const list = all.map(({ descriptor }) => descriptor);
    const index = manifestIndex([...list, ...list]);

    expect(readIndex(index.bytes).map(({ digest }) => digest)).toEqual(
      all.map(({ digest }) => digest).sort(),
    );
    expect(manifestIndex([...list].reverse()).digest).toBe(index.digest);
  });
});
