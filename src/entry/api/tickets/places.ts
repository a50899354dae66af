import { isJsonObject, type Json, jsonAt, own } from '../../../model/json.ts';

/** Whether a ticket approves the change, and who approved it. */
export interface Approved {
  readonly isApproved: boolean;
  readonly by: string | undefined;
}

/** The value at a path such as `fields.assignee.emailAddress`. */
export function ticketAt(body: Json, place: string | undefined): Json | undefined {
  if (place === undefined) return undefined;
  let value: Json | undefined = body;
  for (const name of place.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** A text. For a person, a choice or a reference, the name that people see. */
export function namedTicket(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (!isJsonObject(value)) return undefined;
  for (const name of ['emailAddress', 'display_value', 'value', 'displayName', 'name']) {
    const text = own(value, name);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

/**
 * The stored value instead of the displayed one, which depends on the user's language and time
 * zone.
 */
export function kept(value: Json | undefined): string | undefined {
  const stored = jsonAt(value, 'value');
  return namedTicket(typeof stored === 'string' ? stored : value);
}

/**
 * Converts times: ServiceNow stores `2026-03-14 02:00:00` in UTC, Jira
 * `2026-03-14T02:00:00.000+0000`. Other texts are returned unchanged and fail validation.
 */
export function convertTicketTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  if (day !== undefined && clock !== undefined) return `${day}T${clock}Z`;
  return text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
}
