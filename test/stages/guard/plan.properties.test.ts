import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { isJsonArray, isJsonObject } from '../../../src/model/json.ts';
import { codeQuality, workflowCommands } from '../../../src/stages/guard/annotations.ts';
import { readGuardPlan } from '../../../src/stages/guard/plan/read.ts';
import { guardOutcomes } from '../../../src/stages/guard/types.ts';
import { cases } from '../../cases.ts';
import { changed, guard, openDrift, planJson, planOf } from './plans.ts';

const group = 'aws_security_group.web';
const web = 'aws_autoscaling_group.web';
const bucket = 'aws_s3_bucket_public_access_block.logs';
const ssh = { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] };
const policy = (action: string) =>
  JSON.stringify({ Statement: [{ Effect: 'Allow', Action: action, Resource: '*' }] });

const changes: readonly JsonObject[] = [
  changed(group, { ingress: [] }, { ingress: [ssh] }),
  changed(web, { desired_capacity: 8 }, { desired_capacity: 3 }),
  changed(bucket, { block_public_acls: true }, { block_public_acls: false }),
  changed('aws_iam_policy.ci', { policy: policy('s3:Get*') }, { policy: policy('iam:*') }),
  changed('aws_db_instance.main', { storage_encrypted: true }, null),
  changed('aws_sqs_queue.jobs', null, { name: 'jobs' }, { after_unknown: { arn: true } }),
];
const whole = planJson({
  changes,
  drift: [changed(web, { desired_capacity: 3 }, { desired_capacity: 8 })],
  prior: { [web]: { desired_capacity: 8 }, [group]: { ingress: [] } },
});
const drifts = [openDrift('defer')];

/** Paths at which something else can be put into a value. */
function placesOf(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  const below: (readonly [string | number, Json])[] = isJsonArray(value)
    ? value.map((each, index) => [index, each] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return [[...path], ...below.flatMap(([step, each]) => placesOf(each, [...path, step]))];
}

function put(value: Json, [step, ...rest]: readonly (string | number)[], what: Json): Json {
  if (step === undefined) return what;
  if (isJsonArray(value)) {
    return value.map((each, index) => (index === step ? put(each, rest, what) : each));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: put(value[step] ?? null, rest, what) };
}

const places = placesOf(whole);
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('__proto__', '', '\u0000\u202e', '::error::x', '***', '{"a":', 1e308, -0),
) as fc.Arbitrary<Json>;

it('never fails on a plan in which anything was replaced anywhere', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...places), strange), { minLength: 1, maxLength: 4 }),
      (edits) => {
        const text = edits.reduce<Json>((plan, [place, what]) => put(plan, place, what), whole);
        const read = readGuardPlan(JSON.stringify(text), 'plan.json');
        if (!read.ok) return;
        const { report } = guard(read.value, { drifts });
        expect(guardOutcomes).toContain(report.outcome);
        for (const line of workflowCommands(report).split('\n').filter(Boolean)) {
          expect(line).toMatch(
            /^::(?:error|warning|notice) (?:file=[^:]*,line=\d+,)?title=[^:,]*::/,
          );
        }
        expect(codeQuality(report, 'plan.json').length).toBeGreaterThanOrEqual(report.notes.length);
      },
    ),
    { numRuns: cases(3000) },
  );
});

it('finds the same whatever the order of the changes', () => {
  const { report } = guard(planOf({ changes }), { drifts });
  expect(report.changes.length).toBeGreaterThanOrEqual(5);
  fc.assert(
    fc.property(fc.shuffledSubarray([...changes], { minLength: changes.length }), (shuffled) => {
      expect(guard(planOf({ changes: shuffled }), { drifts }).report).toEqual(report);
    }),
    { numRuns: cases(500) },
  );
});

it('passes every plan that changes nothing', () => {
  const untouched = changes.map((each) => {
    const { change } = each as { readonly change: JsonObject };
    const { before, after } = change;
    return { ...each, change: { ...change, actions: ['no-op'], after: before ?? after ?? null } };
  });
  fc.assert(
    fc.property(fc.subarray(untouched as JsonObject[]), (some) => {
      expect(guard(planOf({ changes: some })).report).toMatchObject({
        outcome: 'pass',
        changes: [],
      });
    }),
    { numRuns: cases(500) },
  );
});

it('never calls a plan better for a change that was added', () => {
  fc.assert(
    fc.property(fc.subarray([...changes]), fc.constantFrom(...changes), (some, one) => {
      const rank = (list: readonly JsonObject[]) =>
        guardOutcomes.indexOf(guard(planOf({ changes: list }), { drifts }).report.outcome);
      expect(rank([...some.filter((each) => each !== one), one])).toBeGreaterThanOrEqual(
        rank(some.filter((each) => each !== one)),
      );
    }),
    { numRuns: cases(500) },
  );
});
