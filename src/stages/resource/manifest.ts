import { z } from 'zod';
import type { Artifact, ArtifactDigest, Blob, Descriptor } from '../../model/artifact.ts';
import { canonicalJson, type Json } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import {
  isKindName,
  isResourceName,
  type ResourceVersion,
  type VersionFacts,
} from '../../model/resource.ts';
import { fail, type Result } from '../../model/result.ts';
import { compareText } from '../../model/text.ts';
import { bytesDigest, packArchive, toBlob, unpackArchive } from './archive.ts';
import type { KindTemplate } from './kind.ts';
import { ArtifactDigestText, readRecord, recordText } from './record.ts';
import { templateRecord } from './template-record.ts';

export const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const resourceType = 'application/vnd.parley.resource.v1+json';
/** Media types that Flux's OCIRepository accepts as its own. */
const fluxConfigType = 'application/vnd.cncf.flux.config.v1+json';
const fluxLayerType = 'application/vnd.cncf.flux.content.v1.tar+gzip';

const keys = {
  tenant: 'dev.parley.tenant',
  kind: 'dev.parley.kind',
  name: 'dev.parley.name',
  parents: 'dev.parley.parents',
  removed: 'dev.parley.removed',
  source: 'org.opencontainers.image.source',
  revision: 'org.opencontainers.image.revision',
} as const;

const recordFile = 'resource.json';
/** Maximum size of an unpacked layer in bytes: a spec of 64 KiB, its parents, and tar blocks. */
const largestLayer = 1 << 20;

const DescriptorForm = z.object({
  mediaType: z.string(),
  digest: ArtifactDigestText,
  size: z.int().nonnegative(),
  artifactType: z.string().exactOptional(),
  annotations: z.record(z.string(), z.string()).exactOptional(),
});

const ManifestForm = z.object({
  artifactType: z.string().optional(),
  layers: z.array(DescriptorForm),
  annotations: z.record(z.string(), z.string()).default({}),
});

/**
 * The artifact of a version. Equal versions have equal bytes, regardless of who makes them and
 * when.
 */
export async function packVersion(version: ResourceVersion): Promise<Artifact> {
  const text = recordText(version);
  const layer = toBlob(await packArchive({ [recordFile]: text }));
  const { tenant, kind, name, parents, removed, source } = version;
  const annotations = {
    [keys.tenant]: tenant,
    [keys.kind]: kind,
    [keys.name]: name,
    [keys.source]: source?.url ?? `urn:parley:${tenant}:${name}`,
    [keys.revision]: source?.revision ?? bytesDigest(Buffer.from(text)),
    ...(parents.length === 0 ? {} : { [keys.parents]: [...new Set(parents)].sort().join(',') }),
    ...(removed === true ? { [keys.removed]: 'true' } : {}),
  };
  return assembled({ artifactType: resourceType, layer, layerType: fluxLayerType, annotations });
}

/** An artifact attached to another one, such as a receipt to the version that it concerns. */
export function createAttachment(
  subject: Descriptor,
  { type, text }: { readonly type: string; readonly text: string },
): Artifact {
  const layer = toBlob(Buffer.from(text));
  return assembled({ artifactType: type, layer, layerType: type, annotations: {}, subject });
}

/** A marker that a tenant has a resource with that name. */
export function nameMarker(name: string): Artifact {
  const type = 'application/vnd.parley.name.v1+json';
  const layer = toBlob(Buffer.from(JSON.stringify({ name })));
  return assembled({ artifactType: type, layer, layerType: type, annotations: {} });
}

/** Stores the template of a kind, for the files that were made from it. */
export function templateArtifact(template: Pick<KindTemplate, 'language' | 'text'>): Artifact {
  const type = 'application/vnd.parley.template.v1+json';
  const layer = toBlob(Buffer.from(templateRecord(template)));
  return assembled({ artifactType: type, layer, layerType: type, annotations: {} });
}

/**
 * Descriptor of the first layer of an artifact that is not a version; undefined if the bytes are
 * not a manifest.
 */
export function parseFirstLayer(bytes: Uint8Array): Descriptor | undefined {
  const read = ManifestForm.safeParse(parsedJson(Buffer.from(bytes).toString('utf8')));
  return read.success ? read.data.layers[0] : undefined;
}

interface Parts {
  readonly artifactType: string;
  readonly layer: Blob;
  readonly layerType: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly subject?: Descriptor;
}

function assembled({ artifactType, layer, layerType, annotations, subject }: Parts): Artifact {
  const config = toBlob(Buffer.from('{}'));
  const manifest = {
    schemaVersion: 2,
    mediaType: manifestType,
    artifactType,
    config: descriptorOf(fluxConfigType, config),
    layers: [descriptorOf(layerType, layer)],
    annotations,
    ...(subject === undefined ? {} : { subject: { ...subject } }),
  };
  const own = toBlob(Buffer.from(canonicalJson(manifest as Json)));
  return {
    ...own,
    mediaType: manifestType,
    blobs: [config, layer],
    ...(subject === undefined ? {} : { subject: subject.digest }),
    descriptor: { ...descriptorOf(manifestType, own), artifactType, annotations },
  };
}

function descriptorOf(mediaType: string, { digest, bytes }: Blob) {
  return { mediaType, digest, size: bytes.byteLength };
}

/** The manifest of a version as stored in a registry. */
export interface ReadManifest {
  readonly facts: VersionFacts;
  readonly descriptor: Descriptor;
  readonly layer: Descriptor;
}

/** Undefined if the bytes are not the manifest of a version. */
export function readVersionManifest(bytes: Uint8Array): ReadManifest | undefined {
  const read = ManifestForm.safeParse(parsedJson(Buffer.from(bytes).toString('utf8')));
  if (!read.success || read.data.artifactType !== resourceType) return undefined;
  const { annotations, layers } = read.data;
  const [tenant = '', kind = '', name = ''] = [keys.tenant, keys.kind, keys.name].map(
    (key) => annotations[key],
  );
  const parents = z
    .array(ArtifactDigestText)
    .safeParse(annotations[keys.parents]?.split(',') ?? []).data;
  const [layer] = layers;
  const isNamed = isResourceName(tenant) && isKindName(kind) && isResourceName(name);
  if (!isNamed || parents === undefined || layer === undefined) return undefined;
  const removed = annotations[keys.removed] === 'true' ? { removed: true as const } : {};
  const own = toBlob(bytes);
  return {
    facts: { digest: own.digest, tenant, kind, name, parents, ...removed },
    descriptor: descriptorOf(manifestType, own),
    layer,
  };
}

/** The version in a layer, if its artifact has the given digest. */
export async function readVersionLayer(
  bytes: Uint8Array,
  digest: ArtifactDigest,
): Promise<Result<ResourceVersion, 'broken'>> {
  const files = await unpackArchive(bytes, largestLayer);
  if (!files.ok) return files;
  const version = readRecord(files.value.get(recordFile) ?? '');
  if (!version.ok) return version;
  const again = await packVersion(version.value);
  return again.digest === digest ? version : fail('broken');
}

const IndexForm = z.object({ manifests: z.array(DescriptorForm).default([]) });

export const indexType = 'application/vnd.oci.image.index.v1+json';

/** Descriptors of attached artifacts, from an index; empty if the bytes are not an index. */
export function readIndex(bytes: Uint8Array): readonly Descriptor[] {
  const read = IndexForm.safeParse(parsedJson(Buffer.from(bytes).toString('utf8')));
  return read.success ? read.data.manifests : [];
}

/** An index of these manifests, without duplicates. */
export function manifestIndex(manifests: readonly Descriptor[]): Blob {
  const once = new Map(manifests.map((one) => [one.digest, one]));
  const sorted = [...once.values()].sort((a, b) => compareText(a.digest, b.digest));
  const index = { schemaVersion: 2, mediaType: indexType, manifests: sorted };
  return toBlob(Buffer.from(canonicalJson(index as unknown as Json)));
}
