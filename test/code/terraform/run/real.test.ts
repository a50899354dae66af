import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { terraformEnvironment } from '../../../../src/code/terraform/run/environment.ts';
import type { JudgeOptions } from '../../../../src/code/terraform/run/judge.ts';
import { readLive } from '../../../../src/code/terraform/run/read-live.ts';
import { createTerraformRunner } from '../../../../src/code/terraform/run/runner.ts';
import type { TerraformRunner } from '../../../../src/code/terraform/run/types.ts';
import {
  judged,
  type PlanRequest,
  planValid,
  verifyValid,
} from '../../../../src/code/terraform/run/verify-plan.ts';
import { createStateIndex } from '../../../../src/code/terraform/state/index.ts';
import { parseState } from '../../../../src/code/terraform/state/parse.ts';
import { ok } from '../../../../src/model/result.ts';
import { loadSchema } from '../../../../src/providers/schema/load.ts';
import { describeTerraform } from './terraform.ts';

// `terraform_data` is built in, so these projects need neither a provider nor the network.
const main = `variable "size" {
  type = number
}

variable "secret" {
  type      = string
  sensitive = true
  default   = "hush"
}

resource "terraform_data" "one" {
  input = { size = var.size, name = "one" }
}

resource "terraform_data" "many" {
  for_each = toset(["a.b", "q\\"uote", "$\${x}"])
  input    = each.key
}

resource "terraform_data" "hidden" {
  input = var.secret
}

module "part" {
  source = "./part"
  count  = 2
}
`;
const part = `resource "terraform_data" "inner" {
  input = "in a module"
}
`;

/** The verdict of a plan of the patched project. */
async function verifyPlan(runner: TerraformRunner, request: PlanRequest, options: JudgeOptions) {
  const planned = await planValid(runner, request);
  return planned.ok ? ok(judged(planned.value, request.addresses, options)) : planned;
}

describeTerraform('with the real program', (binary) => {
  const schema = loadSchema();
  let dir: string;
  let project: string;
  const env = terraformEnvironment(process.env);
  const runner = createTerraformRunner({ binary, env, timeoutMs: 120_000 });

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'parley-real-'));
    project = join(dir, 'project');
    const write = (path: string, text: string) => writeFileSync(join(project, path), text);
    mkdirSync(join(project, 'part'), { recursive: true });
    write('main.tf', main);
    write('terraform.tfvars', 'size = 1\n');
    write('part/main.tf', part);
    const run = (...args: string[]) => execFileSync(binary, args, { cwd: project, env });
    run('init', '-input=false');
    run('apply', '-auto-approve', '-input=false');
  });

  afterAll(() => {
    rmSync(dir, { recursive: true });
  });

  const state = () => readFileSync(join(project, 'terraform.tfstate'), 'utf8');
  const request = (files: Record<string, string>, addresses: readonly string[]) => ({
    project,
    files: new Map(Object.entries(files)),
    state: state(),
    tempDir: dir,
    addresses,
  });

  it('reports its version', async () => {
    const version = await runner.version();

    expect(version).toMatchObject({ ok: true, value: { version: expect.stringMatching(/^1\./) } });
  });

  it('validates a project', async () => {
    const bad = mkdtempSync(join(dir, 'bad-'));
    writeFileSync(
      join(bad, 'main.tf'),
      `output "x" {
  value = local.nothing
}
`,
    );
    await runner.init(bad, { backend: false });

    expect(await runner.validate(project)).toEqual({ ok: true, value: [] });
    expect(await runner.validate(bad)).toMatchObject({
      ok: true,
      value: [{ code: 'terraform-invalid', place: { file: 'main.tf', line: 2 } }],
    });
  });

  it('checks the format', async () => {
    const folder = mkdtempSync(join(dir, 'fmt-'));
    writeFileSync(
      join(folder, 'good.tf'),
      `locals {
  a = 1
}
`,
    );
    writeFileSync(
      join(folder, 'bad.tf'),
      `locals {
a=1
}
`,
    );

    expect(await runner.fmtCheck(folder)).toEqual({ ok: true, value: ['bad.tf'] });
  });

  it('agrees with Parley on the addresses in the state', () => {
    const listed = execFileSync(binary, ['state', 'list'], { cwd: project, env, encoding: 'utf8' });
    const shown = execFileSync(binary, ['show', '-json'], { cwd: project, env, encoding: 'utf8' });
    const read = (text: string) => {
      const parsed = parseState(text, 'x');
      if (!parsed.ok) throw new Error(parsed.error.message);
      return parsed.value.resources;
    };
    const addresses = (text: string) =>
      read(text)
        .map(({ address }) => address)
        .sort();

    expect(addresses(state())).toEqual(listed.trim().split('\n').sort());
    expect(addresses(shown)).toEqual(addresses(state()));
    expect(
      read(shown)
        .map((one) => one.resourceAddress)
        .sort(),
    ).toEqual(
      read(state())
        .map((one) => one.resourceAddress)
        .sort(),
    );
  });

  it('marks secrets in both kinds of state', () => {
    const shown = execFileSync(binary, ['show', '-json'], { cwd: project, env, encoding: 'utf8' });

    for (const text of [state(), shown]) {
      const parsed = parseState(text, 'x');
      if (!parsed.ok) throw new Error(parsed.error.message);
      const index = createStateIndex(parsed.value, schema);
      expect(JSON.stringify(index.get('terraform_data.hidden')?.attributes)).not.toContain('hush');
      expect(JSON.stringify(index.get('terraform_data.one')?.attributes)).toContain('one');
    }
  });

  it('finds an unpatched project clean, and leaves no traces', async () => {
    const before = readdirSync(project);

    const verdict = await verifyPlan(runner, request({}, ['terraform_data.one']), { schema });

    expect(verdict).toMatchObject({
      ok: true,
      value: { level: 'plan', clean: true, findings: [] },
    });
    expect(readdirSync(project)).toEqual(before);
    expect(readdirSync(dir).filter((name) => name.startsWith('parley-plan-'))).toEqual([]);
  });

  it('notices a patch that changes a value', async () => {
    const files = { 'terraform.tfvars': 'size = 2\n' };

    const verdict = await verifyPlan(runner, request(files, ['terraform_data.one']), { schema });

    expect(verdict).toMatchObject({ ok: true, value: { clean: false } });
    expect(verdict.ok && verdict.value.findings).toEqual([
      'Terraform would update terraform_data.one (input.size: 1 -> 2 and 1 more).',
    ]);
  });

  it('plans instances with awkward keys, and drops secrets', async () => {
    const files = { 'main.tf': main.replace('"hush"', '"SECRET"') };
    const addresses = [
      'terraform_data.many["q\\"uote"]',
      'terraform_data.many["$${x}"]',
      'terraform_data.hidden',
    ];

    const plan = await planValid(runner, request(files, addresses));

    if (!plan.ok || 'level' in plan.value) throw new Error(JSON.stringify(plan));
    const changes = plan.value.resourceChanges.map(({ address, actions }) => [address, ...actions]);
    expect(changes).toEqual([
      ['terraform_data.hidden', 'update'],
      ['terraform_data.many["$${x}"]', 'no-op'],
      ['terraform_data.many["q\\"uote"]', 'no-op'],
    ]);
    expect(JSON.stringify(plan.value)).not.toMatch(/hush|SECRET/);
    expect(plan.value.configures('module.part[0].terraform_data.inner', 'input')).toBe(true);
  });

  it('judges an import', async () => {
    const block = `import {
  to = terraform_data.new
  id = "abc"
}
`;
    const clean = `${block}
resource "terraform_data" "new" {}
`;
    const wrong = `${block}
resource "terraform_data" "new" {
  input = "x"
}
`;
    const adopted = ['terraform_data.new'];
    const check = (text: string) =>
      verifyPlan(runner, request({ 'new.tf': text }, adopted), { schema, adopted });

    expect(await check(clean)).toMatchObject({
      ok: true,
      value: { level: 'plan', clean: true, findings: [] },
    });
    expect(await check(wrong)).toMatchObject({
      ok: true,
      value: {
        findings: ['Terraform would update terraform_data.new (input: null -> "x" and 1 more).'],
      },
    });
  });

  it('plans a project with a remote backend against a copy of its state', async () => {
    const backend = `terraform {
  backend "s3" {
    bucket = "b"
    key    = "k"
    region = "eu-west-1"
  }
}
`;

    const verdict = await verifyPlan(
      runner,
      request({ 'backend.tf': backend, 'zz_override.tf': backend }, ['terraform_data.one']),
      { schema },
    );

    expect(verdict).toMatchObject({
      ok: true,
      value: { level: 'plan', clean: true, findings: [] },
    });
  });

  it.each<readonly [string, readonly string[] | 'all']>([
    ['instances with awkward keys', ['terraform_data.many["q\\"uote"]', 'terraform_data.one']],
    ['the whole state', 'all'],
  ])('reads back %s, and leaves nothing behind', async (_, addresses) => {
    const read = await readLive(runner, { ...request({}, []), addresses, parallelism: 2 });

    expect(read).toEqual({ ok: true, value: { changed: new Map(), unread: [] } });
    expect(readdirSync(dir).filter((name) => name.startsWith('parley-plan-'))).toEqual([]);
  });

  it('reads back against a copy of the state, whatever the backend', async () => {
    const backend = `terraform {
  backend "s3" {
    bucket = "b"
    key = "k"
  }
}
`;

    const read = await readLive(runner, request({ 'backend.tf': backend }, ['terraform_data.one']));

    expect(read).toMatchObject({ ok: true, value: { unread: [] } });
  });

  it('gives up after its timeout, and leaves nothing behind', async () => {
    const hasty = createTerraformRunner({ binary, env, timeoutMs: 1 });

    const read = await readLive(hasty, request({}, ['terraform_data.one']));

    expect(read).toMatchObject({ ok: false, error: { code: 'terraform-timeout' } });
    expect(readdirSync(dir).filter((name) => name.startsWith('parley-plan-'))).toEqual([]);
  });

  it('reports a configuration that Terraform refuses', async () => {
    const verdict = await verifyPlan(runner, request({ 'main.tf': 'oops' }, []), { schema });

    expect(verdict).toMatchObject({ ok: false, error: { code: 'terraform-failed' } });
  });

  it('does not plan an invalid project', async () => {
    const text = `resource "terraform_data" "two" {
  no_such_argument = 1
}
`;
    const files = { 'two.tf': text };

    for (const verify of [
      () => verifyValid(runner, request(files, [])),
      () => verifyPlan(runner, request(files, []), { schema }),
    ]) {
      const verdict = await verify();

      expect(verdict).toMatchObject({ ok: true, value: { level: 'validate', clean: false } });
      expect(verdict.ok && verdict.value.findings.join()).toContain('two.tf:2');
    }
  });

  it('finds a valid project valid without a plan', async () => {
    expect(await verifyValid(runner, request({}, []))).toEqual({
      ok: true,
      value: {
        level: 'validate',
        clean: true,
        findings: [],
        notes: [],
        wrong: [],
        excusable: false,
      },
    });
  });

  it('plans in a workspace', async () => {
    const blue = createTerraformRunner({
      binary,
      env: terraformEnvironment(process.env, { workspace: 'blue' }),
    });
    const text = `${main}
output "w" {
  value = terraform.workspace
}
`;

    const verdict = await verifyPlan(
      blue,
      { ...request({ 'main.tf': text }, ['terraform_data.one']), workspace: 'blue' },
      { schema },
    );

    expect(verdict).toMatchObject({
      ok: true,
      value: { level: 'plan', clean: true, findings: [] },
    });
  });
});
