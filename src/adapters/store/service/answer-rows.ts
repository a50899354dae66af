import type { Kysely } from 'kysely';
import type { Answer } from '../../../ports/store/answer.ts';
import type { KeptAnswer } from '../../../ports/store/kept-answer.ts';
import type { AnswerLog } from '../../../ports/store/service-store.ts';
import type { StackKey } from '../../../ports/store/stack-key.ts';
import { insertNew, readBodies } from '../rows.ts';
import { stackColumns } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { putJobs } from './outbox-rows.ts';
import { noteChange } from './shown/version.ts';

export function createAnswerLog(db: Kysely<Tables>): AnswerLog {
  return {
    keep: (of, answer, jobs) =>
      db.transaction().execute(async (trx) => {
        const isNew = await insertAnswer(trx, of, answer);
        if (!isNew) return false;
        await putJobs(trx, jobs);
        await noteChange(trx, stackColumns(of));
        return true;
      }),
    list: (key) => readAnswerRows(db, key),
  };
}

/** Returns false if it was already there. */
export async function insertAnswer(
  db: Kysely<Tables>,
  of: StackKey,
  answer: KeptAnswer,
): Promise<boolean> {
  const { id, intent, at } = answer;
  const body = JSON.stringify(answer);
  const row = { ...stackColumns(of), id, intent, time: at, body };
  return (await insertNew(db, 'answers', [row])) > 0;
}

/** Oldest first. */
export function readAnswerRows(db: Kysely<Tables>, key: StackKey): Promise<readonly Answer[]> {
  return readBodies(db, 'answers', stackColumns(key), ['time', 'id']);
}
