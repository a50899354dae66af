import type { JsonObject } from '../../../model/json.ts';
import type { Place, Problem } from '../../../model/result.ts';
import { fieldTextAt, objectAt } from '../core/fields.ts';
import { recordProblem } from '../core/problems.ts';
import { isMethodName } from './method.ts';
import type { LogName } from './scope.ts';

/** Why an audit entry cannot be an event; undefined for a valid one. */
export function entryProblem(
  entry: JsonObject,
  payload: JsonObject,
  name: LogName | undefined,
  place: Place,
): Problem | undefined {
  const logName = fieldTextAt(entry, 'logName') ?? fieldTextAt(entry, 'logname');
  if (name === undefined) return lacking(place, 'record-scope', 'logName', logName);
  if (isSplit(entry)) {
    const message =
      'The entry is one of several pieces into which the log split it because of its size.';
    return recordProblem(place, 'record-split', message);
  }
  const service = fieldTextAt(payload, 'serviceName');
  if (service === undefined || !/^[A-Za-z0-9][\w.-]{0,127}$/.test(service)) {
    return lacking(place, 'record-service', 'serviceName', service);
  }
  const method = fieldTextAt(payload, 'methodName');
  if (method === undefined || !isMethodName(method)) {
    return lacking(place, 'record-operation', 'methodName', method);
  }
  const time = fieldTextAt(entry, 'timestamp');
  if (time === undefined || parseEntryTime(time) === undefined) {
    return lacking(place, 'record-time', 'timestamp', time);
  }
  return undefined;
}

function lacking(place: Place, code: string, field: string, text: string | undefined): Problem {
  const found = text === undefined ? `no ${field}` : `an impossible ${field}: ${text}`;
  return recordProblem(place, code, `The entry has ${found}.`);
}

function isSplit(entry: JsonObject): boolean {
  const split = objectAt(entry, 'split');
  return Object.hasOwn(split, 'totalSplits') && Number(split['totalSplits']) > 1;
}

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** RFC 3339, which has a zone, in UTC with the digits of the log, without trailing zeros. */
export function parseEntryTime(text: string): string | undefined {
  const [, local, fraction = '', zone] = rfc3339.exec(text.toUpperCase()) ?? [];
  if (local === undefined) return undefined;
  const time = Date.parse(`${local}${zone}`);
  if (Number.isNaN(time) || time < Date.UTC(2000) || time >= Date.UTC(3000)) return undefined;
  return `${new Date(time).toISOString().slice(0, 19)}.${fraction}Z`.replace(/\.?0*Z$/, 'Z');
}
