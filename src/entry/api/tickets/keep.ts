import type { CommittedDeclaration } from '../../../config/declarations.ts';
import type { Stack } from '../../../config/service/stacks.ts';
import { TicketDocument } from '../../../config/tickets.ts';
import { contentId } from '../../../model/id.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { ServiceStore } from '../../../ports/store/service-store.ts';
import { stackKeyOf } from '../stacks.ts';

/** What a system says of a ticket, for the stack that it is about. */
export interface TicketStatement {
  readonly via: string;
  readonly ticket: string;
  /** ISO 8601 UTC: when it was signed. */
  readonly signedAt: string;
  /** Left out when it is not approved, or not any more. */
  readonly approved?: { readonly stack: string; readonly declaration: CommittedDeclaration };
}

/**
 * Keeps what was said last, in every stack that knows the ticket: where it is not about the stack
 * any more, it is withdrawn. A call that was signed before what is known changes nothing, nor does
 * the same one again; of two from the same second, the one that takes leave away counts.
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
    // Through text, so that what was left out is left out in the store as well.
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
