import { describe, expect, it } from 'vitest';
import { createStateIndex } from '../../../src/code/terraform/state/index.ts';
import type { Actor } from '../../../src/model/actor.ts';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift, DriftValue, Write } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { Patch } from '../../../src/model/patch.ts';
import type { Report } from '../../../src/model/report.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { loadProject } from '../../../src/reconcile/managed/load-project.ts';
import { runLedger } from '../../../src/reconcile/report/ledger.ts';

const schema = loadSchema();

const code = `
variable "token" {
  sensitive = true
  default   = "open sesame"
}

resource "aws_db_instance" "main" {
  identifier        = "main"
  password          = "correct horse"
  allocated_storage = 20
  snapshot_identifier = null
  tags = { Token = var.token }
}

resource "aws_autoscaling_group" "web" {
  max_size         = 6
  min_size         = 2
  desired_capacity = 2
  launch_template {
    id = aws_launch_template.web.id
  }
}

resource "aws_launch_template" "web" {}
`;

const state = { serial: 1, resources: [] } as unknown as Parameters<typeof createStateIndex>[0];
const { project } = loadProject(
  new Map([['main.tf', code]]),
  { varFiles: [], env: {}, workspace: 'default' },
  createStateIndex(state, schema),
);

const scaler: Actor = {
  class: 'controller',
  principal: 'arn:aws:iam::123456789012:role/scaler',
  name: 'Scaler',
  signature: 'scaler',
  evidence: 'trusted',
};
const deploy: Actor = { ...scaler, class: 'iac', principal: 'arn:role/deploy', name: 'Terraform' };

function write(event: string, value: DriftValue): Write {
  return { event, time: `2026-03-14T02:00:0${event.slice(1)}Z`, value };
}

function driftOf(address: string, path: Drift['path'], writes: readonly Write[]): Drift {
  const live = writes.at(-1)?.value ?? { kind: 'absent' };
  return {
    id: 'd-0123456789ab',
    address,
    type: address.split('.')[0] ?? '',
    path,
    declared: { kind: 'value', value: 2 },
    declaredFrom: 'code',
    live,
    evidence: writes.map(({ event }) => event),
    basis: 'inferred',
    writes,
  };
}

const intent: Intent = {
  id: 'i-0123456789ab',
  actor: scaler,
  summary: 'Scaled web',
  purpose: 'scaling',
  confidence: 1,
  rule: 'scaling',
  drifts: ['d-0123456789ab'],
  wants: [],
  window: { from: '2026-03-14T02:00:00Z', to: '2026-03-14T02:00:00Z' },
};

const size = driftOf(
  'aws_autoscaling_group.web',
  ['desired_capacity'],
  [write('e1', { kind: 'value', value: 3 }), write('e2', { kind: 'value', value: 5 })],
);

const delegate: Decision = {
  intent: intent.id,
  drift: size.id,
  address: size.address,
  path: size.path,
  verdict: {
    outcome: 'delegate',
    rule: 'controller-scales',
    because: 'It scales.',
    bounds: { min: 2, max: 6 },
    expires: '2026-06-12T00:00:00Z',
  },
  explanation: [],
};

interface Given {
  readonly report: Partial<Report>;
  readonly actor?: Actor;
  readonly written?: readonly Patch[];
}

function ledgerOf({ report, actor = scaler, written = [] }: Given) {
  const whole = { startedAt: '2026-03-15T00:00:00Z', intents: [], decisions: [], ...report };
  const ids = ['e1', 'e2', 'e3'];
  return runLedger({
    report: { drifts: [], reverted: [], ...whole } as unknown as Report,
    actors: new Map(ids.map((id) => [id, actor])),
    written,
    evaluation: project.evaluation,
    schema,
  });
}

describe('what a run saw of ownership', () => {
  it('has an entry for each write, with the intent it was part of', () => {
    const { entries } = ledgerOf({ report: { drifts: [size], intents: [intent] } });

    expect(entries).toMatchObject([
      {
        kind: 'update',
        time: '2026-03-14T02:00:01Z',
        manager: { id: scaler.principal, name: 'Scaler', class: 'controller' },
        reason: 'Scaled web',
        evidence: ['e1', intent.id],
        writes: [{ path: ['desired_capacity'], value: { kind: 'value', value: 3 } }],
      },
      { evidence: ['e2', intent.id] },
    ]);
  });

  it('treats Terraform as acting for the code, unless it only claims to be Terraform', () => {
    const names = [deploy, { ...deploy, evidence: 'claimed' as const }].map(
      (actor) => ledgerOf({ report: { drifts: [size] }, actor }).entries[0]?.manager.id,
    );

    expect(names).toEqual(['code', 'arn:role/deploy']);
  });

  it('has what the code declares of touched resources, now and before', () => {
    const { declarations } = ledgerOf({ report: { drifts: [size] } });

    expect(declarations).toHaveLength(1);
    expect(declarations[0]).toMatchObject({
      before: { time: '2026-03-14T02:00:01Z', before: true },
      now: {
        time: '2026-03-15T00:00:00Z',
        manager: { id: 'code' },
        config: { desired_capacity: 2, launch_template: null, max_size: 6, min_size: 2 },
        hidden: [['launch_template']],
      },
    });
  });

  it('keeps secrets out', () => {
    const password = driftOf(
      'aws_db_instance.main',
      ['password'],
      [write('e1', { kind: 'value', value: 'tr0ub4dor' })],
    );
    const { entries, declarations } = ledgerOf({ report: { drifts: [password] } });

    expect(JSON.stringify([entries, declarations])).not.toMatch(/correct|sesame|tr0ub4dor/);
    expect(entries[0]).toMatchObject({ writes: [{ value: { kind: 'redacted' } }] });
    expect(declarations[0]?.now).toMatchObject({
      config: { allocated_storage: 20, identifier: 'main', password: null, tags: null },
      hidden: [['password'], ['tags']],
    });
    expect(declarations[0]?.now.config).not.toHaveProperty('snapshot_identifier');
  });

  it('has a created resource with its attributes, and nothing that the code says of it', () => {
    const created: Drift = {
      ...driftOf('aws_db_instance.other', [], [write('e1', { kind: 'value', value: {} })]),
      creation: {
        attributes: { identifier: 'other', password: 'tr0ub4dor' },
        withheld: ['username'],
        importId: 'other',
      },
    };
    const { entries, declarations } = ledgerOf({ report: { drifts: [created] } });

    expect(declarations).toEqual([]);
    expect(entries).toMatchObject([
      {
        writes: [
          { path: [], value: { kind: 'value', value: {} } },
          { path: ['identifier'], value: { kind: 'value', value: 'other' } },
          { path: ['password'], value: { kind: 'redacted' } },
          { path: ['username'], value: { kind: 'redacted' } },
        ],
      },
    ]);
  });

  it('hands over what a written patch delegates, and nothing before that', () => {
    const report = { drifts: [size], intents: [intent], decisions: [delegate] };
    const handed = (written: readonly Patch[]) =>
      ledgerOf({ report, written }).entries.filter(({ kind }) => kind === 'handover');

    expect(handed([])).toEqual([]);
    expect(handed([{ drifts: [size.id] } as unknown as Patch])).toMatchObject([
      {
        manager: { id: 'code' },
        to: { id: scaler.principal },
        paths: [['desired_capacity']],
        bounds: { min: 2, max: 6 },
        expires: '2026-06-12T00:00:00Z',
        reason: 'It scales.',
      },
    ]);
  });

  it('gives the same entry the same id, whatever is said about it', () => {
    const first = ledgerOf({ report: { drifts: [size], intents: [intent] } });
    const renamed = { ...intent, summary: 'Scaled the web group' };
    const again = ledgerOf({ report: { drifts: [size], intents: [renamed] } });

    expect(again.entries.map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id));
  });
});
