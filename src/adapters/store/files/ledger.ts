import { isAtOrBelow } from '../../../model/address.ts';
import { compareInstants } from '../../../model/instant.ts';
import type { RunLedger } from '../../../ports/store/run-store.ts';
import { compareEntries, type LedgerEntry } from '../../../stages/ledger/entry.ts';
import { isRepeatedDeclaration } from '../declared-again.ts';
import type { FileDraft } from './draft.ts';
import type { FolderReader } from './folder.ts';
import type { StoredLine } from './line.ts';
import type { StoredTable } from './table.ts';
import { isoTimeField } from './times.ts';

const ledger = 'ledger';

/** Appends entries. One that is already there is the same fact, and stays. */
export async function appendLedgerLines(
  draft: FileDraft,
  entries: readonly LedgerEntry[],
): Promise<void> {
  append(draft, await draft.table(ledger), new Set(), entries);
}

/** Entries of an address and of everything below it: instances, and resources of a module. */
export async function readLedgerLines(
  files: FolderReader,
  address: string,
): Promise<readonly LedgerEntry[]> {
  const keys = [...(await files.table(ledger)).values()]
    .filter(({ columns: [of = ''] }) => isAtOrBelow(of, address))
    .map(({ key }) => key);
  return ((await files.bodies(ledger, keys)) as readonly LedgerEntry[]).toSorted(compareEntries);
}

/** In the order in which they were appended. */
export async function readAll(files: FolderReader): Promise<readonly LedgerEntry[]> {
  const keys = [...(await files.table(ledger)).keys()];
  return (await files.bodies(ledger, keys)) as readonly LedgerEntry[];
}

/** Addresses that have entries, sorted. */
export async function readAddresses(files: FolderReader): Promise<readonly string[]> {
  const addresses = new Set<string>();
  for (const { columns } of (await files.table(ledger)).values()) addresses.add(columns[0] ?? '');
  return [...addresses].sort();
}

/**
 * Appends what a run saw. A declaration of the code becomes an entry if it says something new; for
 * a resource that is new to the ledger, another entry records that it was declared like this
 * before.
 */
export async function appendSeen(
  draft: FileDraft,
  { entries, declarations }: RunLedger,
): Promise<void> {
  const table = await draft.table(ledger);
  const lines = newest(table, new Set(declarations.map(({ now }) => now.address)));
  const fresh = declarations.filter(({ now }) => !lines.has(now.address));
  const added = new Set<string>();
  const own = [...entries, ...fresh.map(({ before }) => before)];
  const appended = append(draft, table, added, own);
  const keys = [...lines.values()].flat().map(({ key }) => key);
  const last = new Map<string, LedgerEntry>();
  const stored = (await draft.bodies(ledger, keys)) as readonly LedgerEntry[];
  for (const entry of [...stored, ...appended].sort(compareEntries)) last.set(entry.address, entry);
  const now = declarations.map((each) => each.now);
  append(
    draft,
    table,
    added,
    now.filter((entry) => !isRepeatedDeclaration(last.get(entry.address), entry)),
  );
}

/** The newest lines of each of these addresses; several may have the same time. */
function newest(
  table: StoredTable,
  addresses: ReadonlySet<string>,
): ReadonlyMap<string, StoredLine[]> {
  const found = new Map<string, StoredLine[]>();
  for (const line of table.values()) {
    const [address = '', time = ''] = line.columns;
    if (!addresses.has(address)) continue;
    const known = found.get(address);
    const order = known === undefined ? 1 : compareInstants(time, known[0]?.columns[1] ?? '');
    if (order > 0) found.set(address, [line]);
    else if (order === 0) known?.push(line);
  }
  return found;
}

/** Appends the entries that are not there yet, and returns them. */
function append(
  draft: FileDraft,
  table: StoredTable,
  added: Set<string>,
  entries: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  const fresh: LedgerEntry[] = [];
  for (const entry of entries) {
    if (table.has(entry.id) || added.has(entry.id)) continue;
    added.add(entry.id);
    draft.put(ledger, entry.id, [entry.address, isoTimeField(entry.time)], entry);
    fresh.push(entry);
  }
  return fresh;
}
