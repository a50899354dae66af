import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { type Patching, patchIntents } from '../../../src/reconcile/patch/patch-intents.ts';
import type { Project } from '../../../src/stages/patch/terraform/types.ts';
import type { Goal } from '../../../src/stages/patch/types.ts';
import { lineDiff, projectOf, searchBy } from '../../stages/patch/harness.ts';

const files = {
  'main.tf': `variable "delay" {
  default = 5
}
resource "aws_sqs_queue" "q" {
  delay_seconds = var.delay
}
resource "aws_sqs_queue" "p" {
  delay_seconds = var.delay
}
`,
  'secret.tf': `variable "password" {
  default = "x"
}
resource "aws_ssm_parameter" "s" {
  type  = "SecureString"
  value = var.password
}
`,
};

function driftOf(id: string, address: string, path: readonly string[], live: Drift['live']): Drift {
  return {
    id,
    address,
    type: address.split('.')[0] ?? '',
    path,
    declared: { kind: 'value', value: 5 },
    declaredFrom: 'code',
    live,
    evidence: ['e1'],
    basis: 'inferred',
  };
}

function intentOf(id: string, drift: Drift): Intent {
  return {
    id,
    actor: {
      class: 'human',
      principal: `arn:aws:iam::123456789012:user/${id}`,
      name: id,
      signature: 'user',
      evidence: 'trusted',
    },
    summary: 'Changed a queue',
    purpose: 'scaling',
    confidence: 0.9,
    rule: 'r',
    drifts: [drift.id],
    wants: [],
    window: { from: '2026-03-14T03:00:00Z', to: '2026-03-14T03:00:00Z' },
  };
}

/** Patches the drifts: each is an intent of its own, or all are one intent. */
function patchAll(drifts: readonly Drift[], stacked: boolean, isOne = false): Patching<Project> {
  const { project, tools } = projectOf(files);
  const nameOf = (index: number): string => `i-${isOne ? 0 : index}`;
  const each = drifts.map((drift, index) => intentOf(nameOf(index), drift));
  const together = each.slice(0, 1).map((one) => ({ ...one, drifts: drifts.map(({ id }) => id) }));
  const intents = isOne ? together : each;
  const decisions = drifts.map(
    (drift, index): Decision => ({
      intent: nameOf(index),
      drift: drift.id,
      address: drift.address,
      path: drift.path,
      verdict: { outcome: 'accept', rule: 'r', because: 'b' },
      explanation: [],
    }),
  );
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  const whole = { search: searchBy(tools), withConsequences: (goals: readonly Goal[]) => goals };
  return patchIntents(whole, project, intents, decisions, byId, stacked);
}

const delayed = (id: string, name: string, value: number) =>
  driftOf(id, `aws_sqs_queue.${name}`, ['delay_seconds'], { kind: 'value', value });
const both = [delayed('d-1', 'q', 9), delayed('d-2', 'p', 9)];

describe('two people who together changed all users of a variable', () => {
  it('change it if their patches build on one another', () => {
    const { patched, project, unresolved } = patchAll(both, true);

    expect(lineDiff(files['main.tf'], project.tree.get('main.tf') ?? '')).toBe(
      '-  default = 5\n+  default = 9',
    );
    expect(unresolved).toEqual([]);
    expect(patched.map(({ patch }) => [patch.intent, patch.drifts, patch.files.length])).toEqual([
      ['i-0', ['d-1'], 1],
      ['i-1', ['d-2'], 0],
    ]);
    expect(patched[1]?.patch.verification).toMatchObject({
      passed: true,
      notes: ['The patch of i-0 does this as well.'],
    });
  });

  it('leave it alone if each patch has to be right without the other', () => {
    const { patched } = patchAll(both, false);

    expect(
      patched.map(({ files: [file] }) => lineDiff(file?.before ?? '', file?.after ?? '')),
    ).toEqual(['+  delay_seconds = 9', '+  delay_seconds = 9']);
  });
});

describe('a value that the log masks', () => {
  it('names the line where a person writes it, and shows nothing of it', () => {
    const hidden = driftOf('d-3', 'aws_ssm_parameter.s', ['value'], { kind: 'redacted' });
    const { unresolved, patched } = patchAll([hidden], true);

    expect(patched).toEqual([]);
    expect(unresolved).toEqual([
      expect.objectContaining({
        code: 'value-not-in-log',
        suggestion: 'Write the value by hand in secret.tf:2.',
        place: { file: 'secret.tf', line: 2 },
      }),
    ]);
  });

  it('does not keep what else changed of its resource from being written', () => {
    const address = 'aws_ssm_parameter.s';
    const hidden = driftOf('d-3', address, ['value'], { kind: 'redacted' });
    const text = driftOf('d-4', address, ['description'], { kind: 'value', value: 'Pin' });
    const { unresolved, patched, project } = patchAll([hidden, text], true, true);

    expect(patched.map(({ patch }) => patch.drifts)).toEqual([['d-4']]);
    expect(lineDiff(files['secret.tf'], project.tree.get('secret.tf') ?? '')).toContain(
      'description = "Pin"',
    );
    expect(unresolved.map(({ code }) => code)).toEqual(['value-not-in-log']);
  });
});
