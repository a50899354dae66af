import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { parseYaml } from '../../yaml/yaml-tree.ts';
import type { Call, Expression, HclFile } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { parseEncodedDocument } from './document.ts';
import { checkEditTarget } from './find.ts';
import type { EvaluateOf } from './literal.ts';
import { reconcileObject } from './reconcile-object.ts';
import { likeBefore } from './reconcile-plan.ts';
import {
  type Edits,
  hasScopeValue,
  isTemplateWithParts,
  type ReconcileContext,
  refuseComputed,
  replace,
} from './reconcile-scope.ts';
import { reconcileTuple } from './reconcile-tuple.ts';
import type { Template } from './template-text.ts';
import { editTemplate } from './text-value.ts';
import { type EditResult, foundEdit } from './types.ts';

export interface ReconcileOptions {
  /** The current value of a computed expression, where the caller has it. */
  readonly evaluateOf?: EvaluateOf;
  /** True if Terraform treats the outermost list as a set, so that its order means nothing. */
  readonly unordered?: boolean;
  /** What to do with a computed part whose value must change. Refused by default. */
  readonly computed?: 'refuse' | 'replace';
}

/**
 * The smallest change that gives an expression a value: leaves that differ are set, missing keys
 * and elements are added, superfluous ones are removed, and everything else keeps its bytes.
 * Descends into lists, objects, parentheses, `jsonencode(...)`, `yamlencode(...)`, `toset(...)`,
 * and the documents and lines inside templates.
 */
export function reconcileValue(
  file: HclFile,
  target: Expression,
  value: Json,
  options: ReconcileOptions = {},
): EditResult {
  const refused = checkEditTarget(file, target);
  if (refused !== undefined) return refused;
  const edits = reconcile(target, value, {
    file,
    comparison: 'loose',
    unordered: options.unordered ?? false,
    evaluateOf: options.evaluateOf ?? (() => undefined),
    replacesComputed: options.computed === 'replace',
  });
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

function reconcile(target: Expression, value: Json, scope: ReconcileContext): Edits {
  if (hasScopeValue(target, value, scope)) return foundEdit([]);
  switch (target.kind) {
    case 'parentheses':
      return reconcile(target.value, value, scope);
    case 'object':
      return isJsonObject(value)
        ? reconcileObject(target, value, { ...scope, unordered: false }, reconcile)
        : replace(target, value, scope);
    case 'tuple':
      return isJsonArray(value)
        ? reconcileTuple(target, value, scope, reconcile)
        : replace(target, value, scope);
    case 'call':
      return reconcileCall(target, value, scope);
    case 'heredoc':
    case 'quoted':
      return reconcileTemplate(target, value, scope);
    case 'number':
    case 'keyword':
      return replace(target, likeBefore(target, value, scope.comparison), scope);
    case 'unary':
      return target.value.kind === 'number'
        ? replace(target, likeBefore(target, value, scope.comparison), scope)
        : reconcileComputed(target, value, scope);
    default:
      return reconcileComputed(target, value, scope);
  }
}

function reconcileCall(target: Call, value: Json, scope: ReconcileContext): Edits {
  const [argument] = target.args;
  if (argument === undefined || target.args.length > 1 || target.expandLast) {
    return reconcileComputed(target, value, scope);
  }
  switch (target.name) {
    case 'jsonencode':
    case 'yamlencode': {
      const read = target.name === 'jsonencode' ? parseEncodedDocument : parseYaml;
      const document = typeof value === 'string' ? read(value) : undefined;
      if (document === undefined) return reconcileComputed(target, value, scope);
      return reconcile(argument, document.value, {
        ...scope,
        comparison: 'exact',
        unordered: false,
      });
    }
    case 'toset':
      return reconcile(argument, value, { ...scope, unordered: true });
    case 'tolist':
    case 'tomap':
    case 'sensitive':
    case 'nonsensitive':
      return reconcile(argument, value, scope);
    default:
      return reconcileComputed(target, value, scope);
  }
}

function reconcileComputed(target: Expression, value: Json, scope: ReconcileContext): Edits {
  if (scope.replacesComputed) return replace(target, value, scope);
  return refuseComputed(scope.file, target);
}

/** Keeps the computed parts of a template; refuses if the value cannot be reached that way. */
function reconcileTemplate(target: Template, value: Json, scope: ReconcileContext): Edits {
  const wanted = likeBefore(target, value, scope.comparison);
  const inside =
    typeof wanted === 'string'
      ? editTemplate(scope.file, target, wanted, scope.evaluateOf, scope.replacesComputed)
      : undefined;
  if (inside !== undefined) return foundEdit(inside);
  return isTemplateWithParts(target)
    ? reconcileComputed(target, value, scope)
    : replace(target, wanted, scope);
}
