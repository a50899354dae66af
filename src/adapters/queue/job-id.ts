import { hexDigest } from '../../model/digest.ts';
import { canonicalJson, type Json } from '../../model/json.ts';

/** The id of a job: SHA-256 of its key in canonical JSON, so that equal keys are one job. */
export function jobId(queue: string, key: Json): string {
  return `${queue}-${hexDigest(canonicalJson(key))}`;
}
