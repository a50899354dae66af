import { expect } from 'vitest';
import type { Json } from '../../../../src/model/json.ts';
import type { AttributePath } from '../../../../src/model/path.ts';
import type { Goal } from '../../../../src/stages/patch/types.ts';
import { elementGoal, lineDiff, patched, valueGoal } from '../harness.ts';

/** An expression in a configuration, the value that is wanted instead, and the expected edit. */
export interface TraceCase {
  readonly name: string;
  /** The configuration; the goal is the `value` of parameter `p` unless `at` says otherwise. */
  readonly code: string;
  /** Text of `terraform.tfvars`. */
  readonly vars?: string;
  readonly at?: readonly [address: string, ...path: AttributePath];
  readonly want?: Json;
  readonly add?: Json;
  readonly remove?: Json;
  /** Further goals. */
  readonly also?: readonly Goal[];
  /** Changed lines of all files, without indentation. */
  readonly edit: readonly string[];
  /** Expected kind of edit site; not checked if left out. */
  readonly site?: string;
}

export const parameter = 'aws_ssm_parameter.p';

/** A parameter with this value, followed by other code. */
export function valued(expression: string, rest = ''): string {
  return `resource "aws_ssm_parameter" "p" {\n  value = ${expression}\n}\n${rest}`;
}

/** A queue with this attribute, followed by other code. */
export function queue(attribute: string, expression: string, rest = ''): string {
  return `resource "aws_sqs_queue" "q" {\n  ${attribute} = ${expression}\n}\n${rest}`;
}

/** Another resource that uses an expression. */
export function other(expression: string): string {
  return `resource "aws_ssm_parameter" "other" {\n  value = ${expression}\n}\n`;
}

function goalsOf({ at = [parameter, 'value'], want, add, remove, also = [] }: TraceCase): Goal[] {
  const [address, ...path] = at;
  const names = path.filter((step) => typeof step === 'string');
  if (add !== undefined) return [elementGoal(address, names, 'add', add), ...also];
  if (remove !== undefined) return [elementGoal(address, names, 'remove', remove), ...also];
  return [valueGoal(address, path, want ?? null), ...also];
}

/** Reaches the goals, then checks the edits and how far they were proved. */
export function expectEdit(each: TraceCase): void {
  const files: Record<string, string> = { 'main.tf': each.code };
  if (each.vars !== undefined) files['terraform.tfvars'] = each.vars;
  const { changed, synthesis } = patched(files, goalsOf(each));
  expect(synthesis.refused.map(({ refusal }) => refusal)).toEqual([]);
  const lines = Object.entries(changed)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, text]) => lineDiff(files[path] ?? '', text).split('\n'))
    .map((line) => line.replace(/^([+-])\s*/, '$1'));
  expect(lines).toEqual(each.edit);
  expect(synthesis.verification).toMatchObject({ level: 'evaluate', passed: true });
  if (each.site !== undefined) expect(synthesis.sites[0]).toContain(`(${each.site}:`);
}
