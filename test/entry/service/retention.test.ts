import { describe, expect, it } from 'vitest';
import { ConfigFile } from '../../../src/config/schema.ts';
import { pruneDaily } from '../../../src/entry/service/retention.ts';
import type { ReceiptLog } from '../../../src/ports/receipt/receipt-log.ts';
import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { silentLog } from '../../adapters/telemetry/silent-log.ts';

const settings = ConfigFile.parse({
  retention: { runs: '100d', unused_records: '10d', receipts: '400d', deliveries: '5d' },
  stacks: [
    { name: 'one', tenant: 'acme', repository: 'https://host.example/x.git' },
    { name: 'two', tenant: 'acme', repository: 'https://host.example/y.git' },
  ],
  sources: [{ name: 'bus', tenant: 'acme', kind: 'push', cloud: 'aws', retention: '30d' }],
});

/** A fake store that notes what it was asked to prune; claims work as in the real one. */
function createStage(isDown = () => false) {
  const claimed = new Set<string>();
  const asked: unknown[] = [];
  const store = {
    claims: {
      async get(tenant: string, key: { text: string }) {
        return claimed.has(`${tenant} ${key.text}`) ? {} : undefined;
      },
      async put(tenant: string, key: { text: string }) {
        claimed.add(`${tenant} ${key.text}`);
      },
    },
    async prune(before: object) {
      asked.push(before);
      if (isDown()) throw new Error('The database is gone.');
      return { runs: 1 };
    },
    collected: (tenant: string) => ({
      async prune(source: string, before: string) {
        asked.push([tenant, source, before]);
        return 2;
      },
    }),
  };
  return {
    asked,
    prune: (now: string) =>
      pruneDaily({
        store: store as unknown as ServiceStore,
        settings,
        receipts: (tenant, work) =>
          work({
            async drop(before: string) {
              asked.push(['receipts', tenant, before]);
              return 3;
            },
          } as unknown as ReceiptLog),
        log: silentLog,
        now: () => now,
      }),
  };
}

const first = [
  {
    runs: '2026-03-31T09:00:00.000Z',
    unusedRecords: '2026-06-29T09:00:00.000Z',
    deliveries: '2026-07-04T09:00:00.000Z',
    ended: '2026-07-09T09:00:00.000Z',
    history: '2024-07-09T09:00:00.000Z',
  },
  ['acme', 'bus', '2026-06-09T09:00:00.000Z'],
  ['receipts', 'acme', '2025-06-04T09:00:00.000Z'],
];

describe('pruning', () => {
  it('drops what is older than its retention, for every tenant', async () => {
    const { prune, asked } = createStage();

    await prune('2026-07-09T09:00:00.000Z');

    expect(asked).toEqual(first);
  });

  it('is done once a day', async () => {
    const { prune, asked } = createStage();

    for (const time of ['09:00', '09:00', '23:59']) await prune(`2026-07-09T${time}:00.000Z`);
    expect(asked).toEqual(first);
    await prune('2026-07-10T00:00:00.000Z');

    expect(asked).toHaveLength(6);
  });

  it('is repeated if it was interrupted', async () => {
    let isDown = true;
    const { prune, asked } = createStage(() => isDown);

    await expect(prune('2026-07-09T09:00:00.000Z')).rejects.toThrow('gone');
    isDown = false;
    await prune('2026-07-09T09:05:00.000Z');

    expect(asked).toHaveLength(4);
  });
});
