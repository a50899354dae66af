import type { TicketField } from '../../../config/service/tickets.ts';
import type { Json } from '../../../model/json.ts';
import { type Approved, kept, namedTicket, ticketAt } from './places.ts';

/**
 * Places in a record of `change_request`, as returned by the Table API and the Change Management
 * API: plain texts or, with `sysparm_display_value=all`, stored and displayed values. `u_` fields
 * are added by an administrator. Approvers are in another table, so they need such a field.
 * https://docs.servicenow.com/bundle/vancouver-api-reference/page/integrate/inbound-rest/concept/change-management-api.html
 */
export const serviceNowPlaces: Readonly<Partial<Record<TicketField, string>>> = {
  ticket: 'number',
  stack: 'u_parley_stack',
  for: 'assigned_to',
  at: 'u_parley_address',
  field: 'u_parley_field',
  want: 'u_parley_want',
  from: 'start_date',
  until: 'end_date',
  because: 'short_description',
  approved_by: 'u_parley_approved_by',
};

/** The state `4`, Canceled, which overrides `approval`. */
const canceled: ReadonlySet<string> = new Set(['4', 'canceled', 'cancelled']);

export function serviceNowApproval(
  record: Json,
  places: Readonly<Partial<Record<TicketField, string>>>,
): Approved {
  const approval = kept(ticketAt(record, 'approval'))?.toLowerCase();
  const state = kept(ticketAt(record, 'state'))?.toLowerCase() ?? '';
  return {
    isApproved: approval === 'approved' && !canceled.has(state),
    by: namedTicket(ticketAt(record, places.approved_by)),
  };
}
