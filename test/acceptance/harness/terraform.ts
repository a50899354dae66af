import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../src/model/json.ts';
import { misread } from '../../code/terraform/run/saved/misread.ts';
import { type Finished, run } from './process.ts';
import type { Tools } from './tools.ts';

/** Runs Terraform in a folder against one endpoint. */
export interface Terraform {
  run(args: readonly string[], timeoutMs?: number): Promise<Finished>;
}

export interface TerraformPlace {
  readonly dir: string;
  /** Shared by all copies of a project, so that only the first needs `init`. */
  readonly dataDir: string;
  readonly cliConfig: string;
  readonly endpoint: string;
  /**
   * Attaches to a running provider (`TF_REATTACH_PROVIDERS`); otherwise each command starts its
   * own.
   */
  readonly reattach?: string | undefined;
}

export function writeCliConfig(folder: string, plugins: string): string {
  const path = join(folder, 'terraform.rc');
  const text = `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(plugins)}
    include = ["registry.terraform.io/*/*"]
  }
}
`;
  writeFileSync(path, text);
  return path;
}

export function terraformAt(tools: Tools, place: TerraformPlace, signal?: AbortSignal): Terraform {
  const env = terraformEnvironment(place);
  return {
    run: (args, timeoutMs = 300_000) =>
      run(tools.terraform, args, { cwd: place.dir, env, timeoutMs, ...(signal && { signal }) }),
  };
}

/** Files below the folder that `terraform fmt` would change, sorted. */
export async function unformattedFiles(terraform: Terraform): Promise<readonly string[]> {
  const { code, stdout, stderr } = await terraform.run(['fmt', '-check', '-recursive']);
  // 3: some files would change. On any other failure it lists none, whatever they look like.
  if (code !== 0 && code !== 3) throw new Error(`terraform fmt exits with ${code}: ${stderr}`);
  return stdout.split('\n').filter(Boolean).sort();
}

/** Lets none of the machine's own AWS or Terraform settings reach a case. */
export function terraformEnvironment(place: TerraformPlace): Readonly<Record<string, string>> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    TF_CLI_CONFIG_FILE: place.cliConfig,
    TF_DATA_DIR: place.dataDir,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    // Most of a command's work is the provider's schema; rarer garbage collection saves a quarter
    // of it.
    GOGC: '400',
    ...(place.reattach !== undefined && { TF_REATTACH_PROVIDERS: place.reattach }),
    AWS_ENDPOINT_URL: place.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...variableFiles(place.dir),
    AWS_CONFIG_FILE: join(place.dataDir, 'no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(place.dataDir, 'no-aws-credentials'),
  };
}

/** Parley reads the variable files from its settings; Terraform needs them on the command line. */
function variableFiles(dir: string): Readonly<Record<string, string>> {
  const settings = join(dir, 'parley.yaml');
  const named: unknown = existsSync(settings)
    ? parse(readFileSync(settings, 'utf8')).var_files
    : undefined;
  if (!Array.isArray(named)) return {};
  const args = named.map((file) => `-var-file=${String(file)}`).join(' ');
  return { TF_CLI_ARGS_apply: args, TF_CLI_ARGS_plan: args };
}

/** The parts of a plan's `terraform show -json` that the judge reads. */
export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, { readonly actions: readonly string[] }>>;
  readonly planned_values?: { readonly root_module?: ModuleValues };
  readonly configuration?: { readonly root_module?: ModuleConfiguration };
}

export interface ResourceChange {
  readonly address: string;
  readonly module_address?: string;
  readonly type: string;
  readonly name: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Json;
    readonly after: Json;
    readonly importing?: { readonly id?: string };
  };
}

export interface ModuleValues {
  readonly resources?: readonly {
    readonly address: string;
    readonly type: string;
    readonly values?: JsonObject;
  }[];
  readonly child_modules?: readonly ModuleValues[];
}

export interface ModuleConfiguration {
  readonly resources?: readonly {
    readonly address: string;
    readonly mode: string;
    readonly expressions?: JsonObject;
  }[];
  readonly module_calls?: Readonly<
    Record<string, { readonly source?: string; readonly module?: ModuleConfiguration }>
  >;
}

export interface PlanResult {
  /** Exit code of `plan -detailed-exitcode`: 0 no change, 2 changes, 1 error. */
  readonly exitCode: number;
  readonly output: string;
  readonly plan: PlanJson;
  /** Parts of the plan file that Parley would read differently. */
  readonly misread?: readonly string[];
}

/** Makes a plan and reads it back. */
export async function planJson(
  terraform: Terraform,
  planFile: string,
  inputs: readonly string[] = [],
): Promise<PlanResult> {
  const planned = await terraform.run([
    'plan',
    '-input=false',
    '-no-color',
    '-lock=false',
    '-detailed-exitcode',
    `-out=${planFile}`,
    ...inputs,
  ]);
  const output = `${planned.stdout}${planned.stderr}`;
  if (planned.code !== 0 && planned.code !== 2) return { exitCode: planned.code, output, plan: {} };
  const shown = await terraform.run(['show', '-json', planFile]);
  if (shown.code !== 0) return { exitCode: 1, output: `${output}${shown.stderr}`, plan: {} };
  return {
    exitCode: planned.code,
    output,
    plan: JSON.parse(shown.stdout) as PlanJson,
    misread: await misread(planFile, shown.stdout),
  };
}
