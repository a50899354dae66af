import { connectStore } from '../../../src/adapters/store/connect.ts';
import { codeManager, ledgerEntry } from '../../../src/stages/ledger/entry.ts';

/** Appends pairs of entries until it is killed, printing the number of each pair once stored. */
const [, , path = ''] = process.argv;
const store = await connectStore({ kind: 'folder', path }, { tenant: 'default', timeout: 10_000 });
if (!store.ok) throw new Error(store.error.message);
for (let i = 0; ; i += 1) {
  const common = { time: '2026-03-14T02:00:00Z', type: 'aws_sqs_queue', manager: codeManager };
  const pair = ['q.a', 'q.b'].map((address) =>
    ledgerEntry({
      ...common,
      kind: 'apply' as const,
      address,
      reason: 'declared',
      evidence: [],
      config: { delay_seconds: i },
      hidden: [],
      mode: 'free' as const,
    }),
  );
  await store.value.appendLedger(pair);
  process.stdout.write(`${i}\n`);
}
