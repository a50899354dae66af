import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanTerms } from '../../../src/app/converge/deps.ts';
import { openResources, type ResourceServices } from '../../../src/app/resource/open.ts';
import { pushResource } from '../../../src/app/resource/push.ts';
import type { SyncPlan } from '../../../src/app/resource/sync.ts';
import { findTerraform } from '../../../src/code/terraform/run/locate.ts';
import { ConfigFile } from '../../../src/config/schema.ts';
import { Stack } from '../../../src/config/service/stacks.ts';
import { doTask } from '../../../src/entry/service/apart/do-task.ts';
import { lendCatalogue } from '../../../src/entry/service/apart/lend.ts';
import type { Result } from '../../../src/model/result.ts';
import { newFolder, removeFolders } from '../../entry/cli/parley.ts';

const path = process.env['PATH'];
const terraform = findTerraform(path);
const now = '2026-03-14T12:00:00.000Z';

// Built-in resource types: nothing has to be downloaded.
const module = `variable "size" {}

variable "zone" {
  default = "a"
  validation {
    condition     = var.zone != "nowhere"
    error_message = "There is no such zone."
  }
}

resource "terraform_data" "this" {
  input = [var.size, var.zone]
}
`;

const template = `variable "zone" {
  default = "a"
}

module "NAME" {
  source = "../modules/vm"
  size   = spec.size
  zone   = var.zone
}
`;

let desk: ResourceServices;
let code: string;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function stack(more: object): Stack {
  return Stack.parse({ name: 'vms', tenant: 'default', repository: '/gitops', ...more });
}

/** Examines the code as a process of the service does. */
async function look(plans?: PlanTerms): Promise<Result<SyncPlan>> {
  const lend = lendCatalogue(desk);
  const task = {
    ...({ kind: 'converge', tenant: 'default', kinds: desk.kindSources } as const),
    checkout: { revision: 'a'.repeat(40), top: code, root: code },
    terraform: ConfigFile.parse({}).terraform,
    ...(plans === undefined ? {} : { plans }),
  };
  const done = await doTask(task, {
    call: async <T>(method: string, ...args: readonly unknown[]) => (await lend(method, args)) as T,
    env: { PATH: path },
    now: () => now,
    elapsed: () => 0,
    signal: new AbortController().signal,
  });
  return done as Result<SyncPlan>;
}

beforeAll(async () => {
  const project = newFolder();
  write(project, {
    'kinds/vm/kind.yaml': 'kind: VirtualMachine\narea: apps\nschema: { type: object }\n',
    'kinds/vm/template.tf': template,
  });
  const opened = await openResources({ env: {}, cwd: project, dir: '.' }, 'default');
  if (!opened.ok) throw new Error(opened.error.message);
  desk = opened.value;
  const one = { tenant: 'default', kind: 'VirtualMachine', name: 'my-vm', spec: { size: 'small' } };
  expect(await pushResource(desk, one, { isTrial: false })).toMatchObject({ ok: true });
  code = newFolder();
  write(code, { 'modules/vm/main.tf': module, 'apps/nowhere.tfvars': 'zone = "nowhere"\n' });
});
afterAll(removeFolders);

const terms = { gitops: 'platform', root: '.' };

describe.skipIf(terraform === undefined)('code that the service keeps, with `verify: plan`', () => {
  it('is planned by Terraform, which reports what it would do', async () => {
    const evaluated = await look();
    const planned = await look({ ...terms, stacks: [] });

    expect(evaluated).toMatchObject({ ok: true, value: { files: [{ path: 'apps/my-vm.tf' }] } });
    expect(evaluated.ok && evaluated.value.files[0]?.planned).toBeUndefined();
    expect(planned).toMatchObject({
      ok: true,
      value: { refused: [], files: [{ planned: { add: 1, change: 0, destroy: 0 } }] },
    });
  });

  it('is planned with the variables of the stack that has its root, and nothing in it is executed', async () => {
    const started = join(code, 'started');
    const provider =
      'apps/.terraform/providers/example.com/a/b/1.0.0/linux_amd64/terraform-provider-b';
    write(code, { [provider]: `#!/bin/sh\ntouch ${started}\n` });
    const own = stack({ root: 'apps', var_files: ['nowhere.tfvars'] });
    const planned = await look({ ...terms, stacks: [stack({ root: 'other' }), own] });

    expect(planned).toMatchObject({ ok: true, value: { files: [], refused: [{ name: 'my-vm' }] } });
    expect(planned.ok && planned.value.refused[0]?.because).toContain(
      'Invalid value for variable (my-vm.tf',
    );
    expect(existsSync(join(code, provider))).toBe(false);
    expect(existsSync(started)).toBe(false);
  });

  it('is left alone while the state of the stack cannot be read', async () => {
    const own = stack({ root: 'apps', state: 'nothing.tfstate' });

    expect(await look({ ...terms, stacks: [own] })).toMatchObject({
      ok: false,
      error: { code: 'state-missing' },
    });
  });
});
