import type { JsonObject } from '../../model/json.ts';
import type { Dialect, RecordSource, Taken } from '../core/dialect.ts';
import { ownAt } from '../core/fields.ts';
import type { Triage } from '../core/triage.ts';
import type { AuditItem } from '../core/types.ts';
import { normalizeRecord } from './normalize.ts';

const recordMembers = ['eventName', 'eventSource', 'eventVersion', 'insightDetails'];
const digestMembers = ['digestStartTime', 'digestS3Object', 'digestSignatureAlgorithm'];

/** Records of AWS CloudTrail. */
export class CloudTrail implements Dialect {
  readonly #triage: Triage;

  constructor(triage: Triage) {
    this.#triage = triage;
  }

  knows(object: JsonObject): boolean {
    return isDigest(object) || isRecord(object);
  }

  take(record: JsonObject, { digest, place }: RecordSource): Taken {
    if (isDigest(record)) return { kind: 'drop', reason: 'digest' };
    const result = normalizeRecord(record, digest, place);
    return result.kind === 'event'
      ? { kind: 'items', items: this.#triage.take(result.event) }
      : result;
  }

  rest(): readonly AuditItem[] {
    return [];
  }
}

function isDigest(object: JsonObject): boolean {
  return digestMembers.some((name) => ownAt(object, name) !== undefined);
}

function isRecord(object: JsonObject): boolean {
  const source = ownAt(object, 'eventSource');
  // Notifications of S3 and other services have the same members.
  if (typeof source === 'string' && source.startsWith('aws:')) return false;
  return recordMembers.some((name) => ownAt(object, name) !== undefined);
}
