import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parsePlan } from '../../../src/code/terraform/run/plan.ts';
import { readPlanEvents } from '../../../src/code/terraform/run/plan-events.ts';
import { plannedStates } from '../../../src/code/terraform/run/saved/states.ts';
import { marksSecrets, stateDrift } from '../../../src/code/terraform/run/state-drift.ts';
import { misread } from '../../code/terraform/run/saved/misread.ts';
import type { Cloud } from '../harness/case.ts';
import { terraformAt } from '../harness/terraform.ts';
import { openWorkshop, perform } from '../harness/workshop.ts';
import { readback } from './readback.ts';

/**
 * Changes values that are plain, masked, secret, in blocks and in documents; deletes a resource.
 */
async function changes({ lambda, ssm, rds, s3, sqs, text }: Cloud): Promise<void> {
  await lambda.updateFunctionConfiguration({
    FunctionName: 'press',
    Environment: { Variables: { LOG_LEVEL: 'info', MAX_EDGE: '4096' } },
  });
  await ssm.putParameter({ Name: '/press/motto', Value: 'Print it well', Overwrite: true });
  await rds.modifyDBInstance({
    DBInstanceIdentifier: 'press-archive',
    BackupRetentionPeriod: 14,
    MasterUserPassword: 'second-password-4711',
    ApplyImmediately: true,
  });
  const policy = text('aws_s3_bucket_policy.assets', 'policy');
  await s3.putBucketPolicy({
    Bucket: 'press-assets-4711',
    Policy: policy.replace('s3:GetObject', 's3:GetObjectVersion'),
  });
  await sqs.setQueueAttributes({
    QueueUrl: text('aws_sqs_queue.jobs["print"]'),
    Attributes: { VisibilityTimeout: '90' },
  });
  await sqs.deleteQueue({ QueueUrl: text('aws_sqs_queue.scraps') });
}

readback.describe('readback: the states in a plan', () => {
  it('show the drift that Terraform shows, and hide the same values', async () => {
    const prepared = await readback.ready();
    const fork = await readback.fork();
    const workshop = openWorkshop(prepared, fork, true);
    try {
      const done = await perform(workshop, { ...someCase, act: changes }, 0);
      expect(done.error).toBeUndefined();
      const { dir } = workshop;
      const { dataDir, cliConfig, tools } = prepared;
      const place = { dir, dataDir, cliConfig, endpoint: fork.endpoint };
      const [planned, shown] = await readback.attached(place, async (reattach) => {
        const terraform = terraformAt(tools, { ...place, reattach });
        const plan = await terraform.run(['plan', '-json', '-lock=false', '-out=x.tfplan']);
        return [plan, await terraform.run(['show', '-json', 'x.tfplan'])] as const;
      });
      const { drifted, terraform: version } = readPlanEvents(planned.stdout);
      const states = await plannedStates(join(dir, 'x.tfplan'));
      const plan = parsePlan(shown.stdout, 'x.tfplan');
      if (!plan.ok || states === undefined) throw new Error(planned.stdout);

      const reported = stateDrift(states, drifted);

      expect(marksSecrets(version)).toBe(true);
      expect(drifted.length).toBeGreaterThanOrEqual(6);
      expect(reported).toEqual(plan.value.resourceDrift);
      expect(await misread(join(dir, 'x.tfplan'), shown.stdout)).toEqual([]);
    } finally {
      await readback.stop(fork);
      workshop.close();
    }
  });
});

const someCase = {
  name: 'several changes',
  by: 'console human',
  expect: { kind: 'untouched', trace: [] },
} as const;
