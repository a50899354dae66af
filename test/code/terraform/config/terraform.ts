import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Json, JsonObject } from '../../../../src/model/json.ts';
import { isJsonArray, isJsonObject, jsonAt } from '../../../../src/model/json.ts';
import type { Project } from './projects.ts';

/** The `input` of every `terraform_data` that Terraform plans for a project, by address. */
export function planInputs(project: Project): Readonly<Record<string, Json>> {
  const dir = mkdtempSync(join(tmpdir(), 'parley-config-'));
  try {
    for (const [path, text] of Object.entries(project.files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    const { root = '', varFiles = [], vars = {}, env = {} } = project.options ?? {};
    const cwd = join(dir, root);
    const flags = [
      ...varFiles.map((path) => `-var-file=${relative(cwd, join(dir, path))}`),
      ...Object.entries(vars).map(([name, text]) => `-var=${name}=${text}`),
    ];
    run(cwd, ['init', '-input=false', '-no-color'], env);
    run(cwd, ['plan', '-input=false', '-no-color', '-out=plan', ...flags], env);
    const plan: Json = JSON.parse(run(cwd, ['show', '-json', 'plan'], env));
    return Object.fromEntries(inputsOf(jsonAt(plan, 'planned_values', 'root_module')));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): string {
  return execFileSync('terraform', [...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    env: { PATH: process.env['PATH'], HOME: cwd, CHECKPOINT_DISABLE: '1', ...env },
  });
}

function objects(json: Json | undefined): readonly JsonObject[] {
  return isJsonArray(json) ? json.filter(isJsonObject) : [];
}

function* inputsOf(module: Json | undefined): Generator<[string, Json]> {
  for (const resource of objects(jsonAt(module, 'resources'))) {
    yield [String(resource['address']), jsonAt(resource, 'values', 'input') ?? null];
  }
  for (const child of objects(jsonAt(module, 'child_modules'))) yield* inputsOf(child);
}
