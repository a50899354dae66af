import { intentDeclaration, type WrittenDeclaration } from '../../config/declarations.ts';
import type { JsonObject } from '../../model/json.ts';
import type { StoredDocument } from '../../ports/store/run-store.ts';
import { declaredId } from '../../stages/arbitration/declare/declared-intents.ts';

/**
 * The document that the store keeps for a declaration. It takes effect at `now` unless it names a
 * start.
 */
export function documentOf(entry: WrittenDeclaration, now: string): StoredDocument {
  const dated = { ...entry, from: entry.from ?? now };
  const id = declaredId(intentDeclaration(dated, 'claimed'));
  // The round trip through JSON text drops members that are undefined.
  const body: JsonObject = JSON.parse(JSON.stringify(dated));
  return { id, time: now, body };
}
