import type { TicketField, TicketSource } from '../../../config/service/tickets.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parsedJson } from '../../../model/parsed-json.ts';
import { fail, type Result } from '../../../model/result.ts';
import { checked, TicketCall } from './call.ts';
import { type Approved, convertTicketTime, kept, namedTicket, ticketAt } from './places.ts';

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
    from: convertTicketTime(kept(ticketAt(body, places.from))),
    until: convertTicketTime(kept(ticketAt(body, places.until))),
    because: of('because'),
  });
}

/** Ticket fields are texts, so the wanted value is written in them as JSON. */
function wantOf(value: Json | undefined): Json | undefined {
  const text = isJsonObject(value) && 'display_value' in value ? kept(value) : value;
  // A person wrote the text, so it may not be JSON.
  return typeof text === 'string' ? parsedJson(text) : (text ?? undefined);
}

/**
 * Places in a record of `change_request`, as returned by the Table API and the Change Management
 * API: plain texts or, with `sysparm_display_value=all`, stored and displayed values. `u_` fields
 * are added by an administrator. Approvers are in another table, so they need such a field.
 * https://docs.servicenow.com/bundle/vancouver-api-reference/page/integrate/inbound-rest/concept/change-management-api.html
 */
const serviceNowPlaces: Readonly<Partial<Record<TicketField, string>>> = {
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

function serviceNowApproval(
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

/**
 * Places in the webhook of an issue. Window, address and approvals are custom fields, whose numbers
 * differ between sites, so they are part of the settings.
 * https://developer.atlassian.com/cloud/jira/platform/webhooks/
 */
const jiraPlaces: Readonly<Partial<Record<TicketField, string>>> = {
  ticket: 'issue.key',
  for: 'issue.fields.assignee',
  because: 'issue.fields.summary',
};

/**
 * Statuses of the change workflow in which the change may not be made, whatever was approved
 * before.
 */
const over: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'declined', 'rejected']);

/**
 * The latest approval decides, and its first approver who agreed is named. Without approvals an
 * issue does not count as approved.
 */
function jiraApproval(
  body: Json,
  places: Readonly<Partial<Record<TicketField, string>>>,
): Approved {
  const status = namedTicket(ticketAt(body, 'issue.fields.status'))?.toLowerCase() ?? '';
  const isGone = ticketAt(body, 'webhookEvent') === 'jira:issue_deleted';
  const approvals = listOf(ticketAt(body, places.approvals));
  const last = approvals.at(-1);
  const decision = last === undefined ? undefined : ticketAt(last, 'finalDecision');
  const approvers = last === undefined ? [] : listOf(ticketAt(last, 'approvers'));
  const approver = approvers.find((one) => ticketAt(one, 'approverDecision') === 'approved');
  return {
    isApproved: decision === 'approved' && !isGone && !over.has(status),
    by: approver === undefined ? undefined : namedTicket(ticketAt(approver, 'approver')),
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return value !== undefined && isJsonArray(value) ? value : [];
}
