import { z } from 'zod';
import { CommittedDeclaration } from './declarations.ts';

/**
 * What is stored of a change ticket. Only the webhook writes this form, after it has checked the
 * signature: declarations that anybody can write have no `via`.
 */
export const TicketDocument = z.strictObject({
  /** Name of the system in `server.tickets`. */
  via: z.string().min(1).max(63),
  ticket: z.string().min(1).max(200),
  /** ISO 8601 UTC. Anything that the system signed before this no longer counts. */
  signedAt: z.iso.datetime(),
  /** Left out if the ticket is no longer approved. */
  declaration: CommittedDeclaration.optional(),
});

export type TicketDocument = z.output<typeof TicketDocument>;
