import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { type Comparison, sameValue } from '../../model/json-compare.ts';
import { pairInAnyOrder, pairInOrder } from '../../model/json-pairing.ts';
import type { TextEdit } from '../../model/patch.ts';
import { parseYaml } from '../../yaml/yaml-tree.ts';
import type { Call, Expression, HclFile, ObjectExpression, Tuple } from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import { freshElement, listSequence, objectSequence } from './collection.ts';
import { parseDocument, sameDocument } from './document.ts';
import { replaceExpression } from './expression.ts';
import { checkTarget } from './find.ts';
import { type EvaluateOf, keyOf, literalValue } from './literal.ts';
import { type Planned, rewriteMembers } from './members.ts';
import { likeBefore, planItems } from './reconcile-plan.ts';
import type { Template } from './template-text.ts';
import { editTemplate } from './text-value.ts';

import { type EditResult, type Found, found, json, refuse } from './types.ts';

export interface ReconcileOptions {
  /** The current value of an expression that is computed, where the caller knows it. */
  readonly evaluateOf?: EvaluateOf;
  /** The outermost list is a set to Terraform: its order means nothing. */
  readonly unordered?: boolean;
  /** What to do with a computed part whose value must change; refused by default. */
  readonly computed?: 'refuse' | 'replace';
}

/**
 * The smallest change that gives an expression a value: leaves that differ are set, keys and
 * elements that are missing come, those that are gone go, and all else keeps its bytes. Goes
 * through lists, objects, parentheses, `jsonencode(...)`, `yamlencode(...)`, `toset(...)`, and the
 * documents and lines that templates hold.
 */
export function reconcileValue(
  file: HclFile,
  target: Expression,
  value: Json,
  options: ReconcileOptions = {},
): EditResult {
  const refused = checkTarget(file, target);
  if (refused !== undefined) return refused;
  const unordered = options.unordered ?? false;
  const scope: Scope = { file, comparison: 'loose', unordered };
  const edits = new Reconciler(options).reconcile(target, value, scope);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

/** What holds for an expression and all inside it. */
interface Scope {
  readonly file: HclFile;
  readonly comparison: Comparison;
  readonly unordered: boolean;
}

type Edits = Found<readonly TextEdit[]>;

class Reconciler {
  readonly #evaluateOf: EvaluateOf;
  readonly #replacesComputed: boolean;

  constructor(options: ReconcileOptions) {
    this.#evaluateOf = options.evaluateOf ?? (() => undefined);
    this.#replacesComputed = options.computed === 'replace';
  }

  reconcile(target: Expression, value: Json, scope: Scope): Edits {
    if (this.#hasValue(target, value, scope)) return found([]);
    switch (target.kind) {
      case 'parentheses':
        return this.reconcile(target.value, value, scope);
      case 'object':
        return isJsonObject(value)
          ? this.#object(target, value, { ...scope, unordered: false })
          : replace(target, value, scope);
      case 'tuple':
        return isJsonArray(value)
          ? this.#tuple(target, value, scope)
          : replace(target, value, scope);
      case 'call':
        return this.#call(target, value, scope);
      case 'heredoc':
      case 'quoted':
        return this.#template(target, value, scope);
      case 'number':
      case 'keyword':
        return replace(target, likeBefore(target, value, scope.comparison), scope);
      case 'unary':
        return target.value.kind === 'number'
          ? replace(target, likeBefore(target, value, scope.comparison), scope)
          : this.#computed(target, value, scope);
      default:
        return this.#computed(target, value, scope);
    }
  }

  #valueOf(target: Expression, { file }: Scope): Json | undefined {
    return literalValue(target, file.text, this.#evaluateOf);
  }

  #hasValue(target: Expression, value: Json, scope: Scope): boolean {
    const current = this.#valueOf(target, scope);
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

  #call(target: Call, value: Json, scope: Scope): Edits {
    const [argument] = target.args;
    if (argument === undefined || target.args.length > 1 || target.expandLast) {
      return this.#computed(target, value, scope);
    }
    switch (target.name) {
      case 'jsonencode':
      case 'yamlencode': {
        const read = target.name === 'jsonencode' ? parseDocument : parseYaml;
        const document = typeof value === 'string' ? read(value) : undefined;
        if (document === undefined) return this.#computed(target, value, scope);
        return this.reconcile(argument, document.value, {
          ...scope,
          comparison: 'exact',
          unordered: false,
        });
      }
      case 'toset':
        return this.reconcile(argument, value, { ...scope, unordered: true });
      case 'tolist':
      case 'tomap':
      case 'sensitive':
      case 'nonsensitive':
        return this.reconcile(argument, value, scope);
      default:
        return this.#computed(target, value, scope);
    }
  }

  #computed(target: Expression, value: Json, scope: Scope): Edits {
    if (this.#replacesComputed) return replace(target, value, scope);
    return refuseComputed(scope.file, target);
  }

  /** What is computed in a template stays, or there is no edit. */
  #template(target: Template, value: Json, scope: Scope): Edits {
    const wanted = likeBefore(target, value, scope.comparison);
    const inside =
      typeof wanted === 'string'
        ? editTemplate(scope.file, target, wanted, this.#evaluateOf, this.#replacesComputed)
        : undefined;
    if (inside !== undefined) return found(inside);
    return isTemplateWithParts(target)
      ? this.#computed(target, value, scope)
      : replace(target, wanted, scope);
  }

  #object(target: ObjectExpression, value: JsonObject, scope: Scope): Edits {
    const { file, comparison } = scope;
    const edits: TextEdit[] = [];
    const kept: number[] = [];
    const seen = new Set<string>();
    for (const [index, item] of target.items.entries()) {
      const key = keyOf(item, file.text, this.#evaluateOf);
      if (key === undefined) return refuse(file, 'not-literal', item.key, 'This key is computed.');
      if (seen.has(key)) return refuse(file, 'ambiguous', item, `The key "${key}" is set twice.`);
      seen.add(key);
      const wanted = Object.hasOwn(value, key) ? value[key] : undefined;
      const current = this.#valueOf(item.value, scope);
      const isAbsent = wanted === undefined && !(comparison === 'loose' && current === null);
      if (isAbsent) continue;
      kept.push(index);
      if (wanted === undefined) continue;
      const inner = this.reconcile(item.value, wanted, scope);
      if (!inner.ok) return inner;
      edits.push(...inner.value);
    }
    const missing = Object.keys(value).filter(
      (key) => !seen.has(key) && !(comparison === 'loose' && value[key] === null),
    );
    const plan = planItems(file, target, value, kept, missing);
    const members = objectSequence(file, target);
    return isUnchanged(plan, target.items.length)
      ? found(edits)
      : append(edits, rewriteMembers(file, members, plan));
  }

  /** A new string that only changes the literal part of a template is written into that one. */
  #keepTemplates(
    target: Tuple,
    values: readonly Json[],
    sources: readonly number[],
    { file, unordered }: Scope,
  ): readonly number[] {
    const result = [...sources];
    for (const [j, value] of values.entries()) {
      if (result[j] !== -1 || typeof value !== 'string') continue;
      const above = unordered ? -1 : Math.max(-1, ...result.slice(0, j));
      const next = unordered ? undefined : result.slice(j + 1).find((one) => one >= 0);
      result[j] = target.items.findIndex((item, i) => {
        if (i <= above || i >= (next ?? target.items.length) || result.includes(i)) return false;
        if (!isTemplateWithParts(item)) return false;
        return editTemplate(file, item, value, this.#evaluateOf) !== undefined;
      });
    }
    return result;
  }

  #tuple(target: Tuple, values: readonly Json[], scope: Scope): Edits {
    const { file, comparison, unordered } = scope;
    const old = target.items.map((item) => this.#valueOf(item, scope));
    const pair = unordered ? pairInAnyOrder : pairInOrder;
    const paired = pair(old, values, comparison);
    const sources = this.#keepTemplates(target, values, paired.sources, scope);
    const dropped = target.items.find((_, i) => old[i] === undefined && !sources.includes(i));
    // Nobody knows whether an element is the one that is gone while its value is unknown.
    if (dropped !== undefined && !this.#replacesComputed) return refuseComputed(file, dropped);
    const inner = { ...scope, unordered: false };
    const edits: TextEdit[] = [];
    const fresh: Planned[] = [];
    for (const [j, value] of values.entries()) {
      const source = target.items[sources[j] ?? -1];
      if (source === undefined) {
        fresh.push(freshElement(file, target, json(value)));
        continue;
      }
      const made = this.reconcile(source, value, inner);
      if (!made.ok) return made;
      edits.push(...made.value);
      if (!unordered) fresh.push(sources[j] ?? -1);
    }
    const kept = unordered ? sources.filter((i) => i >= 0).toSorted((a, b) => a - b) : [];
    const plan = [...kept, ...fresh];
    const members = listSequence(file, target);
    return isUnchanged(plan, old.length)
      ? found(edits)
      : append(edits, rewriteMembers(file, members, plan));
  }
}

function isTemplateWithParts(target: Expression | undefined): target is Template {
  if (target?.kind !== 'quoted' && target?.kind !== 'heredoc') return false;
  return target.parts.some((part) => part.kind !== 'text');
}

function refuseComputed(file: HclFile, target: Expression): Edits {
  const source = file.text.slice(target.start, target.end).split('\n')[0] ?? '';
  const message = `${JSON.stringify(source)} is computed: its value can not be set here.`;
  return refuse(file, 'not-literal', target, message);
}

function replace(target: Expression, value: Json, { file }: Scope): Edits {
  return replaceExpression(file, target, json(value));
}

function append(edits: readonly TextEdit[], more: Edits): Edits {
  return more.ok ? found([...edits, ...more.value]) : more;
}

function isUnchanged(plan: readonly Planned[], count: number): boolean {
  return plan.length === count && plan.every((planned, index) => planned === index);
}
