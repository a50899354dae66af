import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskedChange } from '../../../src/app/trial/would-change.ts';
import { wouldHappen } from '../../../src/app/trial/would-happen.ts';
import { parseState } from '../../../src/code/terraform/state/parse.ts';
import { CommittedDeclaration, intentDeclaration } from '../../../src/config/declarations.ts';
import { parsePath } from '../../../src/model/path.ts';
import { demo, removeFolders } from '../../entry/cli/parley.ts';
import { demoInput } from '../../reconcile/demo.ts';
import { type FlatInput, runInput } from '../../reconcile/flat-input.ts';

let input: FlatInput;
beforeAll(async () => {
  input = await demoInput();
});
afterAll(removeFolders);

const account = 'arn:aws:iam::123456789012';
const saver = `${account}:role/cost-saver`;
const person = `${account}:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_OnCall_4f2a9b81c07d`;
const scaler = `${account}:role/cluster-autoscaler`;
const queue = 'aws_sqs_queue.orders';
const group = 'module.web.aws_autoscaling_group.this';

function asked(
  [address, field, value]: readonly [string, string, AskedChange['value']],
  caller: AskedChange['caller'],
): AskedChange {
  return { address, path: parsePath(field) ?? [], value, caller };
}

async function reported(change: AskedChange, on: FlatInput = input) {
  const happened = await wouldHappen(runInput(on), change);
  if (!happened.ok) throw new Error(happened.error.message);
  const { fields, patched, actor, announced } = happened.value;
  return {
    actor: actor?.class,
    announced,
    verdicts: fields.map(({ decision: { verdict } }) => `${verdict.outcome} ${verdict.rule}`),
    files: patched.flatMap(({ files }) => files.map(({ path }) => path)),
    fields,
  };
}

describe('a hypothetical change', () => {
  it.each([
    [
      'by a cost tool',
      asked([queue, 'delay_seconds', 5], { principal: saver }),
      { actor: 'cost', verdicts: ['reject cost-in-production'], files: [] },
    ],
    [
      'by whom nobody knows',
      asked([queue, 'delay_seconds', 5], { principal: `${account}:role/some-agent` }),
      { actor: 'unknown', verdicts: ['escalate unknown-actor'], files: [] },
    ],
    [
      'by who only says to be a person',
      asked([queue, 'delay_seconds', 5], {
        principal: `${account}:user/alice`,
        userAgent: 'aws-cli/2.31.4',
      }),
      { actor: 'human', verdicts: ['escalate unknown-actor'], files: [] },
    ],
    [
      'by a person',
      asked([queue, 'visibility_timeout_seconds', 120], { principal: person, session: 'maria' }),
      { actor: 'human', verdicts: ['accept person'], files: ['variables.tf'] },
    ],
    [
      'by the autoscaler',
      asked([group, 'desired_capacity', 4], { principal: scaler }),
      { actor: 'controller', verdicts: ['delegate controller-scales'] },
    ],
  ])('%s gets the verdict of a real one', async (_, change, expected) => {
    expect(await reported(change)).toMatchObject(expected);
  });

  it('has no effect if the code already says so', async () => {
    const change = asked([group, 'desired_capacity', 2], { principal: scaler });

    expect(await reported(change)).toMatchObject({ verdicts: [], files: [], actor: undefined });
  });

  it('unsets a field with null', async () => {
    const change = asked([queue, 'visibility_timeout_seconds', null], { principal: person });
    const { fields } = await reported(change);

    expect(fields.map(({ drift }) => drift.live.kind)).toEqual(['absent']);
  });

  it('counts as announced only by the author and within the bounds of a declaration', async () => {
    const entry = CommittedDeclaration.parse({
      by: `${account}:role/some-agent`,
      class: 'agent',
      at: queue,
      field: 'delay_seconds',
      want: { max: 10 },
      because: 'Load test',
      from: '2026-03-15T08:00:00Z',
      until: '2026-03-15T10:00:00Z',
    });
    const declared = { ...input, declarations: [intentDeclaration(entry, 'claimed')] };
    const of = (value: number, role: string) =>
      reported(
        asked([queue, 'delay_seconds', value], { principal: `${account}:role/${role}` }),
        declared,
      );

    expect((await of(5, 'some-agent')).announced).toMatch(/^i-/);
    expect((await of(15, 'some-agent')).announced).toBeUndefined();
    expect((await of(5, 'another')).announced).toBeUndefined();
  });

  it('leaves the project and its state as they are', async () => {
    const before = JSON.stringify([...input.tree]);
    await reported(asked([queue, 'visibility_timeout_seconds', 120], { principal: person }));

    expect(JSON.stringify([...input.tree])).toBe(before);
  });

  it('is refused for a secret field, so that nobody can guess its value', async () => {
    const text = JSON.parse(readFileSync(join(demo, 'terraform.tfstate'), 'utf8'));
    const [instance] = text.resources.find(
      (one: { type: string }) => one.type === 'aws_sqs_queue',
    ).instances;
    instance.sensitive_attributes = [[{ type: 'get_attr', value: 'kms_master_key_id' }]];
    const parsed = parseState(Buffer.from(JSON.stringify(text)), 'terraform.tfstate');
    if (!parsed.ok) throw new Error(parsed.error.message);
    const state = parsed.value;
    const change = asked([queue, 'kms_master_key_id', 'guess'], { principal: person });

    expect(await wouldHappen(runInput({ ...input, state }), change)).toMatchObject({
      ok: false,
      error: { code: 'secret-field' },
    });
    const before = 'visibility_timeout_seconds = var.order_message_timeout';
    const after = 'visibility_timeout_seconds = sensitive(var.order_message_timeout)';
    const tree = new Map(
      [...input.tree].map(([path, text]) => [path, text.replace(before, after)]),
    );
    const known = asked([queue, 'visibility_timeout_seconds', 30], { principal: person });
    expect(await wouldHappen(runInput({ ...input, tree }), known)).toMatchObject({
      error: { code: 'secret-field' },
    });
    expect(await wouldHappen(runInput(input), change)).toMatchObject({ ok: true });
    expect(await wouldHappen(runInput(input), known)).toMatchObject({ ok: true });
  });

  it('is refused for an address that the state does not have', async () => {
    const change = asked(['aws_sqs_queue.order', 'delay_seconds', 5], { principal: saver });

    expect(await wouldHappen(runInput(input), change)).toMatchObject({
      ok: false,
      error: { code: 'not-managed', hint: expect.stringContaining('aws_sqs_queue.orders') },
    });
  });
});
