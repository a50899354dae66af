import { declaredId } from '../arbitration/declare/declared-intents.ts';
import { CommittedDeclaration, declarationOf } from '../config/declarations.ts';
import type { ConfigFile } from '../config/schema.ts';
import type { Declaration } from '../model/declaration.ts';
import type { Store } from '../pipeline/store.ts';

/** A declaration, and where it stands. */
export interface Declared {
  readonly id: string;
  readonly source: 'parley.yaml' | 'store';
  readonly declaration: Declaration;
}

export function committedDeclarations({ declarations }: ConfigFile): readonly Declared[] {
  return declarations.map((entry) => declared(declarationOf(entry, 'trusted'), 'parley.yaml'));
}

export async function storedDeclarations(store: Store): Promise<readonly Declared[]> {
  const documents = await store.declaredIntents();
  return documents.flatMap(({ body }) => {
    const entry = CommittedDeclaration.safeParse(body);
    return entry.success ? [declared(declarationOf(entry.data, 'claimed'), 'store')] : [];
  });
}

/** By id; what is written in both places counts as reviewed. */
export function allDeclarations(
  committed: readonly Declared[],
  stored: readonly Declared[],
): readonly Declared[] {
  const byId = new Map([...stored, ...committed].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function declared(declaration: Declaration, source: Declared['source']): Declared {
  return { id: declaredId(declaration), source, declaration };
}
