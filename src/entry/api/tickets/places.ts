import { isJsonObject, type Json } from '../../../model/json.ts';

/** Whether a ticket lets the change happen, and by whose word. */
export interface Approved {
  readonly isApproved: boolean;
  readonly by: string | undefined;
}

/** What stands at a place like `fields.assignee.emailAddress`. */
export function ticketAt(body: Json, place: string | undefined): Json | undefined {
  if (place === undefined) return undefined;
  let value: Json | undefined = body;
  for (const name of place.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** A text; of a person, a choice or a reference the name that people know it by. */
export function namedTicket(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!isJsonObject(value)) return undefined;
  for (const name of ['emailAddress', 'display_value', 'value', 'displayName', 'name']) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof own === 'string' && own.trim() !== '') return own.trim();
  }
  return undefined;
}

/** The same as the system keeps it: what people see is in their language and their time. */
export function kept(value: Json | undefined): string | undefined {
  const own = isJsonObject(value) && Object.hasOwn(value, 'value') ? value['value'] : undefined;
  return namedTicket(typeof own === 'string' ? own : value);
}

/**
 * ServiceNow keeps times as `2026-03-14 02:00:00` in UTC, Jira as `2026-03-14T02:00:00.000+0000`.
 * Other texts stay as they are, for the check to refuse.
 */
export function ticketTimeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  if (day !== undefined && clock !== undefined) return `${day}T${clock}Z`;
  return text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
}
