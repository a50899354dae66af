import { resolve } from 'node:path';
import { declaredId } from '../arbitration/declare/declared-intents.ts';
import {
  CommittedDeclaration,
  declarationOf,
  type WrittenDeclaration,
} from '../config/declarations.ts';
import type { ConfigFile } from '../config/schema.ts';
import type { Declaration } from '../model/declaration.ts';
import type { JsonObject } from '../model/json.ts';
import { ok, type Problem, type Result } from '../model/result.ts';
import type { Store, StoredDocument } from '../pipeline/store.ts';
import { hasStore, storeLocation } from '../store/location.ts';
import type { Io } from './io.ts';
import { openProjectStore } from './open-store.ts';

/** A declaration, and where it stands. */
export interface Declared {
  readonly id: string;
  readonly source: 'parley.yaml' | 'store';
  readonly declaration: Declaration;
}

/** Those of the settings, then those of the store where there is one; each once. */
export async function readDeclarations(
  io: Io,
  dir: string,
  config: ConfigFile,
): Promise<Result<readonly Declared[]>> {
  const committed = committedDeclarations(config);
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return ok(committed);
  const store = await openProjectStore(io, dir);
  if (!store.ok) return store;
  try {
    return ok(allDeclarations(committed, await storedDeclarations(store.value)));
  } catch (error) {
    return { ok: false, error: notRead(error) };
  } finally {
    await store.value.close();
  }
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

function notRead(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'declarations-not-read',
    message: `What was declared beforehand cannot be read from the store: ${why}.`,
    hint: 'See that the disk is readable and that the server of PARLEY_STORE runs.',
  };
}
