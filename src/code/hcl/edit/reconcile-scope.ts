import { isJsonArray, type Json } from '../../../model/json.ts';
import { type JsonComparison, sameValue } from '../../../model/json-compare.ts';
import { pairInAnyOrder } from '../../../model/json-pairing.ts';
import type { TextEdit } from '../../../model/patch.ts';
import type { Expression, HclFile } from '../syntax/ast.ts';
import { sameDocument } from './document.ts';
import { replaceExpression } from './expression.ts';
import { type EvaluateOf, literalValue } from './literal.ts';
import type { PlannedMember } from './members.ts';
import type { Template } from './template-text.ts';
import { type FoundInFile, foundEdit, jsonLiteral, refuseEdit } from './types.ts';

/** Settings for an expression and everything inside it. */
export interface ReconcileContext {
  readonly file: HclFile;
  readonly comparison: JsonComparison;
  /** True for a list that Terraform treats as a set. */
  readonly unordered: boolean;
  /** The current value of a computed expression, where the caller has it. */
  readonly evaluateOf: EvaluateOf;
  /** If true, a computed part whose value must change is replaced instead of refused. */
  readonly replacesComputed: boolean;
}

export type Edits = FoundInFile<readonly TextEdit[]>;

/**
 * Edits an expression so that it has a value; passed to the functions that handle lists and
 * objects.
 */
export type Reconcile = (target: Expression, value: Json, scope: ReconcileContext) => Edits;

export function currentValue(
  target: Expression,
  { file, evaluateOf }: ReconcileContext,
): Json | undefined {
  return literalValue(target, file.text, evaluateOf);
}

export function hasScopeValue(target: Expression, value: Json, scope: ReconcileContext): boolean {
  const current = currentValue(target, scope);
  if (current === undefined) return false;
  if (sameValue(current, value, scope.comparison) || sameDocument(current, value)) return true;
  if (!scope.unordered || !isJsonArray(current) || !isJsonArray(value)) return false;
  const { sources } = pairInAnyOrder(current, value, scope.comparison);
  return (
    current.length === value.length &&
    sources.every(
      (i, j) => i >= 0 && sameValue(current[i] ?? null, value[j] ?? null, scope.comparison),
    )
  );
}

export function isTemplateWithParts(target: Expression | undefined): target is Template {
  if (target?.kind !== 'quoted' && target?.kind !== 'heredoc') return false;
  return target.parts.some((part) => part.kind !== 'text');
}

export function refuseComputed(file: HclFile, target: Expression): Edits {
  const source = file.text.slice(target.start, target.end).split('\n')[0] ?? '';
  const message = `${JSON.stringify(source)} is computed: its value cannot be set here.`;
  return refuseEdit(file, 'not-literal', target, message);
}

export function replace(target: Expression, value: Json, { file }: ReconcileContext): Edits {
  return replaceExpression(file, target, jsonLiteral(value));
}

export function append(edits: readonly TextEdit[], more: Edits): Edits {
  return more.ok ? foundEdit([...edits, ...more.value]) : more;
}

export function isUnchanged(plan: readonly PlannedMember[], count: number): boolean {
  return plan.length === count && plan.every((planned, index) => planned === index);
}
