import { CommittedDeclaration, intentDeclaration } from '../../config/declarations.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { TicketDocument } from '../../config/tickets.ts';
import type { Declaration } from '../../model/declaration.ts';
import { compareText } from '../../model/text.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { declaredId } from '../../stages/arbitration/declare/declared-intents.ts';

/** A declaration, and where it is kept. */
export interface DeclaredFiles {
  readonly id: string;
  readonly source: 'parley.yaml' | 'store' | 'ticket';
  readonly declaration: Declaration;
}

export function committedDeclarations({ declarations }: ConfigFile): readonly DeclaredFiles[] {
  return declarations.map((entry) => declared(intentDeclaration(entry, 'trusted'), 'parley.yaml'));
}

export async function storedDeclarations(
  store: Pick<Store, 'declaredIntents'>,
): Promise<readonly DeclaredFiles[]> {
  const documents = await store.declaredIntents();
  return documents.flatMap(({ body }) => {
    const { data: ticket } = TicketDocument.safeParse(body);
    if (ticket !== undefined) return approvedIn(ticket);
    const entry = CommittedDeclaration.safeParse(body);
    return entry.success ? [declared(intentDeclaration(entry.data, 'claimed'), 'store')] : [];
  });
}

/**
 * The declaration of a ticket, signed by the ticket system; empty where it is no longer approved.
 */
function approvedIn({ declaration }: TicketDocument): readonly DeclaredFiles[] {
  return declaration === undefined
    ? []
    : [declared(intentDeclaration(declaration, 'trusted'), 'ticket')];
}

/** All declarations, by id. Of duplicates, the one that was reviewed or signed counts. */
export function allDeclarations(
  committed: readonly DeclaredFiles[],
  stored: readonly DeclaredFiles[],
): readonly DeclaredFiles[] {
  const isTrusted = ({ declaration }: DeclaredFiles) => declaration.actor.evidence === 'trusted';
  const ranked = [...stored].sort((a, b) => Number(isTrusted(a)) - Number(isTrusted(b)));
  const byId = new Map([...ranked, ...committed].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}

function declared(declaration: Declaration, source: DeclaredFiles['source']): DeclaredFiles {
  return { id: declaredId(declaration), source, declaration };
}
