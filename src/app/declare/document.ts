import { intentDeclaration, type WrittenDeclaration } from '../../config/declarations.ts';
import type { JsonObject } from '../../model/json.ts';
import type { StoredDocument } from '../../ports/store/run-store.ts';
import { declaredId } from '../../stages/arbitration/declare/declared-intents.ts';

/** The document that the store keeps of a declaration, which counts from `now` unless it says since when. */
export function documentOf(entry: WrittenDeclaration, now: string): StoredDocument {
  const dated = { ...entry, from: entry.from ?? now };
  const id = declaredId(intentDeclaration(dated, 'claimed'));
  // Through text, so that settings that were left out are left out in the store as well.
  const body: JsonObject = JSON.parse(JSON.stringify(dated));
  return { id, time: now, body };
}
