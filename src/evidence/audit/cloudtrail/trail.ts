import { type JsonObject, own } from '../../../model/json.ts';
import type { Dialect, RecordSource, Taken } from '../core/dialect.ts';
import type { Triage } from '../core/triage.ts';
import { normalizeRecord } from './normalize.ts';

const recordMembers = ['eventName', 'eventSource', 'eventVersion', 'insightDetails'];
const digestMembers = ['digestStartTime', 'digestS3Object', 'digestSignatureAlgorithm'];

export class CloudTrail implements Dialect {
  readonly #triage: Triage;

  constructor(triage: Triage) {
    this.#triage = triage;
  }

  knows(object: JsonObject): boolean {
    return isRecord(object) || isDigest(object);
  }

  take(record: JsonObject, { digest, place }: RecordSource): Taken {
    if (isDigest(record)) return { kind: 'drop', reason: 'digest' };
    const result = normalizeRecord(record, digest, place);
    return result.kind === 'event'
      ? { kind: 'items', items: this.#triage.take(result.event) }
      : result;
  }
}

function isDigest(object: JsonObject): boolean {
  return digestMembers.some((name) => own(object, name) !== undefined);
}

/** Excludes notifications of S3 and records of Azure, which have some of the same members. */
function isRecord(object: JsonObject): boolean {
  const source = own(object, 'eventSource');
  if (typeof source === 'string') return !source.startsWith('aws:');
  if (own(object, 'operationName') !== undefined) return false;
  return recordMembers.some((name) => own(object, name) !== undefined);
}
