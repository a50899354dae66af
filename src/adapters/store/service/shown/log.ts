import { type Kysely, sql } from 'kysely';
import type { PageQuery } from '../../../../ports/store/service-store.ts';
import type {
  InboxAsk,
  ShownApprover,
  ShownDetail,
  ShownIntent,
  ShownLog,
  ShownStack,
} from '../../../../ports/store/shown.ts';
import type { StackKey } from '../../../../ports/store/stack-key.ts';
import { stackColumns } from '../../scope.ts';
import type { Tables } from '../../tables.ts';
import { columnText } from '../../text.ts';
import { type PageOrder, readPage } from '../pages.ts';
import { inboxItem, type ListRow, listColumns } from './list.ts';
import { keepCommentRows, readComments, readRawRecord, readRules, readStreams } from './look-up.ts';
import { readBetween, readCells } from './time.ts';
import { noteChange, readVersions } from './version.ts';
import { readShownWindows } from './windows.ts';

type Db = Kysely<Tables>;

export function createShownLog(db: Db): ShownLog {
  return {
    inbox: (ask, page) => readInbox(db, ask, page),
    find: (key, intent) => readIntent(db, stackColumns(key), intent),
    about: (key, address, limit) => readAbout(db, stackColumns(key), address, limit),
    between: (of, range, limit) => readBetween(db, of, range, limit),
    cells: (of, range, slices) => readCells(db, of, range, slices),
    stacks: (tenant, stacks, since) => readStacks(db, tenant, stacks, since),
    keepComments: (key, on, comments) => keepCommentRows(db, stackColumns(key), on, comments),
    comments: (tenant, on) => readComments(db, tenant, on),
    record: (tenant, sources, note) => readRawRecord(db, tenant, sources, note),
    streams: (tenant, sources) => readStreams(db, tenant, sources),
    rules: (key, since) => readRules(db, stackColumns(key), since),
    policy: async (key) => (await readShownStack(db, key))?.policy ?? undefined,
    approvers: async (key) =>
      ((await readShownStack(db, key))?.approvers ?? []) as readonly ShownApprover[],
    versions: (tenant) => readVersions(db, tenant),
    noteChange: (key) => noteChange(db, stackColumns(key)),
    windows: (of, range) => readShownWindows(db, of, range),
  };
}

function readShownStack(db: Db, key: StackKey) {
  return db
    .selectFrom('shown_stacks')
    .select(['policy', 'approvers'])
    .where((eb) => eb.and(stackColumns(key)))
    .executeTakeFirst();
}

const inboxOrder: PageOrder = {
  direction: 'asc',
  columns: [
    ['rank', 'number'],
    ['from_time', 'time'],
    ['stack', 'stack'],
    ['id', 'id'],
  ],
};

function readInbox(db: Db, ask: InboxAsk, page: PageQuery): ReturnType<ShownLog['inbox']> {
  const { tenant, stacks, class: kind, outcome, dimension, text, since, until } = ask;
  let query = db
    .selectFrom('shown_intents')
    .select(listColumns)
    .where('tenant', '=', tenant)
    .where('open', '=', true);
  // There is an index for a single stack.
  const [only, ...others] = stacks;
  if (only !== undefined && others.length === 0) query = query.where('stack', '=', only);
  else query = query.where('stack', 'in', [...stacks, '']);
  if (kind !== undefined) query = query.where('class', '=', kind);
  if (outcome !== undefined) query = query.where('outcomes', 'like', `% ${outcome} %`);
  if (dimension !== undefined) query = query.where('dimensions', 'like', `% ${dimension} %`);
  if (text !== undefined) query = query.where('words', 'like', `%${literal(text)}%`);
  if (since !== undefined) query = query.where('first_seen', '>', new Date(since));
  if (until !== undefined) query = query.where('first_seen', '<', new Date(until));
  return readPage(query, inboxOrder, page, inboxItem);
}

/** Text escaped for `like`. */
function literal(text: string): string {
  return columnText(text.toLowerCase()).replaceAll(/[\\%_]/g, '\\$&');
}

const pageColumns = [...listColumns, 'run', 'detail'] as const;

function shownOf(row: ListRow & { readonly run: string; readonly detail: unknown }): ShownIntent {
  return { ...inboxItem(row), run: row.run, detail: row.detail as ShownDetail };
}

async function readIntent(db: Db, key: StackKey, intent: string): Promise<ShownIntent | undefined> {
  const row = await db
    .selectFrom('shown_intents')
    .select(pageColumns)
    .where((eb) => eb.and({ ...key, id: columnText(intent) }))
    .executeTakeFirst();
  return row && shownOf(row);
}

/** Finds intents by the decisions of their latest run, which name the address. */
async function readAbout(
  db: Db,
  key: StackKey,
  address: string,
  limit: number,
): Promise<readonly ShownIntent[]> {
  const rows = await db
    .selectFrom('shown_intents')
    .select(pageColumns)
    .where((eb) => eb.and(key))
    .where('open', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('decisions')
          .select(sql`1`.as('one'))
          .whereRef('decisions.tenant', '=', 'shown_intents.tenant')
          .whereRef('decisions.stack', '=', 'shown_intents.stack')
          .whereRef('decisions.run', '=', 'shown_intents.run')
          .whereRef('decisions.intent', '=', 'shown_intents.id')
          .where('decisions.address', '=', columnText(address)),
      ),
    )
    .orderBy('rank')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(shownOf);
}

async function readStacks(
  db: Db,
  tenant: string,
  stacks: readonly string[],
  since: string,
): Promise<readonly ShownStack[]> {
  const counts = await db
    .selectFrom('shown_intents')
    .select((of) => [
      'stack',
      of.fn.countAll().as('intents'),
      sql<number>`count(*) filter (where rank <= 0)`.as('waiting'),
    ])
    .where('tenant', '=', tenant)
    .where('open', '=', true)
    .groupBy('stack')
    .execute();
  const days = await db
    .selectFrom('shown_days')
    .select(['stack', 'day', 'drifts', 'intents'])
    .where('tenant', '=', tenant)
    .where('day', '>=', since.slice(0, 10))
    .orderBy('day')
    .execute();
  const byStack = new Map(counts.map((row) => [row.stack, row]));
  return stacks.map((stack) => ({
    stack,
    intents: Number(byStack.get(stack)?.intents ?? 0),
    waiting: Number(byStack.get(stack)?.waiting ?? 0),
    days: days
      .filter((row) => row.stack === stack)
      .map(({ day, drifts, intents }) => ({ day, drifts, intents })),
  }));
}
