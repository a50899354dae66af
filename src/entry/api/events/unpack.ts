import { isUtf8 } from 'node:buffer';
import { containers } from '../../../evidence/audit/core/envelope.ts';
import { jsonDepth } from '../../../evidence/audit/scan/depth.ts';
import { isJsonArray, isJsonObject, type Json, own } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../../model/result.ts';
import { type ApiRefusal, refuseCall } from '../http/reply.ts';

/** One submitted value. Its position among the others is its index. */
export type Element =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'bad'; readonly code: string; readonly message: string };

const maxDepth = 100;
/** A body with more elements than this cannot consist of real records. */
const maxElements = 20_000;

/**
 * The records, or envelopes around records, in a body. It may have one value, an array, the records
 * of a CloudTrail file or of a page of an API, or one value per line.
 */
export function unpack(bytes: Uint8Array, type: string): Result<readonly Element[], ApiRefusal> {
  const elements = elementsIn(bytes, type);
  return elements.ok && elements.value.length > maxElements ? fail(tooMany) : elements;
}

function elementsIn(bytes: Uint8Array, type: string): Result<readonly Element[], ApiRefusal> {
  if (!isUtf8(bytes)) return fail(wrong('The body is not valid UTF-8.'));
  const text = Buffer.from(bytes).toString('utf8');
  if (text.trim() === '') return fail(wrong('The body is empty.'));
  if (/ndjson|jsonl/.test(type)) return ok(linesOf(text));
  const whole = parse(text);
  if (whole.kind === 'bad')
    return text.includes('\n') ? tryLines(text) : fail(wrong(whole.message));
  return ok(elementsOf(whole.value).map((value) => ({ kind: 'value', value })));
}

/** Some senders use `application/json` for lines of JSON as well. */
function tryLines(text: string): Result<readonly Element[], ApiRefusal> {
  const elements = linesOf(text);
  return elements.every(({ kind }) => kind === 'bad')
    ? fail(wrong('The body is not JSON.'))
    : ok(elements);
}

function linesOf(text: string): readonly Element[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse);
}

function parse(text: string): Element {
  if (jsonDepth(text, maxDepth) > maxDepth) {
    return { kind: 'bad', code: 'record-too-deep', message: 'The JSON is nested too deeply.' };
  }
  const value = parsedJson(text);
  return value === undefined
    ? { kind: 'bad', code: 'record-json', message: 'This is not JSON.' }
    : { kind: 'value', value };
}

function elementsOf(value: Json): readonly Json[] {
  if (isJsonArray(value)) return value;
  if (!isJsonObject(value)) return [value];
  const list = containers.map((name) => own(value, name)).find(isJsonArray);
  return list ?? [value];
}

function wrong(detail: string): ApiRefusal {
  return refuseCall(400, 'body-json', 'The body is not the expected JSON.', { detail });
}

const tooMany = refuseCall(413, 'too-many-records', 'There are too many records in one call.', {
  detail: `Send at most ${maxElements}.`,
});
