import { z } from 'zod';
import { CommittedDeclaration } from './declarations.ts';

/**
 * What is kept of a change ticket. Only the webhook writes this form, after it has checked the
 * signature: declarations that anybody may write have no `via`.
 */
export const TicketDocument = z.strictObject({
  /** Name of the system, as `server.tickets` has it. */
  via: z.string().min(1).max(63),
  ticket: z.string().min(1).max(200),
  /** ISO 8601 UTC. What the system signed before this no longer counts. */
  signedAt: z.iso.datetime(),
  /** Left out when the ticket is not approved any more. */
  declaration: CommittedDeclaration.optional(),
});

export type TicketDocument = z.output<typeof TicketDocument>;
