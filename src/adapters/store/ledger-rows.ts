import type { Kysely } from 'kysely';
import type { RunDeclaration } from '../../ports/store/run-store.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { compareEntries, type LedgerEntry } from '../../stages/ledger/entry.ts';
import { isRepeatedDeclaration } from './declared-again.ts';
import { inBatches, insertNew } from './rows.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

/** Appends entries. One that is already there is the same fact, and stays. */
export async function appendLedgerRows(
  db: Kysely<Tables>,
  key: StackKey,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...key,
    id: entry.id,
    address: columnText(entry.address),
    kind: entry.kind,
    manager: columnText(entry.manager.id),
    time: entry.time,
    body: JSON.stringify(entry),
  }));
  await insertNew(db, 'ledger_entries', rows);
}

/** Entries of an address and of everything below it: instances, and resources of a module. */
export async function readLedgerRows(
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
 * Appends what the code declares, unless the last entry says the same. For a resource that is new
 * to the ledger, another entry records that it was declared like this before.
 */
export async function appendDeclarations(
  db: Kysely<Tables>,
  key: StackKey,
  declarations: readonly RunDeclaration[],
  isNew: (address: string) => boolean,
): Promise<void> {
  const fresh = declarations.filter(({ now }) => isNew(now.address));
  await appendLedgerRows(
    db,
    key,
    fresh.map(({ before }) => before),
  );
  const now = declarations.map((each) => each.now);
  const last = await lastEntries(
    db,
    key,
    now.map(({ address }) => address),
  );
  await appendLedgerRows(
    db,
    key,
    now.filter((entry) => !isRepeatedDeclaration(last.get(entry.address), entry)),
  );
}

/**
 * The last entry of each address. Entries of the same time have an order that the database does not
 * know.
 */
async function lastEntries(
  db: Kysely<Tables>,
  key: StackKey,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, LedgerEntry>> {
  const last = new Map<string, LedgerEntry>();
  for (const some of inBatches(addresses)) {
    // Reads the table once: PostgreSQL plans a join with itself as a scan for each address.
    const rows = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('ledger_entries')
          .select('body')
          .select(({ fn }) =>
            fn
              .agg<number>('rank')
              .over((over) => over.partitionBy('address').orderBy('time', 'desc'))
              .as('place'),
          )
          .where((own) => own.and(key))
          .where('address', 'in', some.map(columnText))
          .as('ranked'),
      )
      .select('body')
      .where('place', '=', 1)
      .execute();
    const entries = rows.map(({ body }) => body as LedgerEntry).sort(compareEntries);
    for (const entry of entries) last.set(entry.address, entry);
  }
  return last;
}

/** Those of these addresses that have entries in the ledger. */
export async function knownAddresses(
  db: Kysely<Tables>,
  key: StackKey,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const some of inBatches(addresses)) {
    const rows = await db
      .selectFrom('ledger_entries')
      .select('address')
      .distinct()
      .where((eb) => eb.and(key))
      .where('address', 'in', some.map(columnText))
      .execute();
    for (const { address } of rows) known.add(address);
  }
  return known;
}
