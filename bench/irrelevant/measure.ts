import { createStateIndex } from '../../src/code/terraform/state/index.ts';
import type { AuditReading } from '../../src/evidence/audit/core/types.ts';
import type { AuditEvent } from '../../src/model/event.ts';
import { loadSchema } from '../../src/providers/schema/load.ts';
import { ingest } from '../../src/reconcile/ingest/ingest.ts';
import { createIrrelevantEvent } from '../../src/reconcile/ingest/irrelevant.ts';
import { emptyState } from './state.ts';

/** Reads a number of changes to unmanaged resources, and prints the peak memory of this process. */
const [count = 0, type = '', keeps = ''] = process.argv.slice(2);
const index = createStateIndex(emptyState, loadSchema());
const key = type === 'aws_kms_grant' ? 'grant_id' : 'arn';

function eventOf(n: number): AuditEvent {
  return {
    id: `5f0e6a1c-7d33-4c1e-9a40-${String(n).padStart(12, '0')}`,
    time: new Date(Date.parse('2026-03-14T00:00:00Z') + n * 100).toISOString(),
    cloud: 'aws',
    scope: '123456789012',
    region: 'us-east-1',
    service: 'sqs.amazonaws.com',
    operation: 'SetQueueAttributes',
    outcome: 'success',
    caller: {
      principal: `arn:aws:iam::123456789012:role/app-${n % 50}`,
      type: 'AssumedRole',
      fromConsole: false,
      sourceIp: '198.51.100.7',
    },
    omitted: [],
    details: {},
    request: {},
    response: {},
    place: { file: 'log.json', record: n },
  } as unknown as AuditEvent;
}

const reading = {
  async *[Symbol.asyncIterator]() {
    for (let n = 0; n < Number(count); n += 1) yield { kind: 'event', event: eventOf(n) } as const;
  },
  counts: () => ({ read: Number(count), kept: Number(count), dropped: {} }),
} as unknown as AuditReading;

const start = performance.now();
const ingested = await ingest(reading, {
  signatures: [],
  translate: ({ id, time }) => {
    const n = Number(id.slice(-12));
    const resource = {
      type,
      keys: [{ [key]: `arn:aws:x:us-east-1:123456789012:thing-${n % 5000}` }],
    };
    const value = { kind: 'known', value: n } as const;
    const change = { kind: 'set', path: ['delay_seconds'], value } as const;
    return { kind: 'effects', effects: [{ event: id, time, resource, change }], redacted: false };
  },
  touched: () => undefined,
  ...(keeps === 'keep' ? {} : { irrelevantEvent: createIrrelevantEvent('related', index) }),
  traced: false,
});
const seconds = ((performance.now() - start) / 1000).toFixed(1);
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
const kept = ingested.ok ? ingested.value.events.size : 0;
process.stdout.write(`${type} ${keeps}: ${megabytes} MB, ${seconds} s, ${kept} kept\n`);
