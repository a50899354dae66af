import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openResources } from '../../../src/app/resource/open.ts';
import { main } from '../../../src/entry/cli/main.ts';
import { bearer, post, testApis } from '../../entry/api/api.ts';
import { demo } from '../../entry/cli/parley.ts';
import { ask, startStdio } from '../../entry/mcp/client.ts';
import { useProject } from '../harness/project.ts';
import { type Terraform, terraformAt } from '../harness/terraform.ts';
import { openWorkshop, perform, type Workshop } from '../harness/workshop.ts';

/** Only its cloud is used: the machine has code of its own. */
const lasting = useProject('lasting');
const open = testApis();
const machine = 'module.my-app-vm.aws_instance.this';
const hour = 3_600_000;

lasting.describe('the intent boundary', () => {
  let shop: Workshop;
  let tenant: string;
  let declare: (spec: object) => Promise<{ readonly status: number; readonly body: unknown }>;
  const repository = () => join(shop.folder, 'gitops');
  const apps = () => join(repository(), 'apps');
  const began = Date.now();
  const at = (hours: number) => new Date(began + hours * hour).toISOString();

  beforeAll(async () => {
    if (lasting.idle) return;
    const workshop = openWorkshop(await lasting.ready(), await lasting.fork());
    const folder = mkdtempSync(join(tmpdir(), 'parley-boundary-'));
    shop = { ...workshop, folder, dir: join(folder, 'gitops', 'apps'), state: '' };
    cpSync(join(demo, 'boundary'), repository(), { recursive: true });
    mkdirSync(apps());
    cpSync(join(workshop.dir, 'versions.tf'), join(apps(), 'versions.tf'));
    const module = join(repository(), 'modules', 'vm', 'main.tf');
    writeFileSync(module, readFileSync(module, 'utf8').replace(/ami-\w+/, 'ami-12c6146b'));
    writeFileSync(join(repository(), '.gitignore'), '.parley/\n*.tfstate*\n');
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Kinds and modules');
    const api = open({
      resources: (of) => openResources({ env: {}, cwd: repository(), dir: '.' }, of),
    });
    tenant = api.shop;
    declare = async (spec) => {
      const body = { kind: 'VirtualMachine', name: 'my-app-vm', spec };
      const response = await api.call('/api/v1/resources', post(body, bearer('write')));
      return { status: response.status, body: await response.json() };
    };
  }, 900_000);

  afterAll(async () => {
    if (lasting.idle) return;
    await lasting.stop(shop.fork);
    shop.close();
    rmSync(shop.folder, { recursive: true, force: true });
  });

  function git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
    return execFileSync('git', [...who, ...args], { cwd: repository(), encoding: 'utf8' }).trim();
  }

  async function parley(hours: number, ...args: readonly string[]): Promise<string> {
    let [out, err] = ['', ''];
    const code = await main(args, {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      env: { PATH: process.env['PATH'], HOME: shop.folder },
      cwd: repository(),
      now: () => at(hours),
      elapsed: () => performance.now(),
      columns: 140,
      color: false,
    });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${err}${out}`);
    return out;
  }

  async function terraform(use: (terraform: Terraform) => Promise<void>): Promise<void> {
    const { prepared, fork, dir } = shop;
    const place = { dir, dataDir: join(shop.folder, 'data'), endpoint: fork.endpoint };
    await lasting.attached({ ...place, types: ['aws_instance'] }, (reattach) =>
      use(terraformAt(prepared.tools, { ...place, cliConfig: prepared.cliConfig, reattach })),
    );
  }

  async function ran(terraform: Terraform, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await terraform.run([...args, '-input=false', '-no-color']);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
    return stdout;
  }

  it('turns a declared machine into a real one, and brings back a console change', async () => {
    if (lasting.idle) return;
    const declared = await declare({ size: 't3.small', tags: { Team: 'shop' } });
    const sync = ['sync', '--tenant', tenant, '--commit'];
    const written = await parley(0, ...sync);
    await parley(0, 'init', '--dir', 'apps');
    await terraform(async (real) => {
      await ran(real, 'init');
      expect(await ran(real, 'plan')).toContain('Plan: 1 to add, 0 to change, 0 to destroy.');
      await ran(real, 'apply', '-auto-approve');
    });

    expect(declared).toMatchObject({ status: 201, body: { change: 'created', number: 1 } });
    expect(written).toContain('Added my-app-vm in apps/my-app-vm.tf');
    expect(git('log', '-1', '--format=%s')).toBe('parley(resource.create): add my-app-vm');

    shop = { ...shop, state: join(apps(), 'terraform.tfstate') };
    const done = await perform(
      shop,
      {
        name: 'a larger machine',
        by: 'console human',
        expect: { kind: 'untouched', trace: [] },
        async act({ ec2, text }) {
          const InstanceId = text(machine);
          await ec2.stopInstances({ InstanceIds: [InstanceId] });
          await ec2.modifyInstanceAttribute({ InstanceId, InstanceType: { Value: 't3.large' } });
          await ec2.startInstances({ InstanceIds: [InstanceId] });
        },
      },
      0,
      true,
      at(1).replace(/\.\d+Z$/, 'Z'),
    );
    const flags = ['--dir', 'apps', '--state', shop.state, '--events', shop.events];
    await parley(2, 'reconcile', ...flags, '--no-llm', '--pr');
    const branch = git('branch', '--list', 'parley/*', '--format=%(refname:short)');
    const early = await parley(2, ...sync);
    const where = ['resources', 'status', 'my-app-vm', '--tenant', tenant, '--code', '.'];
    const waiting = await parley(2, ...where);
    git('merge', '--quiet', '--no-edit', branch);
    const accepted = await parley(2, ...sync);
    const again = await parley(2, ...sync);

    expect(done.error).toBeUndefined();
    expect(git('log', '-1', '--format=%B', branch)).toContain('makes version 2 its current one');
    expect(early).toBe('Nothing to write.\n');
    expect(waiting).toContain(`t3.small -> t3.large, accepted, waits for the merge of ${branch}\n`);
    expect(accepted).toContain('Published version 2 of my-app-vm, which the code has');
    expect(again).toBe('Nothing to write.\n');
    await terraform(async (real) => {
      expect(await ran(real, 'plan')).toContain('No changes.');
    });

    const { client } = await startStdio(apps());
    const why = await ask(client, 'explain', { id: machine });
    await client.close();

    expect(why.data['decisions']).toMatchObject([{ verdict: { outcome: 'accept' } }]);
    expect(JSON.stringify(why.data['patches'])).toContain(
      'my-app-vm is a declared resource: this makes version 2 its current one (size: t3.small -> t3.large;',
    );
    expect(await declare({ size: 't3.large', tags: { Team: 'shop' } })).toMatchObject({
      status: 200,
      body: { change: 'unchanged', number: 2 },
    });
    expect(await parley(3, 'receipt', 'verify', '--dir', 'apps')).toMatch(/^Verified (\d+) of \1/);
  });
});
