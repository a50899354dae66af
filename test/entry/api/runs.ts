import { createHash } from 'node:crypto';
import type { OpenDrift } from '../../../src/model/open-drift.ts';
import type { OpenQuestion } from '../../../src/model/open-question.ts';
import type { Report } from '../../../src/model/report.ts';
import type { KnownProposal, ServiceRun } from '../../../src/ports/store/service-store.ts';
import { codeManager, ledgerEntry } from '../../../src/stages/ledger/entry.ts';

/** The first 12 hex digits of the SHA-256 of a text. */
export function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The ids in the run of a mark. */
export const driftId = (mark: string, index = 0): string => `d-${hex(`drift ${mark} ${index}`)}`;
export const intentId = (mark: string, index = 0): string => `i-${hex(`intent ${mark} ${index}`)}`;

const time = '2026-03-14T02:00:00.000Z';

/** A run with `count` drifts, each with its own intent. Every text in it contains the mark. */
export function markedRun(
  mark: string,
  count = 1,
  startedAt = '2026-03-14T03:00:00.000Z',
): ServiceRun {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const actor = {
    class: 'human',
    principal: `arn:aws:iam::111122223333:user/${mark}`,
    name: mark,
    signature: 'user',
    evidence: 'trusted',
  } as const;
  const address = (index: number): string => `aws_sqs_queue.${mark}_${index}`;
  const open = indexes.map(
    (index): OpenDrift => ({
      id: driftId(mark, index),
      address: address(index),
      type: 'aws_sqs_queue',
      path: ['delay_seconds'],
      declared: { kind: 'value', value: mark },
      live: { kind: 'value', value: { of: [mark, 2] } },
      state: 'new',
      before: { kind: 'value', value: mark },
      evidence: [{ event: `event ${mark}`, time, operation: 'SetQueueAttributes', actor: mark }],
      firstSeen: startedAt,
      lastConfirmed: { at: time, how: 'log' },
      verdicts: [
        {
          at: startedAt,
          intent: intentId(mark, index),
          outcome: index % 2 === 0 ? 'accept' : 'reject',
          rule: 'people',
        },
      ],
    }),
  );
  const questions = indexes.map(
    (index): OpenQuestion => ({
      id: intentId(mark, index).replace('i-', 'q-'),
      address: address(index),
      type: 'aws_sqs_queue',
      service: 'novel.amazonaws.com',
      operation: `Do${mark}`,
      cause: 'unknown-operation',
      state: 'new',
      calls: [{ event: `event ${mark}`, time, operation: `Do${mark}`, actor: mark }],
      firstSeen: startedAt,
    }),
  );
  const report: Report = {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: '1.2.3' },
    startedAt,
    policy: `policy ${mark}`,
    inputs: { events: { read: 1, kept: 1, dropped: {} }, state: { serial: 1, resources: 1 } },
    openDrifts: open,
    openQuestions: questions,
    closedDrifts: [
      {
        id: driftId(mark, 99),
        address: `${address(0)}_closed`,
        path: ['delay_seconds'],
        declared: { kind: 'value', value: mark },
        live: { kind: 'value', value: 2 },
        firstSeen: time,
        closedAt: startedAt,
        reason: 'went-back',
        because: `${mark} put it back.`,
      },
    ],
    drifts: indexes.map((index) => ({
      id: driftId(mark, index),
      address: address(index),
      type: 'aws_sqs_queue',
      path: ['delay_seconds'],
      declared: { kind: 'value', value: mark },
      declaredFrom: 'code',
      live: { kind: 'value', value: { of: [mark, 2] } },
      evidence: [`event ${mark}`],
      basis: 'inferred',
    })),
    intents: indexes.map((index) => ({
      id: intentId(mark, index),
      actor,
      summary: `Raised the delay of ${mark}`,
      purpose: 'change',
      confidence: 1,
      rule: 'generic',
      drifts: [driftId(mark, index)],
      wants: [{ drift: driftId(mark, index), want: { kind: 'eq', value: mark } }],
      window: { from: time, to: time },
    })),
    decisions: indexes.map((index) => ({
      intent: intentId(mark, index),
      drift: driftId(mark, index),
      address: address(index),
      path: ['delay_seconds'],
      verdict: {
        outcome: index % 2 === 0 ? 'accept' : 'reject',
        rule: 'people',
        because: `because of ${mark}`,
      },
      explanation: [`explained for ${mark}`],
    })),
    patches: [],
    proposals: [],
    unresolved: [{ code: 'record-broken', reason: `reason ${mark}` }],
    beside: [
      {
        name: `aws_sqs_queue_policy (${mark})`,
        on: address(0),
        what: 'changed',
        by: [mark],
        evidence: [`event ${mark}`],
        window: { from: time, to: time },
      },
    ],
    unknownOperations: [
      { cloud: 'aws', service: 'novel.amazonaws.com', operation: `Do${mark}`, count: 3 },
    ],
    reverted: indexes.map((index) => ({
      address: address(index),
      type: 'aws_sqs_queue',
      path: ['delay_seconds'],
      evidence: [`event ${mark} ${index}`, `end ${mark}`],
      window: { from: time, to: time },
      ending: 'put-back',
      before: { kind: 'value', value: mark },
      changes: [`event ${mark} ${index}`],
      ended: `end ${mark}`,
      durationMs: 0,
      times: 1,
      changedBy: [actor],
      endedBy: actor,
      purpose: index % 2 === 0 ? 'change' : 'weakening',
      summary: `Raised the delay of ${mark}`,
      sentence: `Raised the delay of ${mark}; put back`,
    })),
    tokens: { prompt: 0, completion: 0 },
    timings: {},
  };
  const entries = indexes.map((index) =>
    ledgerEntry({
      kind: 'apply',
      time,
      address: address(index),
      type: 'aws_sqs_queue',
      manager: codeManager,
      reason: `declared by ${mark}`,
      evidence: [],
      config: { name: mark },
      hidden: [],
      mode: 'free',
    } as const),
  );
  return {
    record: {
      command: 'reconcile',
      report,
      steps: new Map(
        report.intents.map(({ id }) => [id, [{ event: 'understood', because: `known ${mark}` }]]),
      ),
      memory: { events: [], forgotten: [], open, closed: [], questions },
      ledger: { entries, declarations: [] },
      assess: () => undefined,
    },
    revision: hex(mark).repeat(4).slice(0, 40),
    findings: hex(`findings ${mark}`),
    planned: [],
  };
}

export function markedProposal(
  key: { readonly tenant: string; readonly stack: string },
  mark: string,
  number = 1,
): KnownProposal {
  return {
    ...key,
    forge: 'github',
    number,
    kind: 'patch',
    intent: intentId(mark),
    digest: hex(`digest ${mark}`),
    branch: `parley/${mark}`,
    commit: 'a'.repeat(40),
    title: `Raise the delay of ${mark}`,
    location: `https://github.example/shop/infra/pull/${number}`,
    state: 'open',
    run: `r-${hex(mark)}`,
    openedAt: time,
    updatedAt: time,
    addresses: [`aws_sqs_queue.${mark}_0`],
  };
}
