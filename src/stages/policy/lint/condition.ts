import { type CelInput, celEnv, plan } from '@bufbuild/cel';
import type { Json } from '../../../model/json.ts';
import type { FactName } from '../../arbitration/facts.ts';
import { type CelNode, celChildren, celLiteral, selectedName } from '../cel/ast.ts';
import { factMaps, factsIn, parseGuard } from '../cel/guard.ts';
import { factKind } from '../vocabulary.ts';
import { breaks, fails, holdsIn, type LintOutcomes } from './outcomes.ts';

/** Assumed values of facts. A fact that is present but undefined is assumed to be unknown. */
export type Supposed = ReadonlyMap<string, Json | undefined>;

/** A part of a guard that is not composed with `&&`, `||`, `!` or `?:`. */
export interface Atom {
  readonly kind: 'atom';
  /** Equal for parts that are written in the same way. */
  readonly key: string;
  readonly facts: readonly FactName[];
  /**
   * True if it tests whether one fact is known or true, or compares it with literals. One value
   * from each class that the literals distinguish then represents all values.
   */
  readonly isPlain: boolean;
  readonly node: CelNode;
  /** Requires values for all of its facts. */
  evaluate(facts: Supposed): LintOutcomes;
}

/** A guard in the form that the linter examines. */
export type LintCondition =
  | Atom
  | { readonly kind: 'all' | 'any' | 'not' | 'choice'; readonly parts: readonly LintCondition[] };

const environment = celEnv();

const connectives: ReadonlyMap<string, 'all' | 'any' | 'not' | 'choice'> = new Map([
  ['_&&_', 'all'],
  ['_||_', 'any'],
  ['!_', 'not'],
  ['_?_:_', 'choice'],
]);

/** The condition in a text, which must be a valid guard. */
export function lintCondition(guard: string): LintCondition {
  const parsed = parseGuard(guard);
  if (!parsed.ok) throw new Error(`Not a guard: ${parsed.error.message}`);
  return fromNode(parsed.value.expr);
}

function fromNode(node: CelNode): LintCondition {
  const { case: kind, value } = node.exprKind;
  const joins = kind === 'callExpr' ? connectives.get(value.function) : undefined;
  return joins === undefined
    ? atomOf(node)
    : { kind: joins, parts: celChildren(node).map(fromNode) };
}

export function atomsIn(condition: LintCondition): readonly Atom[] {
  return condition.kind === 'atom' ? [condition] : condition.parts.flatMap(atomsIn);
}

function atomOf(node: CelNode): Atom {
  const evaluate = plan(environment, node);
  const facts = [...new Set(factsIn(node, false))];
  return {
    kind: 'atom',
    key: keyOf(node),
    facts,
    isPlain: isPlain(node),
    node,
    evaluate: (supposed) => {
      const known = Object.fromEntries(facts.map((name) => [name, supposed.get(name)]));
      const result = evaluate(factMaps(known).subjects as Record<string, CelInput>);
      if (result === true) return holdsIn;
      return result === false ? fails : breaks;
    },
  };
}

/** Node ids are left out, since copies of a node differ only in them. */
function keyOf(node: CelNode): string {
  return JSON.stringify(node.exprKind, (name, value: unknown) => {
    if (name === 'id' || name === '$typeName') return undefined;
    return typeof value === 'bigint' ? `${value}` : value;
  });
}

const equalities: ReadonlySet<string> = new Set(['_==_', '_!=_']);
const orders: ReadonlySet<string> = new Set(['_<_', '_<=_', '_>_', '_>=_']);

function isPlain(node: CelNode): boolean {
  if (celLiteral(node) !== undefined) return true;
  const { case: kind, value } = node.exprKind;
  if (kind === 'selectExpr' && value.testOnly) return typeOf(node) !== undefined;
  if (kind !== 'callExpr') return typeOf(node) === 'flag';
  const [left, right] = value.args;
  if (value.target !== undefined || left === undefined || right === undefined) return false;
  if (value.function === '@in') {
    return (
      isScalar(left) && right.exprKind.case === 'listExpr' && celChildren(right).every(isLiteral)
    );
  }
  const [fact, literal] = isLiteral(left) ? [right, left] : [left, right];
  if (!isLiteral(literal) || !isScalar(fact)) return false;
  return (
    equalities.has(value.function) || (orders.has(value.function) && typeOf(fact) === 'number')
  );
}

function isLiteral(node: CelNode): boolean {
  return celLiteral(node) !== undefined;
}

function isScalar(node: CelNode): boolean {
  const isAsked = node.exprKind.case === 'selectExpr' && node.exprKind.value.testOnly;
  return !isAsked && ['flag', 'number', 'text'].includes(typeOf(node) ?? '');
}

function typeOf(node: CelNode): string | undefined {
  return factKind(selectedName(node) ?? '')?.type;
}

/** The texts and numbers in a part of a guard. */
export function literalsIn(node: CelNode): readonly (string | number)[] {
  const own = celLiteral(node);
  const below = celChildren(node).flatMap(literalsIn);
  return own === undefined || typeof own === 'boolean' ? below : [own, ...below];
}
