import type { TicketField } from '../../../config/service/tickets.ts';
import { isJsonArray, type Json } from '../../../model/json.ts';
import { type Approved, namedTicket, ticketAt } from './places.ts';

/**
 * A webhook of an issue. Window, address and approvals are custom fields, whose numbers every site
 * has of its own: they are settings.
 * https://developer.atlassian.com/cloud/jira/platform/webhooks/
 */
export const jiraPlaces: Readonly<Partial<Record<TicketField, string>>> = {
  ticket: 'issue.key',
  for: 'issue.fields.assignee',
  because: 'issue.fields.summary',
};

/** Statuses of the change workflow in which nothing may be done, whatever was approved before. */
const over: ReadonlySet<string> = new Set(['canceled', 'cancelled', 'declined', 'rejected']);

/**
 * The latest of the approvals decides; of its approvers, the first who approved is named. Without
 * them an issue says nothing of being approved.
 */
export function jiraApproval(
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
