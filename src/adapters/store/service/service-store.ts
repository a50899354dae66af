import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { IncidentLog, PostedLog, ServiceStore } from '../../../ports/store/service-store.ts';
import { createCollectedRows } from '../collected-rows.ts';
import { putDocumentRows, readDocumentRows } from '../document-rows.ts';
import { putRow } from '../rows.ts';
import { createStore } from '../store.ts';
import type { Tables } from '../tables.ts';
import { columnText } from '../text.ts';
import { createAnswerLog } from './answer-rows.ts';
import { createDeliveryLog } from './delivery-rows.ts';
import { createDriftLog } from './drift-log.ts';
import { createOutbox } from './outbox-rows.ts';
import { createProposalLog } from './proposal-rows.ts';
import { prune } from './prune/prune.ts';
import { createRateBoard } from './rate-rows.ts';
import { createReceiptRows } from './receipt-rows.ts';
import { createRunLog } from './run-log.ts';
import { createShownLog } from './shown/log.ts';
import { createAddedStackLog } from './stack-rows.ts';
import { createStateLogs } from './state-log.ts';

type Db = Kysely<Tables>;

/** Milliseconds that a database has to answer before it counts as unreachable. */
const timeout = 5000;

/** The store of all tenants, on tables that are up to date. */
export function createServiceStore(db: Db, close: () => Promise<void>): ServiceStore {
  return {
    project: (key) => createStore(db, key, async () => undefined),
    collected: (tenant) => createCollectedRows(db, tenant),
    runs: createRunLog(db),
    proposals: createProposalLog(db),
    drifts: createDriftLog(db),
    shown: createShownLog(db),
    answers: createAnswerLog(db),
    deliveries: createDeliveryLog(db),
    incidents: createIncidentLog(db),
    posted: createPostedLog(db),
    ...createStateLogs(db),
    outbox: createOutbox(db),
    stacks: createAddedStackLog(db),
    receipts: (tenant) => createReceiptRows(db, tenant),
    rates: createRateBoard(db),
    prune: (before) => prune(db, before),
    isReady: () => isAnswering(db),
    close,
  };
}

async function isAnswering(db: Db): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const silent = sleep(timeout, false, { signal: late.signal, ref: false }).catch(() => false);
  const isAnswered = await Promise.race([answered, silent]);
  late.abort();
  return isAnswered;
}

function createIncidentLog(db: Db): IncidentLog {
  return {
    list: (tenant) => readDocumentRows(db, { table: 'incidents', of: { tenant } }),
    put: (tenant, incident) =>
      putDocumentRows(db, { table: 'incidents', of: { tenant } }, [incident], 'replace'),
  };
}

function createPostedLog(db: Db): PostedLog {
  return {
    find: (tenant, key) =>
      db
        .selectFrom('posted_messages')
        .select(['channel', 'ts'])
        .where((eb) => eb.and({ tenant, key: columnText(key) }))
        .executeTakeFirst(),
    async keep(tenant, key, { channel, ts }) {
      const row = { channel: columnText(channel), ts: columnText(ts) };
      await putRow(db, 'posted_messages', { tenant, key: columnText(key) }, row);
    },
  };
}
