import { type Kysely, sql } from 'kysely';
import type { StacksOf } from '../../ports/store/drift-log.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import type { Tables } from './tables.ts';

/** Only the columns of the key: the argument may be a larger object that contains one. */
export function stackColumns({ tenant, stack }: StackKey): StackKey {
  return { tenant, stack };
}

/** The columns of one stack, or of all stacks of a tenant. */
export function stacksColumns({ tenant, stack }: StacksOf): StacksOf {
  return stack === undefined ? { tenant } : { tenant, stack };
}

/**
 * Until the transaction ends, no other one can write what depends on the state of the stack.
 * Otherwise two runs that are recorded simultaneously would both move an intent on from the same
 * state.
 */
export async function lockStack(db: Kysely<Tables>, { tenant, stack }: StackKey): Promise<void> {
  const name = JSON.stringify(['parley', tenant, stack]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
