import { describe, expect, it } from 'vitest';
import type { Decision, Verdict } from '../../../src/model/decision.ts';
import type { Creation, Drift } from '../../../src/model/drift.ts';
import type { Report } from '../../../src/model/report.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import {
  completedCreations,
  incompleteCreations,
} from '../../../src/reconcile/repair/generated.ts';

const schema = loadSchema();

const made = (type: string, creation: Partial<Creation> = {}): Drift => ({
  id: 'd-000000000001',
  address: `${type}.guest`,
  type,
  path: [],
  declared: { kind: 'absent' },
  live: { kind: 'value', value: {} },
  declaredFrom: 'code',
  evidence: ['e1'],
  basis: 'inferred',
  creation: { attributes: { name: 'guest' }, importId: 'guest', ...creation },
});

function reportOf(drift: Drift, verdict: Partial<Verdict> = {}, code = 'value-not-in-log'): Report {
  const decision: Decision = {
    intent: 'i-000000000001',
    drift: drift.id,
    address: drift.address,
    path: [],
    verdict: { outcome: 'accept', rule: 'x', because: 'So.', ...verdict },
    explanation: [],
  };
  const unresolved = [{ code, reason: 'It is not in the log.', address: drift.address }];
  return { drifts: [drift], decisions: [decision], unresolved } as unknown as Report;
}

const role = made('aws_iam_role', { withheld: ['assume_role_policy'] });

function completed(drift: Drift, body: string): Drift | undefined {
  const incomplete = incompleteCreations(reportOf(drift));
  const text = incomplete
    .map(({ imported }) => imported.address.split('.'))
    .map(
      ([type, name]) => `resource "${type}" "${name}" {
${body}
}
`,
    )
    .join('');
  return completedCreations(incomplete, text, schema).drifts.get(drift.id);
}

describe('what Terraform is asked about', () => {
  it('is a new resource to be written that lacks an argument', () => {
    expect(incompleteCreations(reportOf(role))).toMatchObject([
      { imported: { address: 'aws_iam_role.parley_import_0', importId: 'guest' } },
    ]);
  });

  it.each<[string, Report]>([
    ['one that is not accepted', reportOf(role, { outcome: 'reject' })],
    ['one of which another value was chosen', reportOf(role, { value: {} })],
    ['one that failed for another reason', reportOf(role, {}, 'repeated')],
    ['one that nothing names', reportOf(made('aws_iam_role', { importId: '' }))],
  ])('is not %s', (_, report) => {
    expect(incompleteCreations(report)).toEqual([]);
  });
});

describe('what Terraform reports', () => {
  it('fills in what is required or was masked, and nothing else', () => {
    const text = `
      assume_role_policy   = jsonencode({ Version = "2012-10-17" })
      max_session_duration = 3600
      name                 = "another"
    `;

    expect(completed(role, text)?.creation).toEqual({
      importId: 'guest',
      attributes: { name: 'guest', assume_role_policy: '{"Version":"2012-10-17"}' },
    });
  });

  it.each<[string, string]>([
    ['is null', 'assume_role_policy = null'],
    ['is empty', 'assume_role_policy = ""'],
    ['is not known', 'assume_role_policy = var.nobody'],
    ['is not there', ''],
  ])('leaves open what %s', (_, text) => {
    expect(completed(role, text)).toBeUndefined();
  });

  const parameter = made('aws_ssm_parameter', {
    attributes: { name: '/app/flag', type: 'String' },
    withheld: ['value'],
  });

  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['a value that the log masks', { value: 'on' }, 'on'],
    ['nothing for a blank one', { value: '' }, undefined],
    ['nothing that the log does not mask', { description: 'A flag' }, undefined],
    ['nothing that is not told', {}, undefined],
  ])('has, of what is no secret after all, %s', (_, values, wanted) => {
    const incomplete = incompleteCreations(reportOf(parameter));
    const address = incomplete[0]?.imported.address ?? '';

    const reported = completedCreations(incomplete, '', schema, new Map([[address, values]]));

    const creation = reported.drifts.get(parameter.id)?.creation;
    expect(creation?.attributes['value']).toBe(wanted);
    expect(creation?.withheld).toBeUndefined();
  });

  it('is no secret', () => {
    const secret = made('aws_secretsmanager_secret_version', { withheld: ['secret_string'] });

    expect(completed(secret, 'secret_string = "hush"')).toBeUndefined();
  });
});
