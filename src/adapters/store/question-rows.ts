import type { Kysely } from 'kysely';
import type { OpenQuestion } from '../../model/open-question.ts';
import type { MemoryUpdate } from '../../ports/store/memory.ts';
import type { StackKey } from '../../ports/store/stack-key.ts';
import { inBatches } from './batches.ts';
import type { Tables } from './tables.ts';
import { columnText } from './text.ts';

type Db = Kysely<Tables>;

/** Open questions of a stack, by address. */
export async function readQuestions(db: Db, key: StackKey): Promise<readonly OpenQuestion[]> {
  const rows = await db
    .selectFrom('open_questions')
    .select('body')
    .where((eb) => eb.and(key))
    .orderBy('address')
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => body as OpenQuestion);
}

/** Writes what a run changed about them. */
export async function keepQuestions(
  db: Db,
  key: StackKey,
  { questions = [], answered = [] }: MemoryUpdate,
): Promise<void> {
  for (const ids of inBatches(answered)) {
    await db
      .deleteFrom('open_questions')
      .where((eb) => eb.and(key))
      .where('id', 'in', ids)
      .execute();
  }
  for (const some of inBatches(questions)) {
    const rows = some.map((question) => ({
      ...key,
      id: question.id,
      address: columnText(question.address),
      first_seen: question.firstSeen,
      body: JSON.stringify(question),
    }));
    await db
      .insertInto('open_questions')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant', 'stack', 'id'])
          .doUpdateSet((eb) => ({ body: eb.ref('excluded.body') })),
      )
      .execute();
  }
}
