import { z } from 'zod';
import { name, secret, tenant } from './text.ts';

/** Where in the body of a system something stands: names with dots between them. */
const place = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{1,80}(?:\.[A-Za-z0-9_-]{1,80}){0,5}$/,
    'Use names with dots: fields.summary',
  );

/** What of an approval can stand in a field of one's own. */
const ticketFields = [
  'ticket',
  'stack',
  'for',
  'at',
  'field',
  'want',
  'from',
  'until',
  'because',
  'approved_by',
  'approvals',
] as const;

export type TicketField = (typeof ticketFields)[number];

/** A system that reports changes that were approved: an entry of `server.tickets`. */
export const TicketSource = z.strictObject({
  name,
  tenant,
  /** Its own form, or the one that is documented for all others. */
  kind: z.enum(['generic', 'servicenow', 'jira']).default('generic'),
  /** Signs the calls. */
  secret,
  /** Stacks that it may speak of; all of the tenant when left out. */
  stacks: z.array(z.string().min(1).max(100)).nonempty().max(1000).optional(),
  /** Of `servicenow` and `jira`: where else things stand than usual. */
  fields: z.partialRecord(z.enum(ticketFields), place).default({}),
});

export type TicketSource = z.output<typeof TicketSource>;
