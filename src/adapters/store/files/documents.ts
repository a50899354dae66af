import type { JsonObject } from '../../../model/json.ts';
import type { StoredDocument } from '../../../ports/store/run-store.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import { byTime, isoTimeField } from './times.ts';

export type DocumentTable = 'declared' | 'feedback' | 'knowledge';

/** Stores documents; one with an existing id stays (`keep`) or is replaced. */
export async function putDocumentLines(
  draft: FileDraft,
  table: DocumentTable,
  documents: readonly StoredDocument[],
  existing: 'keep' | 'replace',
): Promise<void> {
  const known = new Set((await draft.table(table)).keys());
  for (const { id, time, body } of documents) {
    if (existing === 'keep' && known.has(id)) continue;
    known.add(id);
    draft.put(table, id, [isoTimeField(time)], body);
  }
}

/** In order of their times. */
export async function readDocumentLines(
  files: FolderReader,
  table: DocumentTable,
): Promise<readonly StoredDocument[]> {
  const lines = await files.table(table);
  const ids = byTime(lines.values(), 0);
  const bodies = (await files.bodies(table, ids)) as readonly JsonObject[];
  return ids.map((id, i) => ({ id, time: lines.get(id)?.columns[0] ?? '', body: bodies[i] ?? {} }));
}
