import { valueToJson } from '../../../code/hcl/eval/json.ts';
import { isWhollyKnown, type Value } from '../../../code/hcl/eval/value.ts';
import type { Expression } from '../../../code/hcl/syntax/ast.ts';
import { childNodes, type SyntaxNode } from '../../../code/hcl/syntax/walk.ts';
import type { Scope } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { canonicalJson } from '../../../model/json.ts';
import { deepest, type TraceContext } from './trace/context.ts';
import { followTrace } from './trace/follow.ts';

/**
 * What an unknown value depends on, as text. An id that does not exist yet, combined with a prefix
 * that an edit changes, is unknown before and after the edit, but not the same. Two evaluations
 * with the same text yield the same value, whatever it will be.
 */
export function supportText(evaluation: Evaluation, address: string, attribute: string): string {
  const location = evaluation.locate(address, [attribute]);
  const search: Search = { evaluation, seen: new Set() };
  switch (location?.kind) {
    case 'attribute':
      return exprSupport(search, location.expr, location.scope, 0);
    case 'blocks':
      return location.occurrences
        .map(({ content, scope }) => nodeSupport(search, content.body, scope, 0))
        .join('\n');
    default:
      return '';
  }
}

/**
 * What the number of instances depends on, if a single instance stands for an unknown number of
 * them.
 */
export function repetitionSupport(evaluation: Evaluation, address: string): string {
  const search: Search = { evaluation, seen: new Set() };
  const texts: string[] = [];
  let scope = evaluation.instance(address)?.scope;
  for (; scope !== undefined; scope = scope.instance.caller?.scope) {
    const { repetition } = scope;
    if (repetition?.assumed !== true) continue;
    texts.push(exprSupport(search, repetition.source.expr, repetition.scope, 0));
  }
  return texts.join('\n');
}

interface Search {
  readonly evaluation: Evaluation;
  /** References that were already followed. Each is expanded once, which also ends cycles. */
  readonly seen: Set<string>;
}

function nodeSupport(search: Search, node: SyntaxNode, scope: Scope, depth: number): string {
  if (isReference(node)) return exprSupport(search, node, scope, depth);
  const own =
    childNodes(node).length === 0 ? scope.file.text.slice(node.start, node.end) : node.kind;
  const inner = childNodes(node).map((child) => nodeSupport(search, child, scope, depth));
  return [own, ...inner].join(' ');
}

function isReference(node: SyntaxNode): node is Expression {
  return ['variable', 'get', 'index', 'legacy-index'].includes(node.kind);
}

/** The value if it is known; otherwise what the reference leads to, or what its parts depend on. */
function exprSupport(search: Search, expr: Expression, scope: Scope, depth: number): string {
  const { evaluation, seen } = search;
  const value = evaluation.evaluate(expr, scope);
  if (isWhollyKnown(value)) return knownText(value);
  if (depth > deepest) return '';
  if (!isReference(expr)) return nodeSupport(search, expr, scope, depth);
  const text = scope.file.text.slice(expr.start, expr.end);
  const place = placeOf(expr, scope);
  if (seen.has(place)) return text;
  seen.add(place);
  const context: TraceContext = {
    evaluation,
    expr,
    scope,
    rest: [],
    kind: 'literal',
    label: '',
    depth,
  };
  const next = [...followTrace(context)].map((each) =>
    exprSupport(search, each.expr, each.scope, depth + 1),
  );
  return [text, ...next, dataSupport(search, expr, scope, depth + 1)].join(' ');
}

/** The result of a data source depends on all its arguments. */
function dataSupport(search: Search, expr: Expression, scope: Scope, depth: number): string {
  const definition = search.evaluation.define(scope, expr);
  if (definition?.kind !== 'data') return '';
  const found = search.evaluation.instance(definition.address);
  if (found === undefined) return '';
  const { block, overrides } = found.declaration;
  return [block, ...overrides.map((layer) => layer.block)]
    .map(({ body }) => nodeSupport(search, body, found.scope, depth))
    .join(' ');
}

/** Identifies a reference by its position and the iteration variables in scope. */
function placeOf(expr: Expression, { file, instance, repetition, bindings }: Scope): string {
  const key = repetition?.kind === 'for_each' ? repetition.key : repetition?.index;
  const names = [...bindings].map(([name, binding]) => [name, knownText(binding.key)]);
  return JSON.stringify([file.path, expr.start, expr.end, instance.address, key, names]);
}

function knownText(value: Value): string {
  const json = valueToJson(value);
  return json === undefined ? '' : canonicalJson(json);
}
