import { type Kysely, sql } from 'kysely';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { Tables } from './tables.ts';

/** The key alone, as columns: what is given may be a larger object that has one. */
export function stackColumns({ tenant, stack }: StackKey): StackKey {
  return { tenant, stack };
}

/**
 * Until the transaction ends, no other one writes what follows from the state of the stack. Two runs
 * that are recorded at once would both move an intent on from where it was.
 */
export async function lockStack(db: Kysely<Tables>, { tenant, stack }: StackKey): Promise<void> {
  const name = JSON.stringify(['parley', tenant, stack]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
