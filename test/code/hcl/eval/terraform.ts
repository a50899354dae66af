import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isFailure } from '../../../../src/code/hcl/eval/failure.ts';
import { decodeJson, encodeJson } from '../../../../src/code/hcl/eval/json-text.ts';
import type { Value } from '../../../../src/code/hcl/eval/value.ts';

/** Terraform's result for an expression: its type and value as JSON, or that it is unknown. */
export type Answer =
  | { readonly kind: 'known'; readonly type: string; readonly value: string }
  | { readonly kind: 'unknown' };

/** True if Terraform is installed, or required. */
export function hasTerraform(): boolean {
  if (process.env['PARLEY_REQUIRE']?.includes('terraform')) return true;
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/** Planning time grows faster than the number of outputs. */
const expressionsPerPlan = 250;

/** Evaluates expressions by planning outputs with these values. */
export function askTerraform(
  expressions: readonly string[],
  files: ReadonlyMap<string, string> = new Map(),
): readonly Answer[] {
  const answers: Answer[] = [];
  for (let from = 0; from < expressions.length; from += expressionsPerPlan) {
    answers.push(...plan(expressions.slice(from, from + expressionsPerPlan), files));
  }
  return answers;
}

function plan(
  expressions: readonly string[],
  files: ReadonlyMap<string, string>,
): readonly Answer[] {
  const dir = mkdtempSync(join(tmpdir(), 'parley-eval-'));
  try {
    for (const [path, text] of files) write(join(dir, path), text);
    const outputs = expressions.map(
      (expression, index) =>
        // Plans round numbers to doubles, but JSON text that Terraform itself encodes is exact.
        output(`type${index}`, expression) + output(`json${index}`, `jsonencode(${expression}\n)`),
    );
    write(join(dir, 'main.tf'), `${preamble}${outputs.join('')}`);
    run(dir, ['plan', '-input=false', '-lock=false', '-no-color', '-out=plan']);
    return readAnswers(run(dir, ['show', '-json', 'plan']), expressions.length);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** What expressions may refer to: a value that is not known yet, and a template. */
const preamble = `resource "terraform_data" "u" {}
locals {
  template = "Hello $\${name}"
}
`;

function output(name: string, expression: string): string {
  return `output "${name}" {
  sensitive = true
  value = ${expression}
}
`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function run(dir: string, args: readonly string[]): string {
  return execFileSync('terraform', [...args], {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    env: { PATH: process.env['PATH'], HOME: dir, CHECKPOINT_DISABLE: '1' },
  });
}

/** The names of all functions, without their duplicates under `core::`. */
export function terraformFunctions(): readonly string[] {
  const json = run(tmpdir(), ['metadata', 'functions', '-json']);
  const { function_signatures: signatures } = JSON.parse(json) as {
    readonly function_signatures: Readonly<Record<string, unknown>>;
  };
  // These two take expressions, so Terraform lists no signature for them.
  const names = new Set([...Object.keys(signatures), 'can', 'try']);
  return [...names].filter((name) => !name.includes('::')).sort();
}

function member(value: Value | undefined, name: string): Value | undefined {
  return value?.kind === 'object' ? value.entries.get(name) : undefined;
}

function readAnswers(json: string, count: number): readonly Answer[] {
  // Not JSON.parse, which would round numbers.
  const plan = decodeJson(json);
  if (isFailure(plan)) throw new Error(plan.message);
  const outputs = member(member(plan, 'planned_values'), 'outputs');
  return Array.from({ length: count }, (_, index): Answer => {
    const type = member(member(outputs, `type${index}`), 'type');
    const value = member(member(outputs, `json${index}`), 'value');
    if (type === undefined || value?.kind !== 'string') return { kind: 'unknown' };
    return { kind: 'known', type: encodeJson(type), value: value.value };
  });
}
