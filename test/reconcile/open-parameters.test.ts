import { afterAll, describe, expect, it } from 'vitest';
import { changedResources } from '../../src/code/terraform/run/live.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { ok } from '../../src/model/result.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { acceptAllPolicy } from '../../src/stages/arbitration/policies/accept-all.ts';
import { change, plan } from '../code/terraform/run/plan-json.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import type { FlatInput } from './flat-input.ts';
import { type Act, createWorld, recordOf, stateText, timeOf } from './memory/memory-world.ts';

afterAll(removeFolders);

const address = 'aws_ssm_parameter.level';
const before = 'planted-old-71c2';
const after = 'planted-new-93ab';
const plain: Parameter = { name: '/shop/level', type: 'String' };

interface Parameter {
  readonly name: string;
  readonly type: string;
  /** The expression in the code that gives the value. */
  readonly says?: string;
  readonly more?: string;
  /** The attributes that the provider reads. */
  readonly live?: JsonObject;
}

/** Somebody sets another value, which the log masks and the provider reads. */
async function put({ name, type, says, more = '', live = {} }: Parameter) {
  const code = `resource "aws_ssm_parameter" "level" {
  name  = "${name}"
  type  = "${type}"
  value = ${says ?? `"${before}"`}
}
${more}`;
  const arn = `arn:aws:ssm:eu-central-1:111122223333:parameter${name}`;
  const attributes = { id: name, name, arn, type, value: before, tier: 'Standard' };
  const resources = [
    {
      mode: 'managed',
      type: 'aws_ssm_parameter',
      name: 'level',
      provider: 'provider["registry.terraform.io/hashicorp/aws"]',
      instances: [
        {
          schema_version: 0,
          attributes,
          sensitive_attributes: [[{ type: 'get_attr', value: 'value' }]],
        },
      ],
    },
  ];
  const world = await createWorld({
    code,
    state: JSON.stringify({ ...JSON.parse(stateText()), resources }),
  });
  const marks = { before_sensitive: { value: true }, after_sensitive: { value: true } };
  const now = { ...attributes, value: after, ...live };
  const drift = plan({ resource_drift: [change(address, ['update'], attributes, now, marks)] });
  const input: Partial<FlatInput> = {
    policy: acceptAllPolicy,
    readBack: {
      everything: false,
      confirms: false,
      read: async () =>
        ok({ changed: changedResources(drift.resourceDrift, () => true), unread: [] }),
    },
  };
  const act: Act = { minute: 10, who: 'maria', what: { kind: 'look' } };
  const record = {
    ...recordOf(act, 10),
    readOnly: false,
    eventSource: 'ssm.amazonaws.com',
    eventName: 'PutParameter',
    requestParameters: { name, value: 'HIDDEN_DUE_TO_SECURITY_REASONS', overwrite: true },
  };
  const result = await world.scan([record], timeOf(15), input);
  return { result, kept: JSON.stringify(world.memory) };
}

function codesIn({ report }: RunResult): readonly string[] {
  return report.unresolved.map(({ code }) => code);
}

describe('a parameter whose value somebody changed', () => {
  it.each<[string, Parameter]>([
    ['a text', plain],
    ['a list', { ...plain, type: 'StringList' }],
    [
      'a text behind a local value',
      {
        ...plain,
        says: 'local.level',
        more: `locals {
  level = "${before}"
}
`,
      },
    ],
  ])('is written when it is read back, as %s', async (_, parameter) => {
    const { result } = await put(parameter);
    const [patch] = result.report.patches;

    expect(result.report.drifts).toMatchObject([
      { address, path: ['value'], basis: 'confirmed', live: { kind: 'value', value: after } },
    ]);
    expect(codesIn(result)).not.toContain('value-not-in-log');
    expect(JSON.stringify(patch?.files)).toContain(after);
  });

  it.each<[string, Parameter]>([
    ['is a secret to the cloud', { ...plain, type: 'SecureString' }],
    ['became a secret', { ...plain, live: { type: 'SecureString' } }],
    [
      'is a secret to the code',
      {
        ...plain,
        says: 'var.level',
        more: `variable "level" {
  sensitive = true
  default   = "${before}"
}
`,
      },
    ],
    [
      'comes from what the code does not hold',
      { ...plain, says: 'random_password.p.result', more: 'resource "random_password" "p" {}\n' },
    ],
    ['is named like a secret', { ...plain, name: '/shop/db_password' }],
    ['is a credential', { ...plain, live: { value: `token=${after}` } }],
  ])('is reported, and never shown, where it %s', async (_, parameter) => {
    const { result, kept } = await put(parameter);

    expect(codesIn(result)).toContain('value-not-in-log');
    expect(result.report.patches).toEqual([]);
    expect(JSON.stringify(result.report)).not.toContain(after);
    expect(kept).not.toContain(after);
  });
});
