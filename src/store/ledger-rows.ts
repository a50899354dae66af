import type { Kysely } from 'kysely';
import { compareEntries, declaration, type LedgerEntry } from '../ledger/entry.ts';
import type { Declaration } from '../pipeline/store.ts';
import type { StackKey } from '../service/ports/stack-key.ts';
import { inBatches } from './batches.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Appends entries; one that is there already is the same fact, and stays. */
export async function appendEntries(
  db: Kysely<Tables>,
  key: StackKey,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const all = entries.map((entry) => ({
    ...key,
    id: entry.id,
    address: columnText(entry.address),
    kind: entry.kind,
    manager: columnText(entry.manager.id),
    time: entry.time,
    body: JSON.stringify(entry),
  }));
  for (const rows of inBatches(all)) {
    await db
      .insertInto('ledger_entries')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['tenant', 'stack', 'id']).doNothing())
      .execute();
  }
}

/** Entries of an address and of what is below it: instances, and resources of a module. */
export async function readEntries(
  db: Kysely<Tables>,
  key: StackKey,
  address: string,
): Promise<readonly LedgerEntry[]> {
  const plain = columnText(address);
  const rows = await db
    .selectFrom('ledger_entries')
    .select('body')
    .where((eb) => eb.and(key))
    .where(({ eb, fn, val }) => {
      const starts = (prefix: string) => eb(fn('starts_with', ['address', val(prefix)]), '=', true);
      return eb.or([eb('address', '=', plain), starts(`${plain}.`), starts(`${plain}[`)]);
    })
    .execute();
  return rows.map(({ body }) => body as LedgerEntry).sort(compareEntries);
}

/**
 * Appends what the code declares: for a resource that is new to the ledger also that it was so
 * before, and nothing where the last entry says the same.
 */
export async function appendDeclarations(
  db: Kysely<Tables>,
  key: StackKey,
  declarations: readonly Declaration[],
  isNew: (address: string) => boolean,
): Promise<void> {
  for (const { before, now } of declarations) {
    if (isNew(now.address)) await appendEntries(db, key, [before]);
    const last = await lastEntry(db, key, now.address);
    const isSame = last?.kind === 'apply' && declaration(last) === declaration(now);
    if (!isSame) await appendEntries(db, key, [now]);
  }
}

/** Enough for all entries of the same time. */
const latest = 100;

async function lastEntry(
  db: Kysely<Tables>,
  key: StackKey,
  address: string,
): Promise<LedgerEntry | undefined> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('body')
    .where((eb) => eb.and(key))
    .where('address', '=', columnText(address))
    .orderBy('time', 'desc')
    .limit(latest)
    .execute();
  return rows
    .map(({ body }) => body as LedgerEntry)
    .sort(compareEntries)
    .at(-1);
}

/** Which of these addresses the ledger has entries of. */
export async function knownAddresses(
  db: Kysely<Tables>,
  key: StackKey,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('ledger_entries')
    .select('address')
    .distinct()
    .where((eb) => eb.and(key))
    .where('address', 'in', addresses.map(columnText))
    .execute();
  return new Set(rows.map(({ address }) => address));
}
