import type { TicketField, TicketSource } from '../../../config/service/tickets.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, type Result } from '../../../model/result.ts';
import { checked, TicketCall } from './call.ts';
import { jiraApproval, jiraPlaces } from './jira.ts';
import { type Approved, kept, namedTicket, ticketAt, ticketTimeOf } from './places.ts';
import { serviceNowApproval, serviceNowPlaces } from './service-now.ts';

/** Reads a call of any ticket system into the common form. */
export function readTicket({ kind, fields }: TicketSource, body: Json): Result<TicketCall, string> {
  switch (kind) {
    case 'generic':
      return checked(TicketCall, body);
    case 'servicenow': {
      const record = isJsonObject(body) && isJsonObject(body['result']) ? body['result'] : body;
      const places = { ...serviceNowPlaces, ...fields };
      return mapped(record, places, serviceNowApproval(record, places));
    }
    case 'jira': {
      const places = { ...jiraPlaces, ...fields };
      return mapped(body, places, jiraApproval(body, places));
    }
  }
}

function mapped(
  body: Json,
  places: Readonly<Partial<Record<TicketField, string>>>,
  { isApproved, by }: Approved,
): Result<TicketCall, string> {
  const of = (field: TicketField) => namedTicket(ticketAt(body, places[field]));
  const ticket = { ticket: of('ticket'), stack: of('stack') };
  if (!isApproved) return checked(TicketCall, { ...ticket, state: 'cancelled' });
  const want = wantOf(ticketAt(body, places.want));
  if (want === undefined) return fail('want: Use JSON like {"equals": 3}');
  return checked(TicketCall, {
    ...ticket,
    state: 'approved',
    approved_by: by,
    for: of('for'),
    at: of('at'),
    field: of('field'),
    want,
    from: ticketTimeOf(kept(ticketAt(body, places.from))),
    until: ticketTimeOf(kept(ticketAt(body, places.until))),
    because: of('because'),
  });
}

/** Ticket fields are texts, so the wanted value is written in them as JSON. */
function wantOf(value: Json | undefined): Json | undefined {
  const text = isJsonObject(value) && 'display_value' in value ? kept(value) : value;
  // A person wrote the text, so it may not be JSON.
  return typeof text === 'string' ? parsedJson(text) : (text ?? undefined);
}
