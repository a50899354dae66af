import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { hasStore, storeLocation } from '../../../adapters/store/location.ts';
import { openProjectStore } from '../../../app/history/open-store.ts';
import { configSchema } from '../../../config/json-schema.ts';
import type { Result } from '../../../model/result.ts';
import { fail, ok } from '../../../model/result.ts';
import type { ExitCode, Io } from '../../../ports/io.ts';
import { printProblem } from '../../../present/terminal/print-problem.ts';
import type { Cli } from '../program/command.ts';

/**
 * `parley init`: writes a commented `parley.yaml`, and creates the store in which runs are
 * recorded.
 */
export function defineInit(command: Command, { io, finish }: Cli): void {
  command
    .option('--dir <root>', 'folder of the root module', '.')
    .action(async ({ dir }: { readonly dir: string }) => finish(await init(io, dir)));
}

async function init(io: Io, dir: string): Promise<ExitCode> {
  const root = resolve(io.cwd, dir);
  const made = await writeStarter(root);
  // Existing settings stay; a project that has them may still lack the store.
  const location = storeLocation(root, io.env['PARLEY_STORE']);
  const isLacking = !(await hasStore(location));
  const isKept = !made.ok && made.error.code === 'already-initialized' && isLacking;
  if (!made.ok && !isKept) return printProblem(io, made.error);
  if (isKept) await makeRecords(root);
  const store = await openProjectStore(io, dir);
  if (!store.ok) return printProblem(io, store.error);
  await store.value.close();
  io.out(made.ok ? `Wrote ${made.value}.\n` : 'The existing parley.yaml is left as it is.\n');
  const where = location.kind === 'server' ? 'on the server of PARLEY_STORE' : 'in .parley/';
  io.out(`Runs in this folder are now recorded ${where}, for \`parley blame\` and others.\n`);
  io.out('Next: parley scan --dir . --state terraform.tfstate --events LOGS\n');
  return 0;
}

async function writeStarter(folder: string): Promise<Result<string>> {
  const file = join(folder, 'parley.yaml');
  if (await exists(file)) {
    return fail({
      code: 'already-initialized',
      message: 'There is a parley.yaml already; it is left as it is.',
      place: { file },
      hint: 'Edit it, or move it away first.',
    });
  }
  try {
    const state = (await readdir(folder)).find((name) => name.endsWith('.tfstate'));
    await makeRecords(folder);
    await writeFile(file, starter(state), { flag: 'wx' });
    return ok(file);
  } catch (error) {
    return fail({
      code: 'write-failed',
      message: `parley.yaml cannot be written: ${error instanceof Error ? error.message : error}.`,
      place: { file },
      hint: 'Give an existing folder that you may write to.',
    });
  }
}

/**
 * Creates the folder for records. It belongs to this machine and may be large, so Git ignores it.
 */
async function makeRecords(folder: string): Promise<void> {
  await mkdir(join(folder, '.parley'), { recursive: true });
  await writeFile(join(folder, '.parley', '.gitignore'), '*\n');
  const schema = `${JSON.stringify(configSchema(), null, 2)}\n`;
  await writeFile(join(folder, '.parley', schemaName), schema);
}

/** For editors, which find it by the first line of parley.yaml. */
const schemaName = 'parley.schema.json';

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function starter(state: string | undefined): string {
  return `# yaml-language-server: $schema=.parley/${schemaName}
# What Parley knows besides the code, the state and the logs.
# Every setting is optional; flags on the command line come first.
version: 1

# Where the Terraform state is.
${state === undefined ? '# state: terraform.tfstate' : `state: ${state}`}

# Variable files that you pass to terraform with -var-file, in order.
# var_files:
#   - prod.tfvars

# What decides: default, accept-all (write every change into the code) or observe (decide nothing).
# policy: default          # or a file; parley.policy.yaml beside this file needs no naming

# Resources made outside of Terraform that are written into the code: none, related (what belongs
# to a managed resource, such as the versioning of a managed bucket) or all. What belongs to a
# managed resource is reported in any case.
adopt: related

# Who is who. The built-in signatures know the console, SSO, Terraform, AWS services, CI and
# more. Add the roles of your own tools: match on the role, which a caller cannot choose.
# Classes: human, iac, controller, security, compliance, cost, pipeline, agent, provider.
actors: []
#  - id: cluster-autoscaler
#    class: controller
#    name: Cluster Autoscaler
#    principal: arn:aws:iam::*:role/cluster-autoscaler

# Which resources are production, staging, ...: the first that matches. By tag, address or workspace.
environments: []
#  - name: production
#    tag: Environment
#    values: [prod, production]

# Open or past incidents: a hotfix during one is held until it ends.
incidents: []
#  - id: INC-1042
#    from: 2026-03-14T02:00:00Z
#    to: 2026-03-14T06:00:00Z
# incidents_file: incidents.json   # the same list, written by another tool

# No change is accepted while a freeze lasts.
freezes: []
#  - from: 2026-12-20T00:00:00Z
#    to: 2027-01-04T00:00:00Z
#    reason: end of year

# What somebody wants a field to be, said before they act; \`parley intent declare\` keeps it in the store.
declarations: []
#  - by: arn:aws:iam::123456789012:role/load-test
#    class: agent
#    at: aws_autoscaling_group.web
#    field: desired_capacity
#    want: { min: 4, max: 8, prefer: 6 }
#    because: Load test of the spring sale
#    from: 2026-03-14T00:00:00Z
#    until: 2026-03-20T18:00:00Z

# Where \`parley collect\` gets audit records from; docs/collect.md has the other clouds.
sources: []
#  - name: history
#    kind: cloudtrail-lookup
#    regions: [us-east-1]

# What \`parley serve\` watches on its own; docs/service.md has a complete example.
stacks: []
#  - name: shop
#    repository: https://git.example.com/acme/shop.git
#    root: envs/prod
#    scan: { every: 1h }

# A language model that advises and decides nothing. Its key stays in the environment.
# model:
#   name: gpt-4.1-mini
#   api_key_env: OPENAI_API_KEY

# A policy in Rego that may be stricter: one of wasm, url and data.
# opa:
#   wasm: policy.wasm
`;
}
