import { type Kysely, sql } from 'kysely';
import { fileChange } from '../../../text/file-change.ts';

/** Plans store the changes of a file instead of the entire file. */
export const plannedChanges = { up, down };

interface Row {
  readonly tenant: string;
  readonly stack: string;
  readonly run: string;
  readonly position: number;
  readonly body: { readonly files: readonly WholeFile[] };
}

interface WholeFile {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<Row>`
    select tenant, stack, run, position, body from planned_proposals`.execute(db);
  for (const { tenant, stack, run, position, body } of rows) {
    const files = body.files.map(({ path, before, after }) => fileChange(path, before, after));
    await sql`
      update planned_proposals set body = ${JSON.stringify({ ...body, files })}
        where tenant = ${tenant} and stack = ${stack} and run = ${run} and position = ${position}
    `.execute(db);
  }
}

/** The complete files are no longer known, so plans are removed: the next scan plans again. */
async function down(db: Kysely<never>): Promise<void> {
  await sql`delete from planned_proposals`.execute(db);
}
