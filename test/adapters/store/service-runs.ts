import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { ClosedDrift, OpenDrift } from '../../../src/model/open-drift.ts';
import type { OpenQuestion } from '../../../src/model/open-question.ts';
import type { Report } from '../../../src/model/report.ts';
import type { MemoryUpdate } from '../../../src/ports/store/memory.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import type {
  KnownProposal,
  OutboxJob,
  ServiceRun,
} from '../../../src/ports/store/service-store.ts';
import { observedDrift } from '../../../src/reconcile/memory/observation.ts';
import { placeKey } from '../../../src/reconcile/memory/place.ts';
import { codeManager, ledgerEntry } from '../../../src/stages/ledger/entry.ts';
import { fileChange } from '../../../src/text/file-change.ts';

/** A time on a day in March 2026. */
export const at = (day: number, minute = 0): string =>
  new Date(Date.UTC(2026, 2, day, 3, minute)).toISOString();

export interface RunShape {
  readonly startedAt?: string;
  /** Names of intents; each gets a drift, a decision, a plan and an entry in the ledger. */
  readonly intents?: readonly string[];
  /** When the changes of the intents happened. */
  readonly time?: string;
  /** Open drifts that the run has no new evidence of: their names, and those of their intents. */
  readonly unseen?: readonly { readonly name: string; readonly of: string }[];
  /** Names of drifts that the run found to be closed. */
  readonly closed?: readonly string[];
  /** Names of resources with calls that could not be translated. */
  readonly questions?: readonly string[];
  /** Ids of questions that the run found to be answered. */
  readonly answered?: readonly string[];
}

export function serviceRun({
  startedAt = at(14),
  intents = ['one'],
  time = startedAt,
  unseen = [],
  closed = [],
  questions = [],
  answered = [],
}: RunShape = {}): ServiceRun {
  const open = [
    ...intents.map((name) => openDriftOf(name, startedAt, time)),
    ...unseen.map(({ name, of }) => openDriftOf(name, startedAt, time, of)),
  ];
  const report: Report = {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: '0' },
    startedAt,
    policy: 'default',
    inputs: { events: { read: 1, kept: 1, dropped: {} }, state: { serial: 1, resources: 1 } },
    openDrifts: open,
    closedDrifts: closed.map((name) => closedDriftOf(name, startedAt)),
    drifts: intents.map((name) => driftOf(name, time)),
    intents: intents.map((name) => intentOf(name, time)),
    decisions: intents.map(decisionOf),
    patches: [],
    proposals: [],
    unresolved: [],
    reverted: [],
    tokens: { prompt: 0, completion: 0 },
    timings: {},
  };
  return {
    record: {
      command: 'reconcile',
      report,
      steps: new Map(
        report.intents.map(({ id }) => [id, [{ event: 'understood', because: 'known' }]]),
      ),
      memory: {
        ...memoryOf(open, closed, startedAt),
        questions: questions.map((name) => questionOf(name, startedAt)),
        answered,
      },
      ledger: { entries: intents.map((name) => entryOf(name, startedAt)), declarations: [] },
      assess: () => undefined,
    },
    revision: 'c'.repeat(40),
    findings: `f-${intents.join('+')}`,
    planned: intents.map(plannedOf),
    unexplained: {
      read: 'all',
      seen: intents.map((name) => ({
        id: `readback-${name}`,
        address: `q.${name}`,
        firstSeen: startedAt,
      })),
    },
  };
}

function driftOf(name: string, time: string): Drift {
  return {
    id: `d-${name}`,
    address: `q.${name}`,
    type: 'aws_sqs_queue',
    path: ['delay_seconds'],
    declared: { kind: 'value', value: 1 },
    declaredFrom: 'code',
    live: { kind: 'value', value: 2 },
    evidence: [`e-${name}`],
    basis: 'inferred',
    writes: [{ event: `e-${name}`, time, value: { kind: 'value', value: 2 } }],
  };
}

export function openDriftOf(
  name: string,
  firstSeen: string,
  time = firstSeen,
  of = name,
): OpenDrift {
  const { evidence: _, basis: __, writes: ___, declaredFrom: ____, ...drift } = driftOf(name, time);
  return {
    ...drift,
    state: 'open',
    before: { kind: 'value', value: 1 },
    evidence: [{ event: `e-${name}`, time, operation: 'SetQueueAttributes', actor: 'maria' }],
    firstSeen,
    lastConfirmed: { at: time, how: 'log' },
    verdicts: [{ at: firstSeen, intent: `i-${of}`, outcome: 'accept', rule: 'people' }],
  };
}

export function closedDriftOf(name: string, closedAt: string): ClosedDrift {
  const { id, address, path, declared, live } = driftOf(name, closedAt);
  const because = 'The code has the live value.';
  return {
    ...{ id, address, path, declared, live, firstSeen: at(1), closedAt },
    ...{ reason: 'in-code', because },
  };
}

export function questionOf(name: string, firstSeen: string): OpenQuestion {
  return {
    id: `q-${name}`,
    address: `q.${name}`,
    type: 'aws_sqs_queue',
    service: 'novel.amazonaws.com',
    operation: 'Frobnicate',
    cause: 'unknown-operation',
    state: 'open',
    calls: [{ event: `e-${name}`, time: firstSeen, operation: 'Frobnicate', actor: 'maria' }],
    firstSeen,
  };
}

function memoryOf(
  open: readonly OpenDrift[],
  closed: readonly string[],
  now: string,
): MemoryUpdate {
  const shown = { kind: 'there' } as const;
  return {
    events: open.map(({ address, type }) =>
      observedDrift({ address, type, shown, look: 'ReadBack', at: now }),
    ),
    forgotten: [],
    open,
    closed: closed.map((name) => placeKey(`q.${name}`, ['delay_seconds'])),
    state: { lineage: 'one', serial: 1, at: now, values: [] },
  };
}

function intentOf(name: string, time: string): Intent {
  return {
    id: `i-${name}`,
    actor: {
      class: 'human',
      principal: 'arn:user/maria',
      name: 'maria',
      signature: 'sso',
      evidence: 'trusted',
    },
    summary: 'Raised the delay',
    purpose: 'change',
    confidence: 1,
    rule: 'generic',
    drifts: [`d-${name}`],
    wants: [],
    window: { from: time, to: time },
  };
}

function decisionOf(name: string): Decision {
  return {
    intent: `i-${name}`,
    drift: `d-${name}`,
    address: `q.${name}`,
    path: ['delay_seconds'],
    verdict: { outcome: 'accept', rule: 'people', because: 'a person did it' },
    explanation: [],
  };
}

function entryOf(name: string, time: string) {
  return ledgerEntry({
    kind: 'apply',
    time,
    address: `q.${name}`,
    type: 'aws_sqs_queue',
    manager: codeManager,
    reason: 'declared',
    evidence: [],
    config: {},
    hidden: [],
    mode: 'free',
  } as const);
}

export function plannedOf(name: string): PlannedProposal {
  return {
    kind: 'patch',
    intent: `i-${name}`,
    digest: `digest-${name}`,
    branch: `parley/${name}`,
    title: `Raise the delay of ${name}`,
    body: 'text',
    labels: ['parley:accept'],
    check: { name: 'parley', state: 'waiting', title: 'waits', summary: '' },
    message: { subject: 'Raise the delay', body: '', trailers: [] },
    files: [fileChange('main.tf', undefined, 'x = 1\n')],
    addresses: [`q.${name}`],
  };
}

export function proposalOf(
  tenant: string,
  stack: string,
  number: number,
  more: Partial<KnownProposal> = {},
): KnownProposal {
  return {
    tenant,
    stack,
    forge: 'github',
    number,
    kind: 'patch',
    intent: `i-${number}`,
    digest: `digest-${number}`,
    branch: `parley/${number}`,
    commit: 'a'.repeat(40),
    title: 'Raise the delay',
    location: `https://forge.example/pulls/${number}`,
    state: 'open',
    run: 'r-000000000000',
    openedAt: at(14, number),
    updatedAt: at(14, number),
    addresses: [`q.${number}`],
    ...more,
  };
}

export function reconcileJob(tenant: string, stack: string): OutboxJob {
  return { queue: 'reconcile', job: { tenant, stack, cause: 'person' } };
}
