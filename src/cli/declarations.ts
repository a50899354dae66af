import { declaredId } from '../arbitration/declare/declared-intents.ts';
import {
  CommittedDeclaration,
  declarationOf,
  type WrittenDeclaration,
} from '../config/declarations.ts';
import type { ConfigFile } from '../config/schema.ts';
import type { Declaration } from '../model/declaration.ts';
import type { JsonObject } from '../model/json.ts';
import type { Store, StoredDocument } from '../pipeline/store.ts';

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

/** The document that the store keeps of an entry. */
export function documentOf(entry: WrittenDeclaration, now: string): StoredDocument {
  const dated = { ...entry, from: entry.from ?? now };
  const { id } = declared(declarationOf(dated, 'claimed'), 'store');
  // Through text, so that settings that were left out are left out in the store as well.
  const body: JsonObject = JSON.parse(JSON.stringify(dated));
  return { id, time: now, body };
}

function declared(declaration: Declaration, source: Declared['source']): Declared {
  return { id: declaredId(declaration), source, declaration };
}
