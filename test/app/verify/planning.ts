/**
 * Plans a project, as `parley reconcile --verify plan` does, and prints the result:
 * `node --import tsx planning.ts '{"binary": ..., "env": {...}, "project": ..., "tempDir": ...}'`
 */
import { createTerraformRunner } from '../../../src/code/terraform/run/runner.ts';
import { planValid } from '../../../src/code/terraform/run/verify-plan.ts';

export interface PlanningOrder {
  readonly binary: string;
  readonly env: Readonly<Record<string, string>>;
  readonly project: string;
  readonly tempDir: string;
  readonly pluginDir?: string;
  readonly timeoutMs: number;
}

const { binary, env, timeoutMs, ...place } = JSON.parse(process.argv[2] ?? '') as PlanningOrder;
const runner = createTerraformRunner({ binary, env, timeoutMs });
process.stdout.write('ready\n');
const planned = await planValid(runner, {
  ...place,
  files: new Map(),
  state: '{"version": 4, "serial": 1, "lineage": "a", "resources": []}',
  addresses: ['aws_s3_bucket.one'],
});
process.stdout.write(`${planned.ok ? 'planned' : planned.error.code}\n`);
