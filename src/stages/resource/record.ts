import { z } from 'zod';
import { type ArtifactDigest, isArtifactDigest } from '../../model/artifact.ts';
import { canonicalJson, type Json, type JsonObject } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { isKindName, isResourceName, type ResourceVersion } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';

export const ArtifactDigestText: z.ZodType<ArtifactDigest> = z.custom<ArtifactDigest>(
  (value) => typeof value === 'string' && isArtifactDigest(value),
);

const spec = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const Form = z.strictObject({
  schema: z.literal('parley/resource/v1'),
  tenant: z.string().refine(isResourceName),
  kind: z.string().refine(isKindName),
  name: z.string().refine(isResourceName),
  spec,
  parents: z.array(ArtifactDigestText).readonly(),
  removed: z.literal(true).exactOptional(),
  source: z.strictObject({ url: z.string(), revision: z.string() }).exactOptional(),
});

/** A version as text. Each version has exactly one text, with sorted keys and sorted parents. */
export function recordText(version: ResourceVersion): string {
  const parents = [...new Set(version.parents)].sort();
  const record = { schema: 'parley/resource/v1', ...version, parents };
  // Serialized and parsed first, to leave out undefined members.
  return `${canonicalJson(JSON.parse(JSON.stringify(record)) as Json)}\n`;
}

/** Accepts only texts in the form that `recordText` writes. */
export function readRecord(text: string): Result<ResourceVersion, 'broken'> {
  const read = Form.safeParse(parsedJson(text));
  if (!read.success) return fail('broken');
  const { schema: _, ...version } = read.data;
  return recordText(version) === text ? ok(version) : fail('broken');
}
