import { afterAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/model/decision.ts';
import type { Drift, DriftValue } from '../../../src/model/drift.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import type { Report } from '../../../src/model/report.ts';
import { terraformPlace } from '../../../src/present/terminal/put-back.ts';
import {
  appliedChanges,
  countsByOutcome,
  putBack,
} from '../../../src/reconcile/put-back/changes.ts';
import { putBackTargets, terraformCommand } from '../../../src/reconcile/put-back/commands.ts';
import { removeFolders } from '../../entry/cli/parley.ts';
import { createWorld, timeOf } from '../memory/memory-world.ts';

afterAll(removeFolders);

const absent: DriftValue = { kind: 'absent' };
const value = (n: number): DriftValue => ({ kind: 'value', value: n });

interface Row
  extends Partial<Pick<Drift, 'address' | 'path' | 'declared' | 'live' | 'undeclared'>> {
  readonly outcome: Outcome;
  readonly rule?: string;
}

function reportOf(rows: readonly Row[], more: Partial<Report> = {}): Report {
  const drifts = rows.map(
    (
      { address = 'aws_x.a', path = ['size'], declared = value(1), live = value(2), undeclared },
      n,
    ) =>
      ({
        id: `d-${n}`,
        address,
        type: 'aws_x',
        path,
        declared,
        declaredFrom: 'code',
        live,
        evidence: [],
        basis: 'inferred',
        ...(undeclared === undefined ? {} : { undeclared }),
      }) satisfies Drift,
  );
  return {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: '0' },
    startedAt: '2026-03-14T03:00:00Z',
    policy: 'default',
    inputs: { events: { read: 1, kept: 1, dropped: {} }, state: { serial: 1, resources: 1 } },
    drifts,
    intents: [],
    decisions: rows.map(({ outcome, rule = 'r' }, n) => ({
      intent: `i-${n}`,
      drift: `d-${n}`,
      address: drifts[n]?.address ?? '',
      path: drifts[n]?.path ?? [],
      verdict: { outcome, rule, because: '' },
      explanation: [],
    })),
    patches: [],
    proposals: [],
    unresolved: [],
    reverted: [],
    tokens: { prompt: 0, completion: 0 },
    timings: {},
    ...more,
  };
}

describe('a difference that no event explains yet', () => {
  const unexplained = (more: Partial<Drift>): Partial<Report> => {
    const [drift] = reportOf([{ outcome: 'accept', path: ['limit'], ...more }]).drifts;
    const times = { firstSeen: '2026-03-14T03:00:00Z', until: '2026-03-14T06:00:00Z' };
    return drift === undefined ? {} : { pending: [{ drift, ...times, kept: true }] };
  };

  it.each([
    ['of a refused resource is undone beside it', 'aws_x.a', 'alongside'],
    ['of another resource is undone without targets', 'aws_x.b', 'elsewhere'],
  ] as const)('%s', (_, address, place) => {
    const report = reportOf([{ outcome: 'reject' }], unexplained({ address }));
    const back = putBack(appliedChanges(report), () => true);

    expect(back.targets).toEqual(['aws_x.a']);
    expect(back.restored.map(({ path }) => path)).toEqual([['size']]);
    expect(back[place].map((one) => [one.address, one.path, one.outcome])).toEqual([
      [address, ['limit'], 'unexplained'],
    ]);
    expect(countsByOutcome(back[place])).toBe('1 unexplained');
  });

  it('is left out where Terraform would not notice it', () => {
    const report = reportOf([{ outcome: 'reject' }], unexplained({ undeclared: true }));

    expect(appliedChanges(report)).toHaveLength(1);
  });
});

describe('what an apply would change', () => {
  it.each<readonly [string, Row, boolean]>([
    ['a refused value', { outcome: 'reject' }, true],
    ['one that is accepted and not merged', { outcome: 'accept' }, true],
    ['one that is handed over and not merged', { outcome: 'delegate' }, true],
    ['a question', { outcome: 'escalate' }, true],
    ['a resource that is gone', { outcome: 'reject', path: [], live: absent }, true],
    ['nothing to do', { outcome: 'noop' }, false],
    ['a field that the code leaves open', { outcome: 'reject', undeclared: true }, false],
    [
      'a resource that the code does not have',
      { outcome: 'reject', path: [], declared: absent },
      false,
    ],
    ['what the code ignores still', { outcome: 'expired', rule: 'delegation-expired' }, false],
    ['an object of a cluster', { outcome: 'reject', address: 'apps/Deployment/shop/web' }, false],
  ])('%s', (_, row, isIn) => {
    expect(appliedChanges(reportOf([row]))).toHaveLength(isIn ? 1 : 0);
  });

  it('leaves out what is in the files since this run, and not what is on a branch', () => {
    const patch = {
      intent: 'i-0',
      drifts: ['d-0'],
      files: [],
      site: '',
      blastRadius: [],
      candidates: [],
      verification: { level: 'evaluate', passed: true, notes: [] },
    } as const;
    const written = {
      patches: [patch],
      lifecycle: [{ intent: 'i-0', state: 'in-force', because: '' }],
    } as const;
    const proposals = [
      { intent: 'i-0', branch: 'b', commit: 'c', location: 'l', state: 'created' },
    ] as const;

    expect(appliedChanges(reportOf([{ outcome: 'accept' }], written))).toEqual([]);
    expect(
      appliedChanges(reportOf([{ outcome: 'accept' }], { ...written, proposals })),
    ).toHaveLength(1);
  });

  it('knows what is open since earlier runs and was not seen by this one', () => {
    const path: AttributePath = ['delay'];
    const open = {
      id: 'd-9',
      address: 'aws_x.b',
      type: 'aws_x',
      path,
      declared: value(1),
      live: value(2),
      before: value(1),
      state: 'open',
      evidence: [],
      firstSeen: '2026-03-13T03:00:00Z',
      lastConfirmed: { at: '2026-03-13T03:00:00Z', how: 'log' },
      verdicts: [
        { at: '2026-03-13T03:00:00Z', intent: 'i-9', outcome: 'accept', rule: 'r' },
        { at: '2026-03-13T04:00:00Z', intent: 'i-9', outcome: 'reject', rule: 'r' },
      ],
    } as const;

    expect(appliedChanges(reportOf([], { openDrifts: [open] }))).toMatchObject([
      { address: 'aws_x.b', intent: 'i-9', outcome: 'reject' },
    ]);
  });

  it('tells what is meant from what comes along and from what only a plain apply would do', () => {
    const changes = appliedChanges(
      reportOf([
        { outcome: 'reject' },
        { outcome: 'accept', path: ['name'] },
        { outcome: 'delegate', address: 'aws_x.b' },
        { outcome: 'accept', address: 'aws_x.c' },
        { outcome: 'accept', address: 'aws_x.d' },
        { outcome: 'reject', address: 'aws_x.e' },
      ]),
    );
    const back = putBack(changes, ({ intent }) => intent === 'i-0');

    expect(back.targets).toEqual(['aws_x.a']);
    expect(back.restored.map(({ intent }) => intent)).toEqual(['i-0']);
    expect(back.alongside.map(({ intent }) => intent)).toEqual(['i-1']);
    expect(back.elsewhere.map(({ intent }) => intent)).toEqual(['i-2', 'i-3', 'i-4', 'i-5']);
    expect(countsByOutcome(back.elsewhere)).toBe('2 accept, 1 delegate, 1 reject');
  });
});

describe('the command', () => {
  it.each([
    ['nothing', {}, [], undefined],
    ['a plain address', {}, ['aws_x.a'], 'terraform apply -target=aws_x.a'],
    [
      'keys that a shell would take apart',
      {},
      [`aws_x.a["it's $(id)"]`],
      `terraform apply -target='aws_x.a["it'\\''s $(id)"]'`,
    ],
    [
      'a folder, a workspace and variable files',
      { dir: 'my infra', workspace: 'prod', varFiles: ['prod.tfvars', 'a b.tfvars'] },
      ['aws_x.a'],
      `TF_WORKSPACE=prod terraform -chdir='my infra' apply -var-file=prod.tfvars -var-file='a b.tfvars' -target=aws_x.a`,
    ],
    [
      'a project of OpenTofu',
      { dir: 'infra', program: 'tofu' },
      ['aws_x.a'],
      'tofu -chdir=infra apply -target=aws_x.a',
    ],
  ] as const)('of %s', (_, place, targets, command) => {
    expect(terraformCommand('apply', { varFiles: [], ...place }, targets)).toBe(command);
  });

  it.each([
    ['terraform', undefined],
    ['tofu', 'tofu'],
  ] as const)('is of the program that plans the code: %s', async (product, program) => {
    const world = await createWorld();
    const input = { loadOptions: { varFiles: [], env: {}, workspace: 'default', product } };
    const { report } = await world.scan([], timeOf(15), input);

    expect(terraformPlace(report, '.').program).toBe(program);
  });

  it('names each address once, and none that cannot be typed', () => {
    expect(
      putBackTargets(['aws_x.b', 'aws_x.a', 'aws_x.b', 'aws_x.c["\u001b[2J"]', 'v1/Pod/shop/web']),
    ).toEqual(['aws_x.a', 'aws_x.b']);
  });
});
