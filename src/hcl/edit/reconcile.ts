import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { type Comparison, sameValue } from '../../model/json-compare.ts';
import { pairInAnyOrder, pairInOrder } from '../../model/json-pairing.ts';
import type { TextEdit } from '../../model/patch.ts';
import type {
  Call,
  Expression,
  HclFile,
  HeredocTemplate,
  ObjectExpression,
  Tuple,
} from '../syntax/ast.ts';
import { keepAlignment } from './align.ts';
import {
  freshElement,
  freshItem,
  listSequence,
  objectSequence,
  type Syntax,
} from './collection.ts';
import { documentIn, parseDocument, sameDocument } from './document.ts';
import { replaceExpression } from './expression.ts';
import { checkTarget } from './find.ts';
import { type EvaluateOf, keyOf, literalValue } from './literal.ts';
import { placeFor } from './map.ts';
import { type Planned, rewriteMembers } from './members.ts';

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
 * through lists, objects, parentheses, `jsonencode(...)`, `toset(...)` and JSON in heredocs.
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
  const scope: Scope = { file, comparison: 'loose', syntax: 'hcl', unordered };
  const edits = new Reconciler(options).reconcile(target, value, scope);
  return edits.ok ? { ok: true, edits: keepAlignment(file, edits.value) } : edits;
}

/** What holds for an expression and all inside it. */
interface Scope {
  /** The file, or the view of it in which a document is the only expression. */
  readonly file: HclFile;
  readonly comparison: Comparison;
  readonly syntax: Syntax;
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
        return this.#heredoc(target, value, scope);
      case 'number':
      case 'keyword':
      case 'quoted':
        return replace(target, likeBefore(target, value, scope), scope);
      case 'unary':
        return target.value.kind === 'number'
          ? replace(target, likeBefore(target, value, scope), scope)
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
      case 'jsonencode': {
        const document = typeof value === 'string' ? parseDocument(value) : undefined;
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

  /** A JSON document in a heredoc is edited like an object, any other text line by line. */
  #heredoc(target: HeredocTemplate, value: Json, scope: Scope): Edits {
    const wanted = typeof value === 'string' ? parseDocument(value) : undefined;
    const inside = wanted === undefined ? undefined : documentIn(scope.file, target);
    if (wanted === undefined || inside === undefined) return replace(target, value, scope);
    const view: Scope = {
      file: inside.view,
      comparison: 'exact',
      syntax: 'json',
      unordered: false,
    };
    return this.reconcile(inside.expression, wanted.value, view);
  }

  #object(target: ObjectExpression, value: JsonObject, scope: Scope): Edits {
    const { file, comparison, syntax } = scope;
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
    const plan = planItems(scope, target, value, kept, missing);
    const members = objectSequence(file, target, syntax);
    return isUnchanged(plan, target.items.length)
      ? found(edits)
      : append(edits, rewriteMembers(file, members, plan));
  }

  #tuple(target: Tuple, values: readonly Json[], scope: Scope): Edits {
    const { file, comparison, syntax, unordered } = scope;
    const old = target.items.map((item) => this.#valueOf(item, scope));
    const pair = unordered ? pairInAnyOrder : pairInOrder;
    const { sources } = pair(old, values, comparison);
    const dropped = target.items.find((_, i) => old[i] === undefined && !sources.includes(i));
    // Nobody knows whether an element is the one that is gone while its value is unknown.
    if (dropped !== undefined && !this.#replacesComputed) return refuseComputed(file, dropped);
    const inner = { ...scope, unordered: false };
    const edits: TextEdit[] = [];
    const fresh: Planned[] = [];
    for (const [j, value] of values.entries()) {
      const source = target.items[sources[j] ?? -1];
      if (source === undefined) {
        fresh.push(freshElement(file, target, json(value), syntax));
        continue;
      }
      const made = this.reconcile(source, value, inner);
      if (!made.ok) return made;
      edits.push(...made.value);
      if (!unordered) fresh.push(sources[j] ?? -1);
    }
    const kept = unordered ? sources.filter((i) => i >= 0).toSorted((a, b) => a - b) : [];
    const plan = [...kept, ...fresh];
    const members = listSequence(file, target, syntax);
    return isUnchanged(plan, old.length)
      ? found(edits)
      : append(edits, rewriteMembers(file, members, plan));
  }
}

function refuseComputed(file: HclFile, target: Expression): Edits {
  const source = file.text.slice(target.start, target.end).split('\n')[0] ?? '';
  const message = `${JSON.stringify(source)} is computed: its value can not be set here.`;
  return refuse(file, 'not-literal', target, message);
}

function replace(target: Expression, value: Json, { file, syntax }: Scope): Edits {
  return replaceExpression(file, target, json(value), syntax);
}

function append(edits: readonly TextEdit[], more: Edits): Edits {
  return more.ok ? found([...edits, ...more.value]) : more;
}

function isUnchanged(plan: readonly Planned[], count: number): boolean {
  return plan.length === count && plan.every((planned, index) => planned === index);
}

/** The kept items with the missing keys in their places. */
function planItems(
  { file, syntax }: Scope,
  target: ObjectExpression,
  value: JsonObject,
  kept: readonly number[],
  missing: readonly string[],
): readonly Planned[] {
  const places = missing.map((key) => {
    const fresh = freshItem(file, target, key, json(value[key] ?? null), syntax);
    return { key, fresh, index: placeFor(file, target, key) };
  });
  places.sort(
    (a, b) => a.index - b.index || (a.index < target.items.length && a.key < b.key ? -1 : 0),
  );
  const plan: Planned[] = [];
  for (let index = 0; index <= target.items.length; index++) {
    plan.push(...places.filter((place) => place.index === index).map((place) => place.fresh));
    if (kept.includes(index)) plan.push(index);
  }
  return plan;
}

/**
 * Terraform converts between strings, numbers and booleans; so a leaf keeps the kind that the
 * code gives it: `"80"` becomes `"8080"`, and `80` becomes `8080`, whichever the value is.
 */
function likeBefore(target: Expression, value: Json, { comparison }: Scope): Json {
  if (comparison === 'exact') return value;
  if (target.kind === 'quoted') {
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  }
  if (typeof value !== 'string') return value;
  if (target.kind === 'keyword')
    return value === 'true' || value === 'false' ? value === 'true' : value;
  const number = Number(value);
  return String(number) === value && Number.isFinite(number) ? number : value;
}
