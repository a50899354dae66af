import type { Kysely } from 'kysely';
import { compareKeys } from '../../../../model/text.ts';
import type { KnownProposal } from '../../../../ports/store/service-store.ts';
import type { ShownRange, ShownWindow, StacksAsked } from '../../../../ports/store/shown.ts';
import type { Tables } from '../../tables.ts';

type Db = Kysely<Tables>;

/** Merges within a period: more would only be marks side by side. */
const maxMerges = 200;

/** A window that stacks share, such as an incident, appears once. */
export async function readShownWindows(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: ShownRange,
): Promise<readonly ShownWindow[]> {
  const rows = await db
    .selectFrom('shown_stacks')
    .select('windows')
    .where('tenant', '=', tenant)
    .where('stack', 'in', [...stacks, ''])
    .orderBy('stack')
    .execute();
  const all = [
    ...rows.flatMap(({ windows }) => windows as readonly ShownWindow[]),
    ...(await readMerges(db, { tenant, stacks }, { from, to })),
  ].filter((one) => one.from < to && (one.to === undefined || one.to >= from));
  const unique = new Map(all.map((one) => [`${one.from} ${one.kind} ${one.name} ${one.to}`, one]));
  return [...unique].sort(compareKeys).map(([, one]) => one);
}

/** Merges of proposals, each of which changed the code. */
async function readMerges(
  db: Db,
  { tenant, stacks }: StacksAsked,
  { from, to }: ShownRange,
): Promise<readonly ShownWindow[]> {
  const rows = await db
    .selectFrom('proposals')
    .select('body')
    .where('tenant', '=', tenant)
    .where('stack', 'in', [...stacks, ''])
    .where('state', '=', 'merged')
    .where('updated_at', '>=', new Date(from))
    .where('updated_at', '<', new Date(to))
    .orderBy('updated_at', 'desc')
    .limit(maxMerges)
    .execute();
  return rows.map(({ body }) => {
    const { number, title, updatedAt } = body as KnownProposal;
    return {
      kind: 'deployment',
      name: `merge of #${number}: ${title}`,
      from: updatedAt,
      to: updatedAt,
    };
  });
}
