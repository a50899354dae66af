import type { TicketField } from '../../../config/service/tickets.ts';
import { isJsonArray, type Json } from '../../../model/json.ts';
import { type Approved, namedTicket, ticketAt } from './places.ts';

/**
 * Places in the webhook of an issue. Window, address and approvals are custom fields, whose numbers
 * differ between sites, so they are part of the settings.
 * https://developer.atlassian.com/cloud/jira/platform/webhooks/
 */
export const jiraPlaces: Readonly<Partial<Record<TicketField, string>>> = {
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
