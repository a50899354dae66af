import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { terraformEnvironment } from '../../../../../src/code/terraform/run/environment.ts';
import { plannedStates } from '../../../../../src/code/terraform/run/saved/states.ts';
import { cases } from '../../../../cases.ts';
import { describeTerraform } from '../terraform.ts';

describeTerraform('the state in a saved plan', (binary) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-refreshed-'));
  const file = join(dir, 'x.tfplan');
  const broken = join(dir, 'broken.tfplan');

  beforeAll(() => {
    const env = terraformEnvironment(process.env);
    const run = (...args: string[]) => execFileSync(binary, args, { cwd: dir, env, stdio: 'pipe' });
    writeFileSync(
      join(dir, 'main.tf'),
      `resource "terraform_data" "a" {
  input = "one"
}
`,
    );
    run('init', '-input=false');
    run('apply', '-auto-approve', '-input=false');
    run('plan', '-input=false', `-out=${file}`);
  });

  afterAll(() => rmSync(dir, { recursive: true }));

  const resources = (text: string) => (JSON.parse(text) as { resources: unknown }).resources;

  it('is the state of the cloud, in the form of a state file', async () => {
    const state = readFileSync(join(dir, 'terraform.tfstate'), 'utf8');

    expect(resources((await plannedStates(file))?.refreshed ?? '{}')).toEqual(resources(state));
  });

  it.each<readonly [string, string]>([
    ['an encrypted plan', '{"meta":{"key_provider.pbkdf2.a":"x"},"encrypted_data":"y"}'],
    ['nothing', ''],
    ['the end of an archive alone', `PK\u0005\u0006${'\0'.repeat(18)}`],
  ])('is not found in %s', async (_, text) => {
    writeFileSync(broken, text, 'latin1');

    expect(await plannedStates(broken)).toBeUndefined();
  });

  it('is read completely or not at all, however the file is damaged', async () => {
    const whole = readFileSync(file);
    const state = await plannedStates(file);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, by, isCut) => {
          const damaged = Buffer.from(isCut ? whole.subarray(0, at) : whole);
          if (!isCut) damaged[at] = (damaged[at] ?? 0) ^ by;
          writeFileSync(broken, damaged);
          const found = await plannedStates(broken);
          expect(found === undefined || JSON.stringify(found) === JSON.stringify(state)).toBe(true);
        },
      ),
      { numRuns: cases(3000, 300) },
    );
  });
});
