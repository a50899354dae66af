import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connectStore } from '../../src/adapters/store/connect.ts';
import type { OpenDrift } from '../../src/model/open-drift.ts';
import type { Report } from '../../src/model/report.ts';
import type { RememberedEvent } from '../../src/ports/store/memory.ts';
import { observedDrift } from '../../src/reconcile/memory/observation.ts';
import { numbered } from '../pipeline/estate.ts';

const at = '2026-03-14T00:00:00Z';

/**
 * Stores what a baseline leaves after it found `count` changed values, each on its own resource.
 */
export async function rememberOpen(project: string, count: number): Promise<void> {
  const folder = join(project, '.parley');
  mkdirSync(folder, { recursive: true });
  const store = await connectStore(
    { kind: 'folder', path: folder },
    { tenant: 'default', timeout: 30_000 },
  );
  if (!store.ok) throw new Error(store.error.message);
  const found = places(count).map(({ address, type, name, before, live }) => {
    const shown = { kind: 'value', path: [name], value: live } as const;
    const event = observedDrift({ address, type, shown, look: 'Baseline', at });
    return { event, drift: openDrift({ address, type, name, before, live }, event) };
  });
  await store.value.recordRun({
    command: 'scan',
    report,
    steps: new Map(),
    ledger: { entries: [], declarations: [] },
    assess: () => undefined,
    memory: {
      events: found.map(({ event }) => event),
      forgotten: [],
      open: found.map(({ drift }) => drift),
      closed: [],
    },
  });
  await store.value.close();
}

interface Place {
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly before: number;
  readonly live: number;
}

/** Queues and functions of the modules that `writeEstate` makes. */
function places(count: number): readonly Place[] {
  const found: Place[] = [];
  for (let index = 0; found.length < count; index += 1) {
    const module = `module.${numbered('service', index).replace('-', '_')}`;
    const queue = {
      type: 'aws_sqs_queue',
      name: 'visibility_timeout_seconds',
      before: 30,
      live: 90,
    };
    const lambda = { type: 'aws_lambda_function', name: 'memory_size', before: 256, live: 512 };
    found.push({ ...queue, address: `${module}.aws_sqs_queue.this` });
    found.push({ ...lambda, address: `${module}.aws_lambda_function.this` });
    found.push({ ...queue, address: `${module}.aws_sqs_queue.dead` });
  }
  return found.slice(0, count);
}

function openDrift(
  { address, type, name, before, live }: Place,
  event: RememberedEvent,
): OpenDrift {
  return {
    id: 'd-000000000000',
    address,
    type,
    path: [name],
    declared: { kind: 'value', value: before },
    live: { kind: 'value', value: live },
    state: 'new',
    before: { kind: 'value', value: before },
    evidence: [{ event: event.id, time: at, operation: event.operation, actor: event.actor.name }],
    firstSeen: at,
    lastConfirmed: { at, how: 'read-back' },
    verdicts: [],
  };
}

const report: Report = {
  schema: 'parley/report/v1',
  tool: { name: 'parley', version: 'bench' },
  startedAt: at,
  policy: 'default',
  inputs: { events: { read: 0, kept: 0, dropped: {} }, state: { serial: 1, resources: 0 } },
  drifts: [],
  intents: [],
  decisions: [],
  patches: [],
  proposals: [],
  unresolved: [],
  reverted: [],
  contentions: [],
  tokens: { prompt: 0, completion: 0 },
  timings: {},
};
