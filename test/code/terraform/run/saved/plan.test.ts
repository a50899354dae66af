import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderHclValue } from '../../../../../src/code/hcl/edit/render.ts';
import { terraformEnvironment } from '../../../../../src/code/terraform/run/environment.ts';
import { parsePlan } from '../../../../../src/code/terraform/run/plan.ts';
import { createTerraformRunner } from '../../../../../src/code/terraform/run/runner.ts';
import { planInFile } from '../../../../../src/code/terraform/run/saved/read.ts';
import type {
  AttributeSchema,
  AttributeType,
  BlockSchema,
  ProviderSchema,
} from '../../../../../src/providers/schema/types.ts';
import { cases } from '../../../../cases.ts';
import { seed } from '../../../../seed.ts';
import { describeTerraform } from '../terraform.ts';
import { misread } from './misread.ts';

const attribute = (kind: 'string' | 'dynamic', sensitive = false): AttributeSchema => ({
  ...{ type: { kind } satisfies AttributeType, sensitive },
  ...{ required: false, optional: true, computed: true, writeOnly: false, deprecated: false },
});

/** The schema of the only type that is built into Terraform. */
function schemaOf(input: AttributeSchema = attribute('dynamic')): ProviderSchema {
  const block: BlockSchema = {
    attributes: new Map([
      ['id', attribute('string')],
      ['input', input],
      ['output', attribute('dynamic')],
      ['triggers_replace', attribute('dynamic')],
    ]),
    blocks: new Map(),
    deprecated: false,
  };
  return {
    types: () => ['terraform_data'],
    resource: (type) => (type === 'terraform_data' ? block : undefined),
    sensitiveData: () => [],
  };
}

const schema = schemaOf();

describeTerraform('a saved plan', (binary) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-saved-'));
  const env = terraformEnvironment(process.env);
  const run = (...args: string[]) =>
    execFileSync(binary, args, { cwd: dir, env, stdio: 'pipe', encoding: 'utf8' });
  const file = join(dir, 'x.tfplan');

  /** Plans a project, saves the plan, and returns what Terraform shows of it. */
  function planned(text: string, ...args: string[]): string {
    writeFileSync(join(dir, 'main.tf'), text);
    run('plan', '-input=false', `-out=${file}`, ...args);
    return run('show', '-json', file);
  }

  const data = (name: string, input: string) =>
    `resource "terraform_data" "${name}" {
  input = ${input}
}
`;

  const first = [
    data('kept', '"one"'),
    data('changed', '{ a = 0.1, b = [true, "x", null], c = 12345678901234567890 }'),
    data('taken', 'tomap({ left = "a", right = "b" })'),
    `resource "terraform_data" "old" {
  for_each = toset(["a b", "c"])
  input    = each.key
}
`,
    `resource "terraform_data" "again" {
  triggers_replace = 1
}
`,
    `variable "secret" {
  default   = "s3"
  sensitive = true
}
`,
    data('hidden', '{ open = 1, closed = [1, var.secret] }'),
    `output "shown" {
  value = terraform_data.changed.output
}
`,
  ].join('\n');

  const second = [
    data('kept', '"one"'),
    data('changed', '{ a = 0.25, b = [false, "x"], d = terraform_data.again.id }'),
    `resource "terraform_data" "new" {
  for_each = toset(["a b", "d"])
  input    = each.key
}
`,
    `moved {
  from = terraform_data.old
  to   = terraform_data.new
}
`,
    `resource "terraform_data" "again" {
  triggers_replace = 2
}
`,
    `variable "secret" {
  default   = "s4"
  sensitive = true
}
`,
    data('hidden', '{ open = 2, closed = [1, var.secret, terraform_data.again.id] }'),
    data('follows', '[terraform_data.again.id, toset(["b", "a"]), 1.5e300, {}]'),
    `output "shown" {
  value = terraform_data.changed.output
}
`,
    `output "more" {
  value = 1
}
`,
  ].join('\n');

  beforeAll(() => {
    writeFileSync(join(dir, 'main.tf'), first);
    run('init', '-input=false');
    run('apply', '-auto-approve', '-input=false');
  });

  afterAll(() => rmSync(dir, { recursive: true }));

  it.each<readonly [string, string, ...string[]]>([
    ['that changes, moves, replaces, makes and takes away', second],
    ['in which nothing happens', first],
    ['that destroys everything', first, '-destroy'],
    ['that replaces what is asked', first, '-replace=terraform_data.hidden'],
    ['of one resource', first, '-target=terraform_data.changed'],
    ['that only refreshes', second, '-refresh-only'],
    [
      'with what is imported',
      `${second}import {
  to = terraform_data.in
  id = "one"
}
${data('in', '2')}`,
    ],
  ])('%s is read as Terraform shows it', async (_, text, ...args) => {
    const shown = planned(text, ...args);

    expect(await misread(file, shown, schema)).toEqual([]);
    expect(await planInFile(file, schema)).toBeDefined();
  });

  it('is read as Terraform shows it, whatever the values are', async () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), { numRuns: cases(1000, 100), seed });
    const blocks = values.map((value, at) =>
      data(`v${at}`, renderHclValue(JSON.parse(JSON.stringify(value)))),
    );

    const shown = planned(blocks.join('\n'), '-state=none.tfstate');

    expect(await misread(file, shown, schema)).toEqual([]);
    expect((await planInFile(file, schema))?.resourceChanges.length).toBe(values.length);
  });

  it.each<readonly [string, ProviderSchema]>([
    ['does not have the type', { ...schema, resource: () => undefined }],
    ['has another type of value', schemaOf(attribute('string'))],
  ])('is left to Terraform if the schema %s', async (_, other) => {
    planned(second);

    expect(await planInFile(file, other)).toBeUndefined();
  });

  it('hides what the schema calls secret, whether or not Terraform marked it', async () => {
    const shown = planned(second);
    const plan = await planInFile(file, schemaOf(attribute('dynamic', true)));

    const changed = plan?.resourceChanges.find(({ address }) => address.endsWith('.changed'));
    expect(JSON.stringify([changed?.before, changed?.after])).not.toContain('0.25');
    expect(parsePlan(shown, file)).toMatchObject({ ok: true });
  });

  it('is read by the runner without a process, or with one if that fails', async () => {
    planned(second);
    const own = { env: {}, schema };
    const broken = createTerraformRunner({ binary: join(dir, 'terraform'), ...own });
    const tofu = createTerraformRunner({ binary: join(dir, 'tofu'), ...own });

    expect(await broken.showPlan(dir, 'x.tfplan')).toMatchObject({ ok: true });
    expect(await broken.showPlan(dir, 'main.tf')).toMatchObject({ ok: false });
    expect(await tofu.showPlan(dir, 'x.tfplan')).toMatchObject({ ok: false });
  });

  it('is read completely or not at all, however the file is damaged', async () => {
    planned(second);
    const whole = readFileSync(file);
    const broken = join(dir, 'broken.tfplan');
    const plan = JSON.stringify(await planInFile(file, schema));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const damaged = Buffer.from(whole);
          damaged[at] = (damaged[at] ?? 0) ^ by;
          writeFileSync(broken, damaged);
          const found = await planInFile(broken, schema);
          expect(found === undefined || JSON.stringify(found) === plan).toBe(true);
        },
      ),
      { numRuns: cases(3000, 300) },
    );
  });
});
