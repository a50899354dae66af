import type { ServiceStore } from '../../../src/ports/store/service-store.ts';
import { logReceipts } from './growth-receipts.ts';
import { textOf } from './growth-text.ts';
import { serviceRun } from './service-runs.ts';

export interface GrowthShape {
  readonly stacks: number;
  /** How many days to simulate. */
  readonly days: number;
  /** Scans per stack and day. */
  readonly scans: number;
  /**
   * Scans per stack and day before the last two days; may be fewer, because a scan that finds
   * nothing new leaves no rows after an hour, so the result is the same.
   */
  readonly early?: number;
  /** Scans per stack and day that find something other than the scan before. */
  readonly changes: number;
  /** Records per stack and day. */
  readonly records: number;
}

const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const tenant = 'acme';

/** The size of a CloudTrail record, in bytes. */
const recordSize = 1500;
/** Drifted resources per report. */
const drifts = 3;

/**
 * Simulates days of a service with a fake clock: scans, their records, and once a day the retention
 * with its default settings. `behind` is called after each day.
 */
export async function live(
  store: ServiceStore,
  shape: GrowthShape,
  behind: (day: number) => Promise<void>,
): Promise<void> {
  for (let today = 0; today < shape.days; today += 1) {
    const isEarly = today < shape.days - 2;
    const scans = isEarly ? (shape.early ?? shape.scans) : shape.scans;
    for (let scan = 0; scan < scans; scan += 1) {
      const at = start + today * day + scan * (day / scans);
      for (let stack = 0; stack < shape.stacks; stack += 1) {
        await liveOnce(store, { ...shape, scans }, { stack: `stack-${stack}`, today, scan, at });
      }
    }
    const ago = (days: number) => new Date(start + (today + 1 - days) * day).toISOString();
    await store.prune({
      runs: ago(180),
      unusedRecords: ago(30),
      deliveries: ago(30),
      history: ago(730),
      ended: ago(0),
    });
    await store.collected(tenant).prune('trail', ago(90));
    await behind(today + 1);
  }
}

interface Moment {
  readonly stack: string;
  readonly today: number;
  readonly scan: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

async function liveOnce(
  store: ServiceStore,
  { scans, changes, records }: GrowthShape,
  { stack, today, scan, at }: Moment,
): Promise<void> {
  const time = new Date(at).toISOString();
  const count = Math.round(((scan + 1) * records) / scans) - Math.round((scan * records) / scans);
  await store.collected(tenant).add({
    ...{ source: 'trail', cloud: 'aws', stream: 'one', at: time },
    records: Array.from({ length: count }, (_, n) => ({
      id: `${stack} ${today} ${scan} ${n}`,
      ...{ eventTime: time, ingestedAt: time, digest: '0'.repeat(64) },
      raw: textOf(recordSize, at + n),
    })),
  });
  const since = today * changes + Math.floor((scan * changes) / scans);
  // Drifts are open since the latest change.
  const names = namesOf(since);
  const isNews = scan % Math.ceil(scans / changes) === 0 && since > 0;
  const began = new Date(start + Math.floor((since * day) / changes)).toISOString();
  const run = serviceRun({
    startedAt: time,
    intents: names,
    time: began,
    closed: isNews ? namesOf(since - 1) : [],
  });
  const { report, memory } = run.record;
  // The ledger dates a change by the time of the change, whichever scan reports it.
  const { ledger } = serviceRun({ startedAt: began, intents: names }).record;
  const notes = { ...report.timings, ...Object.fromEntries([[textOf(4000, since), 1]]) };
  const record = {
    ...run.record,
    ledger,
    report: { ...report, timings: notes },
    ...(memory && { memory: { ...memory, events: [] } }),
  };
  await store.runs.keep({ tenant, stack }, { ...run, record, findings: String(since) }, () => []);
  if (isNews) await logReceipts(store.receipts(tenant), drifts, at + hashOf(stack), time);
}

function hashOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

function namesOf(change: number): readonly string[] {
  return Array.from({ length: drifts }, (_, n) => `${change}-${n}`);
}
