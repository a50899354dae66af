import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { Patch } from '../../../src/model/patch.ts';
import { commitMessage } from '../../../src/present/commit/message.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import { intentSummary } from '../../../src/stages/intent/summary.ts';
import { cases } from '../../cases.ts';
import { actor, created, deleted, event, lookup, makeDrift, member } from './make.ts';

const database = 'aws_db_instance.orders';
const role = 'aws_iam_role.deploy';

/** Changes under one ticket: several settings of a resource, some known to rules, and tags. */
const changes: readonly Drift[] = [
  makeDrift(database, ['backup_retention_period'], 14, 0),
  makeDrift(database, ['ca_cert_identifier'], 'a', 'b'),
  makeDrift(database, ['license_model'], 'a', 'b'),
  makeDrift(database, ['option_group_name'], 'a', 'b'),
  makeDrift(database, ['parameter_group_name'], 'a', 'b'),
  makeDrift(database, ['monitoring_interval'], 60, 0),
  makeDrift('aws_lambda_function.api', ['memory_size'], 256, 1024),
  makeDrift('aws_lambda_function.api', ['tracing_config', 0, 'mode'], 'Active', 'PassThrough'),
  makeDrift('aws_cloudwatch_metric_alarm.lag', ['threshold'], 10, 90),
  makeDrift('aws_dynamodb_table.carts', ['deletion_protection_enabled'], true, false),
  makeDrift(role, ['max_session_duration'], 3600, 43200),
  member('aws_security_group.web', 'ingress', { from_port: 22, cidr_blocks: ['0.0.0.0/0'] }, true),
  deleted('aws_route.default'),
  created('aws_sqs_queue.spare', { name: 'spare' }),
];
const tags = ['a', 'b', 'c'].map((name) =>
  makeDrift(`aws_sqs_queue.${name}`, ['tags', 'Team'], 'shop', 'ops'),
);
const ann = actor('ann', 'human', 'OPS-4312');

function intentOf(drifts: readonly Drift[], severity: (drift: Drift) => number): Intent {
  const apart = drifts.map((drift, index) => ({ ...drift, evidence: [`e${index}`] }));
  const events = apart.map((_, index) => event(`e${index}`, 1, ann));
  const [intent] = inferIntents({ drifts: apart, event: lookup(events), severity });
  if (intent === undefined) throw new Error('drifts are an intent');
  return intent;
}

const mixed = fc.record({
  worst: fc.constantFrom(...changes),
  others: fc.subarray([...changes, ...tags]),
  severity: fc.integer({ min: 2, max: 5 }),
  lesser: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 20, maxLength: 20 }),
});

describe('the title of an intent about many things', () => {
  it('begins with what weakens most, in its own words', () => {
    fc.assert(
      fc.property(mixed, ({ worst, others, severity, lesser }) => {
        const drifts = [worst, ...others.filter((drift) => drift !== worst)];
        const severityOf = ({ id }: Drift): number =>
          id === worst.id ? severity : (lesser[drifts.findIndex((one) => one.id === id)] ?? 0);
        const alone = intentOf([worst], () => severity).summary;
        const whole = intentOf(drifts, severityOf);

        expect(whole.summary.slice(0, alone.length)).toBe(alone);
        expect(intentSummary(whole, whole.drifts)).toBe(whole.summary);
      }),
      { numRuns: cases(2000, 300) },
    );
  });

  it('keeps this beginning in the subject of a commit', () => {
    const [worst] = changes;
    const drifts = changes.map((drift, index) => ({ ...drift, evidence: [`e${index}`] }));
    const intent = intentOf(drifts, ({ path }) => (path.at(-1) === worst?.path.at(-1) ? 4 : 0));
    const decisions = drifts.map(
      ({ id, address, path }): Decision => ({
        intent: intent.id,
        drift: id,
        address,
        path,
        verdict: { outcome: 'accept', rule: 'r', because: 'b' },
        explanation: [],
      }),
    );
    const patch: Patch = {
      intent: intent.id,
      drifts: intent.drifts,
      files: [],
      site: 'main.tf:1',
      blastRadius: [],
      candidates: [],
      verification: { level: 'evaluate', passed: true, notes: [] },
    };

    expect(commitMessage(intent, decisions, patch, []).subject).toMatch(
      /^parley\(accept\): .*backup retention.*database orders/,
    );
  });
});
