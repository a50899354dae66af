import { isJsonObject, type JsonObject, own } from '../../../model/json.ts';
import { fieldTextAt } from '../core/fields.ts';

export interface TrailOutcome {
  readonly outcome: 'success' | 'failure' | 'dry-run';
  readonly errorCode?: string;
}

/** The outcome of a call: an error at the top level or inside the response, or a trial only. */
export function awsOutcomeOf(
  record: JsonObject,
  request: JsonObject,
  response: JsonObject,
): TrailOutcome {
  const code = fieldTextAt(record, 'errorCode');
  if (code !== undefined) {
    return /(?:^|\.)DryRunOperation$/.test(code)
      ? { outcome: 'dry-run', errorCode: code }
      : { outcome: 'failure', errorCode: code };
  }
  if (fieldTextAt(record, 'errorMessage') !== undefined) return { outcome: 'failure' };
  const inside = responseError(response);
  if (inside !== undefined) return { outcome: 'failure', errorCode: inside };
  return { outcome: isTrial(request) ? 'dry-run' : 'success' };
}

/** The only members that an error has in the response of services that log it there. */
const errorShape: ReadonlySet<string> = new Set([
  'code',
  'Code',
  'message',
  'Message',
  'requestId',
  'RequestId',
  'type',
  'Type',
]);

function responseError(response: JsonObject): string | undefined {
  if (Object.hasOwn(response, '_return') && isFalse(response['_return'])) return 'ReturnedFalse';
  const type = fieldTextAt(response, '__type')?.split('#').at(-1);
  if (type !== undefined && /(?:Exception|Error|Denied)$/.test(type)) return type;
  if (fieldTextAt(response, 'errorMessage') !== undefined) {
    const code = fieldTextAt(response, 'errorCode');
    if (code !== undefined) return code;
  }
  for (const wrapper of ['Error', 'error']) {
    const error = own(response, wrapper);
    if (isJsonObject(error)) return errorCodeIn(error);
  }
  return errorCodeIn(response);
}

function errorCodeIn(error: JsonObject): string | undefined {
  const names = Object.keys(error);
  if (!names.every((name) => errorShape.has(name))) return undefined;
  const message = fieldTextAt(error, 'message') ?? fieldTextAt(error, 'Message');
  return message === undefined
    ? undefined
    : (fieldTextAt(error, 'code') ?? fieldTextAt(error, 'Code'));
}

/** `dryRun: true` at the top, or inside the single wrapper that newer EC2 calls have. */
function isTrial(request: JsonObject): boolean {
  const values = Object.values(request);
  const [only] = values;
  const inner = values.length === 1 && isJsonObject(only) ? only : {};
  return [request, inner].some((object) =>
    ['dryRun', 'DryRun'].some((name) => Object.hasOwn(object, name) && isTrue(object[name])),
  );
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}
