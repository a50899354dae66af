import { type Kysely, sql } from 'kysely';
import type { KnownProposal, ProposalLog } from '../../../ports/store/service-store.ts';
import { insertNew } from '../rows.ts';
import { stackColumns, stacksColumns } from '../scope.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { type PageOrder, readPage } from './pages.ts';
import { noteProposed } from './shown/keep.ts';

type Db = Kysely<Tables>;

/** Largest value of an integer column. */
const largest = 2_147_483_647;

export function createProposalLog(db: Db): ProposalLog {
  return {
    put: (proposal, before) =>
      db.transaction().execute(async (trx) => {
        const isPut = await putProposal(trx, proposal, before);
        if (isPut) await noteProposed(trx, stackColumns(proposal), proposal.intent);
        return isPut;
      }),
    async list(key, which) {
      let query = db
        .selectFrom('proposals')
        .select('body')
        .where((eb) => eb.and(stackColumns(key)));
      if (which === 'open') query = query.where('state', '=', 'open');
      const rows = await query.orderBy('number').orderBy('forge').execute();
      return rows.map(readProposal);
    },
    page({ state, ...of }, page) {
      let query = db
        .selectFrom('proposals')
        .select(['opened_at', 'stack', 'forge', 'number', 'body'])
        .where((eb) => eb.and(stacksColumns(of)));
      if (state !== undefined) query = query.where('state', '=', state);
      return readPage(query, newest, page, readProposal);
    },
    async byNumber(key, forge, number) {
      if (number > largest) return undefined;
      const row = await db
        .selectFrom('proposals')
        .select('body')
        .where((eb) => eb.and({ ...stackColumns(key), forge: columnText(forge), number }))
        .executeTakeFirst();
      return row === undefined ? undefined : readProposal(row);
    },
    async counts(key) {
      const rows = await db
        .selectFrom('proposals')
        .select((of) => ['state', of.fn.countAll().as('proposals')])
        .where((eb) => eb.and(stackColumns(key)))
        .groupBy('state')
        .execute();
      return new Map(rows.map(({ state, proposals }) => [state, Number(proposals)]));
    },
  };
}

/**
 * A process that read the proposal before another one wrote it must not undo that write. Returns
 * false then.
 */
async function putProposal(
  db: Db,
  proposal: KnownProposal,
  before: KnownProposal | undefined,
): Promise<boolean> {
  const { forge, number, intent, state, run, openedAt, updatedAt } = proposal;
  const id = { ...stackColumns(proposal), forge, number };
  const row = {
    intent,
    state,
    run,
    opened_at: openedAt,
    updated_at: updatedAt,
    body: JSON.stringify(proposal),
  };
  if (before === undefined) {
    return (await insertNew(db, 'proposals', [{ ...id, ...row }])) === 1;
  }
  const { numUpdatedRows } = await db
    .updateTable('proposals')
    .set(row)
    .where((eb) => eb.and(id))
    .where(sql<boolean>`body::text = ${JSON.stringify(before)}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const newest: PageOrder = {
  direction: 'desc',
  columns: [
    ['opened_at', 'time'],
    ['stack', 'stack'],
    ['forge', 'id'],
    ['number', 'number'],
  ],
};

function readProposal({ body }: { readonly body: unknown }): KnownProposal {
  return body as KnownProposal;
}
