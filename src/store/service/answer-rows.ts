import type { Kysely } from 'kysely';
import type { Answer } from '../../service/ports/answer.ts';
import type { AnswerLog } from '../../service/ports/store.ts';
import { stackColumns } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { putJobs } from './outbox-rows.ts';

export function createAnswerLog(db: Kysely<Tables>): AnswerLog {
  return {
    keep: (of, answer, jobs) =>
      db.transaction().execute(async (trx) => {
        const { id, intent, at } = answer;
        const body = JSON.stringify(answer);
        const inserted = await trx
          .insertInto('answers')
          .values({ ...stackColumns(of), id, intent, time: at, body })
          .onConflict((conflict) => conflict.columns(['tenant', 'stack', 'id']).doNothing())
          .returning('id')
          .execute();
        if (inserted.length === 0) return false;
        await putJobs(trx, jobs);
        return true;
      }),
    async list(key) {
      const rows = await db
        .selectFrom('answers')
        .select('body')
        .where((eb) => eb.and(stackColumns(key)))
        .orderBy('time')
        .orderBy('id')
        .execute();
      return rows.map(({ body }) => body as Answer);
    },
  };
}
