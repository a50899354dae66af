import { afterAll, describe, expect, it } from 'vitest';
import { planProposals } from '../../src/app/plan/plan.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { ReportV1 } from '../../src/model/report.ts';
import { appliedChanges, putBack } from '../../src/reconcile/put-back/changes.ts';
import type { RunResult } from '../../src/reconcile/run-types.ts';
import { stackRunOf, storefront } from '../app/plan/demo-plans.ts';
import { removeFolders } from '../entry/cli/parley.ts';
import { createWorld, recordOf, timeOf } from './memory/memory-world.ts';

afterAll(removeFolders);

const account = '111122223333';
const roles = {
  maria: 'AWSReservedSSO_Engineer_0123456789abcdef',
  jonas: 'AWSReservedSSO_Engineer_0123456789abcdef',
  cost: 'cost-saver',
  deploy: 'terraform-deploy',
};

/** Somebody sets the timeout of the queue, which is 30 in the code. */
function sets(who: keyof typeof roles, value: number, minute: number): JsonObject {
  const person = who === 'jonas' ? 'jonas' : 'maria';
  const record = recordOf({ minute, who: person, what: { kind: 'timeout', value } }, minute);
  const session = who === 'maria' || who === 'jonas' ? `${who}@example.com` : 'nightly';
  const role = roles[who];
  return {
    ...record,
    userIdentity: {
      type: 'AssumedRole',
      principalId: `AROA:${session}`,
      arn: `arn:aws:sts::${account}:assumed-role/${role}/${session}`,
      accountId: account,
      sessionContext: {
        sessionIssuer: {
          type: 'Role',
          arn: role.startsWith('AWSReservedSSO')
            ? `arn:aws:iam::${account}:role/aws-reserved/sso.amazonaws.com/${role}`
            : `arn:aws:iam::${account}:role/${role}`,
          accountId: account,
          userName: role,
        },
      },
    },
  };
}

const end = timeOf(24 * 60);

function reported({ report }: RunResult): readonly string[] {
  const names = new Map(report.intents.map(({ id, actor }) => [id, actor.name]));
  return report.decisions.map(({ intent, verdict: { outcome, rule, value } }) =>
    [names.get(intent), outcome, rule, ...(value === undefined ? [] : [value])].join(' '),
  );
}

function written({ patched }: RunResult): readonly string[] {
  return patched.flatMap(({ files }) =>
    files.map(({ after }) => /visibility_timeout_seconds = (\d+)/.exec(after)?.[1] ?? ''),
  );
}

describe('a person and a cost role on one field', () => {
  it.each([
    ['whoever may not came last', [sets('maria', 14400, 60), sets('cost', 7200, 120)]],
    ['whoever may not came first', [sets('cost', 7200, 60), sets('maria', 14400, 120)]],
  ])('come to what the person wants where %s', async (_name, records) => {
    const world = await createWorld();

    const result = await world.scan(records, end);

    expect(reported(result).map((line) => line.replace(/ 14400$/, ''))).toEqual([
      'maria@example.com accept person',
      'Cost Saver reject cost-in-production',
    ]);
    expect(written(result)).toEqual(['14400']);
    expect(ReportV1.parse(result.report)).toEqual(result.report);
  });

  it('are remembered, each with its own call, whichever run saw it', async () => {
    const world = await createWorld();
    await world.scan([sets('maria', 14400, 60)], timeOf(90));

    const result = await world.scan([sets('cost', 7200, 120)], end);

    expect(reported(result)).toEqual([
      'maria@example.com accept person 14400',
      'Cost Saver reject cost-in-production',
    ]);
    expect(result.report.openDrifts?.[0]?.verdicts.at(-1)).toMatchObject({ outcome: 'accept' });
  });

  it('are settled by the merge and an apply', async () => {
    const world = await createWorld();
    await world.scan([sets('maria', 14400, 60), sets('cost', 7200, 120)], timeOf(180));
    world.code = world.code.replace('= 30', '= 14400');

    const result = await world.scan([sets('deploy', 14400, 200)], end);

    expect(reported(result)).toEqual([]);
    expect(result.report.openDrifts).toEqual([]);
  });

  it('start over if the log says in other words what the code says', async () => {
    const world = await createWorld();
    const records = [sets('jonas', 60, 60), sets('jonas', 30, 90), sets('maria', 14400, 120)];

    expect(reported(await world.scan(records, end))).toEqual(['maria@example.com accept person']);
  });

  it('make one proposal: nobody asks to put back what the code will replace', async () => {
    const world = await createWorld();
    const records = [sets('maria', 14400, 60), sets('cost', 7200, 120)];

    const result = await world.scan(records, end);

    expect(putBack(appliedChanges(result.report), () => true).restored).toEqual([]);
    const planned = planProposals(stackRunOf(result), { stack: storefront });
    expect(planned.map(({ kind, addresses }) => [kind, addresses])).toEqual([
      ['patch', ['aws_sqs_queue.orders']],
    ]);
    expect(planned[0]?.body).toContain('The live value is 7200, set by Cost Saver');
    expect(planned[0]?.message.body).toContain('The live value is 7200, set by Cost Saver');
  });

  it('are a question where two people disagree, and nothing is written', async () => {
    const world = await createWorld();

    const result = await world.scan([sets('maria', 60, 60), sets('jonas', 90, 120)], end);

    expect(reported(result)).toEqual([
      'jonas@example.com escalate equals',
      'maria@example.com defer open-question',
    ]);
    expect(written(result)).toEqual([]);
  });
});
