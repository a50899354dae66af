import type { JsonObject } from '../../../model/json.ts';
import { fieldTextAt } from '../core/fields.ts';

/** Exports write a space instead of the T, and leave the zone out, which is UTC. */
const form = /^(2\d{3}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * When the request was complete, in UTC with microseconds, which is the log's resolution:
 * controllers answer each other within a second, and such times compare as texts.
 */
export function auditTimeOf(record: JsonObject): string | undefined {
  const text = fieldTextAt(record, 'stageTimestamp') ?? fieldTextAt(record, 'timestamp') ?? '';
  const [, day, clock, fraction = '', zone = 'Z'] = form.exec(text) ?? [];
  if (day === undefined) return undefined;
  const time = Date.parse(`${day}T${clock}${zone}`);
  if (Number.isNaN(time)) return undefined;
  return `${new Date(time).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}
