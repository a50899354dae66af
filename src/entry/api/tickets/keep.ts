import type { CommittedDeclaration } from '../../../config/declarations.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import { TicketDocument } from '../../../config/tickets.ts';
import { contentId } from '../../../model/id.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { stackKeyOf } from '../stacks.ts';

/** What a system reports about a ticket, for the stack that the ticket names. */
export interface TicketStatement {
  readonly via: string;
  readonly ticket: string;
  /** When it was signed, ISO 8601 UTC. */
  readonly signedAt: string;
  /** Left out when the ticket is not approved, or no longer approved. */
  readonly approved?: { readonly stack: string; readonly declaration: CommittedDeclaration };
}

/**
 * Keeps the latest statement in every stack that has the ticket, and withdraws it where the ticket
 * no longer names the stack. A call that was signed before the known one changes nothing, nor does
 * a repeated call. Of two calls signed in the same second, the one that withdraws the approval
 * counts.
 */
export async function keepTicket(
  store: Pick<ServiceStore, 'project'>,
  stacks: readonly Stack[],
  { via, ticket, signedAt, approved }: TicketStatement,
): Promise<'kept' | 'unchanged'> {
  const id = contentId('i', ['ticket', via, ticket]);
  let isKept = false;
  for (const stack of stacks) {
    const project = store.project(stackKeyOf(stack));
    const documents = await project.declaredIntents();
    const before = documents.find((document) => document.id === id);
    const known = before === undefined ? undefined : TicketDocument.safeParse(before.body).data;
    const declaration = approved?.stack === stack.name ? approved.declaration : undefined;
    if (known === undefined && declaration === undefined) continue;
    if (known !== undefined && !isNewer({ signedAt, declaration }, known)) continue;
    const document = {
      via,
      ticket,
      signedAt,
      ...(declaration === undefined ? {} : { declaration }),
    };
    // The round trip through JSON text drops undefined members.
    const body: JsonObject = JSON.parse(JSON.stringify(document));
    await project.declareIntent({ id, time: signedAt, body });
    isKept = true;
  }
  return isKept ? 'kept' : 'unchanged';
}

function isNewer(
  { signedAt, declaration }: Pick<TicketDocument, 'signedAt' | 'declaration'>,
  known: TicketDocument,
): boolean {
  if (signedAt !== known.signedAt) return signedAt > known.signedAt;
  return declaration === undefined && known.declaration !== undefined;
}
