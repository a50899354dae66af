import { CommittedDeclaration, declarationOf } from '../../config/declarations.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { TicketDocument } from '../../config/tickets.ts';
import type { Declaration } from '../../model/declaration.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { declaredId } from '../../stages/arbitration/declare/declared-intents.ts';

/** A declaration, and where it stands. */
export interface Declared {
  readonly id: string;
  readonly source: 'parley.yaml' | 'store' | 'ticket';
  readonly declaration: Declaration;
}

export function committedDeclarations({ declarations }: ConfigFile): readonly Declared[] {
  return declarations.map((entry) => declared(declarationOf(entry, 'trusted'), 'parley.yaml'));
}

export async function storedDeclarations(
  store: Pick<Store, 'declaredIntents'>,
): Promise<readonly Declared[]> {
  const documents = await store.declaredIntents();
  return documents.flatMap(({ body }) => {
    const { data: ticket } = TicketDocument.safeParse(body);
    if (ticket !== undefined) return approvedIn(ticket);
    const entry = CommittedDeclaration.safeParse(body);
    return entry.success ? [declared(declarationOf(entry.data, 'claimed'), 'store')] : [];
  });
}

/** Signed by the system that the ticket is in; nothing where it is not approved any more. */
function approvedIn({ declaration }: TicketDocument): readonly Declared[] {
  return declaration === undefined
    ? []
    : [declared(declarationOf(declaration, 'trusted'), 'ticket')];
}

/** By id; what is in several places counts as the one of them that was reviewed or signed. */
export function allDeclarations(
  committed: readonly Declared[],
  stored: readonly Declared[],
): readonly Declared[] {
  const isTrusted = ({ declaration }: Declared) => declaration.actor.evidence === 'trusted';
  const ranked = [...stored].sort((a, b) => Number(isTrusted(a)) - Number(isTrusted(b)));
  const byId = new Map([...ranked, ...committed].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function declared(declaration: Declaration, source: Declared['source']): Declared {
  return { id: declaredId(declaration), source, declaration };
}
