import { readAzureEntry } from '../../../evidence/audit/azure/entry.ts';
import { identify } from '../../../evidence/audit/azure/identify.ts';
import { normalizeRecord } from '../../../evidence/audit/cloudtrail/normalize.ts';
import { open } from '../../../evidence/audit/core/envelope.ts';
import { fieldTextAt } from '../../../evidence/audit/core/fields.ts';
import { recognize } from '../../../evidence/audit/core/recognize.ts';
import { normalizeEntry } from '../../../evidence/audit/gcp/normalize.ts';
import { hexDigest } from '../../../model/digest.ts';
import { isJsonObject, type Json, type JsonObject, own } from '../../../model/json.ts';
import type { Problem } from '../../../model/result.ts';
import type { CollectedCloud, CollectedRecord } from '../../../ports/store/collected.ts';

export type Examined =
  | { readonly kind: 'record'; readonly record: CollectedRecord }
  /** The event changes nothing. */
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'bad'; readonly code: string; readonly message: string };

/** What a dialect reads from a record: its identity and its time. */
type Looked =
  | { readonly kind: 'event'; readonly id: string; readonly time: string }
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'invalid'; readonly problem: Problem };

interface Dialect {
  knows(record: JsonObject): boolean;
  look(record: JsonObject, digest: string): Looked;
}

const place = { file: '' };
const maxDepth = 100;

/**
 * The records in one submitted value, in the form in which they are kept. `now` is the time of
 * arrival.
 */
export function examine(value: Json, cloud: CollectedCloud, now: string): readonly Examined[] {
  if (!isJsonObject(value)) {
    return [
      { kind: 'bad', code: 'record-not-an-object', message: 'The record is not a JSON object.' },
    ];
  }
  const dialect = dialects[cloud];
  const isRecord = (object: JsonObject): boolean => dialect.knows(object);
  return open(value, { maxDepth, isRecord }).map((opened): Examined => {
    if (opened.kind === 'drop') return { kind: 'ignored', reason: opened.reason };
    if (opened.kind === 'broken') {
      return { kind: 'bad', code: 'record-broken', message: opened.message };
    }
    const { record, raw = JSON.stringify(record) } = opened;
    if (dialect.knows(record)) return keep(dialect, record, raw, now);
    const message = `This is ${recognize(record)}, not an audit record of ${cloud}.`;
    return { kind: 'bad', code: 'not-audit', message };
  });
}

function keep(dialect: Dialect, record: JsonObject, raw: string, now: string): Examined {
  const digest = hexDigest(raw);
  const looked = dialect.look(record, digest);
  if (looked.kind === 'drop') return { kind: 'ignored', reason: looked.reason };
  if (looked.kind === 'invalid') {
    const { code, message } = looked.problem;
    return { kind: 'bad', code, message };
  }
  const time = Date.parse(looked.time);
  if (!(time >= earliest && time < latest)) {
    return { kind: 'bad', code: 'record-time', message: 'The record has an impossible time.' };
  }
  const eventTime = new Date(time).toISOString();
  return { kind: 'record', record: { id: looked.id, eventTime, ingestedAt: now, digest, raw } };
}

/** The range of times that the store accepts. */
const earliest = Date.UTC(2000);
const latest = Date.UTC(3000);

const cloudTrail: Dialect = {
  knows: (record) => {
    const source = own(record, 'eventSource');
    return (
      typeof source === 'string' &&
      !source.startsWith('aws:') &&
      fieldTextAt(record, 'eventName') !== undefined
    );
  },
  look(record, digest) {
    const result = normalizeRecord(record, digest, place);
    if (result.kind !== 'event') return result;
    return { kind: 'event', id: result.event.id, time: result.event.time };
  },
};

const activityLog: Dialect = {
  knows: (record) => identify(record) !== undefined,
  look(record, digest) {
    const shape = identify(record);
    if (shape === undefined || shape === 'other-event')
      return { kind: 'drop', reason: 'other-event' };
    const result = readAzureEntry(record, shape, digest, place);
    if (result.kind !== 'entry') return result;
    const { fields, instant, phase } = result.entry;
    // Several steps of one call may share an id.
    const id = fields.id === undefined ? digest.slice(0, 32) : `${fields.id} ${phase}`;
    return { kind: 'event', id, time: instant };
  },
};

const cloudLogging: Dialect = {
  knows: (record) =>
    fieldTextAt(record, 'logName') !== undefined && isJsonObject(own(record, 'protoPayload')),
  look(record, digest) {
    const result = normalizeEntry(record, digest, place);
    if (result.kind !== 'event') return result;
    return { kind: 'event', id: result.event.id, time: result.event.time };
  },
};

const dialects: Readonly<Record<CollectedCloud, Dialect>> = {
  aws: cloudTrail,
  azure: activityLog,
  gcp: cloudLogging,
};
