import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { jsonDepth } from '../scan/depth.ts';
import { recognize } from './recognize.ts';
import type { DropReason } from './types.ts';

export type Unwrapped =
  /** `raw` is the record's own text where it was one inside the envelope. */
  | { readonly kind: 'record'; readonly record: JsonObject; readonly raw?: string }
  | { readonly kind: 'drop'; readonly reason: DropReason }
  /** Not from CloudTrail at all; `name` says what it seems to be. */
  | { readonly kind: 'foreign'; readonly name: string }
  | { readonly kind: 'broken'; readonly message: string };

const recordMembers = ['eventName', 'eventSource', 'eventVersion', 'insightDetails'];
const digestMembers = ['digestStartTime', 'digestS3Object', 'digestSignatureAlgorithm'];

/** The records in one object of a log file: itself, or what its envelope holds. */
export function unwrap(object: JsonObject, maxDepth: number): readonly Unwrapped[] {
  for (const name of ['Records', 'Events']) {
    const inner = own(object, name);
    if (isJsonArray(inner)) return inner.flatMap((each) => unwrapElement(each, maxDepth));
  }
  return [unwrapOne(object, maxDepth)];
}

function unwrapElement(element: Json, maxDepth: number): Unwrapped {
  if (isJsonObject(element)) return unwrapOne(element, maxDepth);
  return { kind: 'broken', message: 'The record is no JSON object.' };
}

function unwrapOne(object: JsonObject, maxDepth: number): Unwrapped {
  if (own(object, 'EventId') !== undefined || own(object, 'CloudTrailEvent') !== undefined) {
    return unwrapLookup(own(object, 'CloudTrailEvent'), maxDepth);
  }
  const detail = own(object, 'detail');
  if (own(object, 'detail-type') !== undefined && isJsonObject(detail)) {
    return isRecord(detail)
      ? { kind: 'record', record: detail }
      : { kind: 'drop', reason: 'not-cloudtrail' };
  }
  if (digestMembers.some((name) => own(object, name) !== undefined)) {
    return { kind: 'drop', reason: 'digest' };
  }
  if (isRecord(object)) return { kind: 'record', record: object };
  return { kind: 'foreign', name: recognize(object) };
}

/** An event of LookupEvents: the record is JSON in a text. */
function unwrapLookup(text: Json | undefined, maxDepth: number): Unwrapped {
  if (typeof text !== 'string') {
    return { kind: 'broken', message: 'The event has no CloudTrailEvent.' };
  }
  if (jsonDepth(text, maxDepth) > maxDepth) {
    return { kind: 'broken', message: 'CloudTrailEvent is nested too deep.' };
  }
  try {
    const record = JSON.parse(text) as Json;
    if (isJsonObject(record)) return { kind: 'record', record, raw: text };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { kind: 'broken', message: 'CloudTrailEvent is not a JSON object.' };
}

function isRecord(object: JsonObject): boolean {
  const source = own(object, 'eventSource');
  // Notifications of S3 and other services have the same members.
  if (typeof source === 'string' && source.startsWith('aws:')) return false;
  return recordMembers.some((name) => own(object, name) !== undefined);
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
