import { z } from 'zod';
import { name, secret, tenant } from './text.ts';

/** Path of a value in the body of a system's call: names with dots between them. */
const place = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{1,80}(?:\.[A-Za-z0-9_-]{1,80}){0,5}$/,
    'Use names with dots: fields.summary',
  );

/** The parts of an approval that can be in fields of their own. */
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
  /** The system's own form, or the documented one for all others. */
  kind: z.enum(['generic', 'servicenow', 'jira']).default('generic'),
  /** Signs the calls. */
  secret,
  /** Stacks that it may report on; all of the tenant by default. */
  stacks: z.array(z.string().min(1).max(100)).nonempty().max(1000).optional(),
  /** For `servicenow` and `jira`: places that differ from the usual ones. */
  fields: z.partialRecord(z.enum(ticketFields), place).default({}),
});

export type TicketSource = z.output<typeof TicketSource>;
