import { fieldTextAt, objectAt } from '../../../evidence/audit/core/fields.ts';
import { isJsonArray, isJsonObject, type JsonObject, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';

/** A new file that a message names. */
export interface NotifiedFile {
  readonly bucket: string;
  readonly key: string;
}

export type S3Notification =
  | { readonly kind: 'files'; readonly files: readonly NotifiedFile[] }
  /** Sent when notifications are set up, or for events other than new files. */
  | { readonly kind: 'nothing' }
  /** Not a message of a known form. */
  | { readonly kind: 'poison' };

/**
 * Reads a message of the queue: an event of S3, sent directly or through SNS or EventBridge; or
 * CloudTrail's own notification, sent through SNS.
 */
export function readNotification(body: string): S3Notification {
  const message = parsed(body);
  if (message === undefined) return { kind: 'poison' };
  if (fieldTextAt(message, 'Type') === 'Notification') {
    const inner = parsed(fieldTextAt(message, 'Message') ?? '');
    return inner === undefined ? { kind: 'poison' } : readMessage(inner);
  }
  return readMessage(message);
}

function readMessage(message: JsonObject): S3Notification {
  if (fieldTextAt(message, 'Event') === 's3:TestEvent') return { kind: 'nothing' };
  if (fieldTextAt(message, 'source') === 'aws.s3') return readBridged(message);
  if (own(message, 's3ObjectKey') !== undefined) return readTrailNotification(message);
  const records = own(message, 'Records');
  if (!isJsonArray(records) || records.length === 0) return { kind: 'poison' };
  const files: NotifiedFile[] = [];
  for (const record of records) {
    if (!isJsonObject(record) || fieldTextAt(record, 'eventSource') !== 'aws:s3') {
      return { kind: 'poison' };
    }
    if (!/^(?:s3:)?ObjectCreated:/.test(fieldTextAt(record, 'eventName') ?? '')) continue;
    const file = fileOf(objectAt(record, 's3'), decoded);
    if (file === undefined) return { kind: 'poison' };
    files.push(file);
  }
  return files.length === 0 ? { kind: 'nothing' } : { kind: 'files', files };
}

function readBridged(message: JsonObject): S3Notification {
  if (fieldTextAt(message, 'detail-type') !== 'Object Created') return { kind: 'nothing' };
  // EventBridge sends the key unencoded, unlike S3 itself.
  const file = fileOf(objectAt(message, 'detail'), (key) => key);
  return file === undefined ? { kind: 'poison' } : { kind: 'files', files: [file] };
}

function readTrailNotification(message: JsonObject): S3Notification {
  const bucket = fieldTextAt(message, 's3Bucket');
  const keys = own(message, 's3ObjectKey');
  if (bucket === undefined || !isJsonArray(keys)) return { kind: 'poison' };
  const files = keys.flatMap((key) => (typeof key === 'string' ? [{ bucket, key }] : []));
  return files.length === keys.length ? { kind: 'files', files } : { kind: 'poison' };
}

function fileOf(
  place: JsonObject,
  decode: (key: string) => string | undefined,
): NotifiedFile | undefined {
  const bucket = fieldTextAt(objectAt(place, 'bucket'), 'name');
  const key = decode(fieldTextAt(objectAt(place, 'object'), 'key') ?? '');
  return bucket === undefined || key === undefined || key === '' ? undefined : { bucket, key };
}

/** S3 encodes keys like form data: a space is a plus sign. */
function decoded(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

function parsed(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isJsonObject(value) ? value : undefined;
}
