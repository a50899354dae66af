import type { Kysely } from 'kysely';
import type { Outcome } from '../../../../model/decision.ts';
import type { Json } from '../../../../model/json.ts';
import type { EvidenceNote } from '../../../../model/open-drift.ts';
import { compareText, cutText } from '../../../../model/text.ts';
import { ForgeEvent } from '../../../../ports/forge/event.ts';
import type { AnswerAction } from '../../../../ports/store/answer.ts';
import type {
  CommentedPullRequest,
  ForgeComment,
  WrittenComment,
} from '../../../../ports/store/forge-comment.ts';
import type { KnownProposal } from '../../../../ports/store/service-store.ts';
import type { ReadStream, RuleUse } from '../../../../ports/store/shown.ts';
import type { StackKey } from '../../../../ports/store/stack-key.ts';
import { insertNew } from '../../rows.ts';
import type { Tables } from '../../tables.ts';
import { columnText } from '../../text.ts';
import { readAnswerRows } from '../answer-rows.ts';
import { noteChange } from './version.ts';

type Db = Kysely<Tables>;

/** Deliveries of a forge that are searched: older ones are on the forge. */
const maxDeliveries = 500;

export async function readComments(
  db: Db,
  tenant: string,
  on: readonly Pick<KnownProposal, 'forge' | 'number' | 'location'>[],
): Promise<readonly ForgeComment[]> {
  if (on.length === 0) return [];
  const rows = await db
    .selectFrom('deliveries')
    .select(['forge', 'received_at', 'event'])
    .where('tenant', '=', tenant)
    .where('forge', 'in', [...new Set(on.map(({ forge }) => columnText(forge)))])
    .orderBy('received_at', 'desc')
    .limit(maxDeliveries)
    .execute();
  const comments = new Map<string, ForgeComment>();
  for (const { forge, received_at, event } of rows) {
    const read = ForgeEvent.safeParse(event);
    if (!read.success || read.data.kind !== 'comment') continue;
    const { repository, number, id, user, text } = read.data;
    const isAbout = on.some(
      (one) =>
        one.forge === forge &&
        one.number === number &&
        // Forges ignore the case of names.
        one.location.toLowerCase().includes(`/${repository.toLowerCase()}/`),
    );
    // A webhook and a query of the forge report the same comment. The earlier time wins, which is
    // when it was written.
    if (isAbout) {
      const at = received_at.toISOString();
      comments.set(`${forge} ${number} ${id}`, { at, by: user, number, text });
    }
  }
  return [...comments.values()].sort((a, b) => compareText(a.at, b.at));
}

/** Characters that are kept of a comment: the rest is on the forge. */
const longestComment = 4000;

/** Stored next to what webhooks reported, so that both are read and dropped in the same way. */
export async function keepCommentRows(
  db: Db,
  key: StackKey,
  { forge, kind, repository, number }: CommentedPullRequest,
  comments: readonly WrittenComment[],
): Promise<void> {
  const rows = comments.map(({ id, user, text, at }) => {
    const event: ForgeEvent = {
      ...{ kind: 'comment', forge: kind, repository, number, id },
      ...{ user: cutText(user, 300), text: cutText(text, longestComment) },
    };
    return {
      ...{ tenant: key.tenant, forge: columnText(forge), received_at: at },
      id: columnText(`comment ${repository}#${number} ${id}`),
      event: JSON.stringify(event),
    };
  });
  if (rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if ((await insertNew(trx, 'deliveries', rows)) > 0) await noteChange(trx, key);
  });
}

/** The record by its id; records of logs without ids are identified by their content. */
export async function readRawRecord(
  db: Db,
  tenant: string,
  sources: readonly string[],
  { event, digest }: Pick<EvidenceNote, 'event' | 'digest'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('collected_records')
    .select(['raw', 'digest'])
    .where('tenant', '=', tenant)
    .where('source', 'in', [...sources, ''])
    .where('id', '=', columnText(event))
    .where('raw', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (row?.raw == null) return undefined;
  // The same id with another text means another record.
  return digest === undefined || row.digest === digest ? row.raw : undefined;
}

/** Counts intents: a rule that decided ten fields of one intent decided once. */
export async function readRules(db: Db, key: StackKey, since: string): Promise<readonly RuleUse[]> {
  const newest = new Map<string, AnswerAction>();
  for (const { intent, action } of await readAnswerRows(db, key)) newest.set(intent, action);
  const decided = db
    .selectFrom('shown_intents')
    .where((eb) => eb.and(key))
    .where('to_time', '>=', new Date(since));
  const counts = await decided
    .select((of) => ['rules', of.fn.countAll().as('intents')])
    .groupBy('rules')
    .execute();
  const answered = await decided
    .select(['id', 'rules'])
    .where('id', 'in', [...[...newest.keys()].map(columnText), ''])
    .execute();
  const uses = new Map<string, { intents: number; answers: Map<AnswerAction, number> }>();
  const useOf = (line: string) => {
    const use = uses.get(line) ?? { intents: 0, answers: new Map<AnswerAction, number>() };
    uses.set(line, use);
    return use;
  };
  for (const { rules, intents } of counts) {
    for (const line of rules.split('\n')) useOf(line).intents += Number(intents);
  }
  for (const { id, rules } of answered) {
    const action = newest.get(id);
    for (const line of action === undefined ? [] : rules.split('\n')) {
      const { answers } = useOf(line);
      if (action !== undefined) answers.set(action, (answers.get(action) ?? 0) + 1);
    }
  }
  return [...uses].map(([line, use]) => {
    const at = line.indexOf(' ');
    return { outcome: line.slice(0, at) as Outcome, rule: line.slice(at + 1), ...use };
  });
}

export async function readStreams(
  db: Db,
  tenant: string,
  sources: readonly string[],
): Promise<readonly ReadStream[]> {
  const rows = await db
    .selectFrom('collect_cursors')
    .select(['source', 'stream', 'cursor', 'updated_at'])
    .where('tenant', '=', tenant)
    .where('source', 'in', [...sources, ''])
    .orderBy('source')
    .orderBy('stream')
    .execute();
  return rows.map(({ source, stream, cursor, updated_at }) => ({
    ...{ source, stream, cursor: cursor as Json, at: updated_at.toISOString() },
  }));
}
