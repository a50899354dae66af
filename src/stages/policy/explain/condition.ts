import { displayText } from '../../../model/text.ts';
import type { FactName } from '../../arbitration/facts.ts';
import { type CelNode, celChildren, celLiteral, selectedName } from '../cel/ast.ts';
import { parseGuard } from '../cel/guard.ts';
import { factKind } from '../vocabulary.ts';
import {
  flagClauses,
  knownClauses,
  severityNames,
  subjectNames,
  valueClauses,
  valueLabels,
} from './words.ts';

/**
 * A guard in plain words, with one clause for each condition that has to hold. Undefined if it
 * contains something that cannot be put into words: calls on texts and times, loops, lists.
 */
export function conditionClauses(guard: string): readonly string[] | undefined {
  const parsed = parseGuard(guard);
  if (!parsed.ok) return undefined;
  const clauses = operandsOf(parsed.value.expr, and).map((node) => clauseOf(node, true));
  return allOf(clauses);
}

const and = '_&&_';
const or = '_||_';

/** The operands of a chain of the same operator, regardless of nesting. */
function operandsOf(node: CelNode, operator: string): readonly CelNode[] {
  return callOf(node)?.name === operator
    ? celChildren(node).flatMap((child) => operandsOf(child, operator))
    : [node];
}

interface Call {
  readonly name: string;
  readonly args: readonly CelNode[];
}

function callOf({ exprKind: { case: kind, value } }: CelNode): Call | undefined {
  if (kind !== 'callExpr' || value.target !== undefined) return undefined;
  return { name: value.function, args: value.args };
}

/** The clause for a node; with `holds` false, for its negation. */
function clauseOf(node: CelNode, holds: boolean): string | undefined {
  const fact = factOf(node);
  if (fact !== undefined) return flagClauses[fact]?.[holds ? 0 : 1];
  const asked = askedFact(node);
  if (asked !== undefined) return knownClauses[asked]?.[holds ? 0 : 1];
  const call = callOf(node);
  if (call === undefined) return undefined;
  const [left, right] = call.args;
  if (call.name === '!_' && left !== undefined) return clauseOf(left, !holds);
  if (call.name === and || call.name === or) {
    // De Morgan: not (a and b) is (not a) or (not b), and vice versa.
    const joins = (call.name === and) === holds ? and : or;
    const clauses = allOf(operandsOf(node, call.name).map((one) => innerClause(one, holds)));
    return clauses === undefined ? undefined : joined(clauses, joins);
  }
  const name = left === undefined ? undefined : factOf(left);
  if (name === undefined || right === undefined) return undefined;
  if (call.name === '@in') return memberClause(name, right, holds);
  return comparisonClause(name, call.name, celLiteral(right), holds);
}

/** The clause, in brackets if it has several parts, so that the grouping is clear. */
function innerClause(node: CelNode, holds: boolean): string | undefined {
  const clause = clauseOf(node, holds);
  const name = callOf(node)?.name;
  return clause !== undefined && (name === and || name === or) ? `(${clause})` : clause;
}

/** The fact whose value is read, unless the node only tests whether it is known. */
function factOf(node: CelNode): FactName | undefined {
  return isAsked(node) ? undefined : namedFact(node);
}

/** The fact that `has` tests. */
function askedFact(node: CelNode): FactName | undefined {
  return isAsked(node) ? namedFact(node) : undefined;
}

function isAsked({ exprKind }: CelNode): boolean {
  return exprKind.case === 'selectExpr' && exprKind.value.testOnly;
}

function namedFact(node: CelNode): FactName | undefined {
  const name = selectedName(node);
  return name !== undefined && factKind(name) !== undefined ? (name as FactName) : undefined;
}

function joined(clauses: readonly string[], operator: typeof and | typeof or): string {
  return operator === or ? `either ${clauses.join(', or ')}` : clauses.join(' and ');
}

function memberClause(name: FactName, list: CelNode, holds: boolean): string | undefined {
  if (list.exprKind.case !== 'listExpr') return undefined;
  const subject = subjectNames[name];
  const values = allOf(celChildren(list).map((one) => valueText(name, celLiteral(one))));
  if (subject === undefined || values === undefined || values.length === 0) return undefined;
  if (holds) return `${subject} is ${alternatives(values, 'or')}`;
  return values.length === 1
    ? `${subject} is not ${values[0]}`
    : `${subject} is neither ${alternatives(values, 'nor')}`;
}

function alternatives(values: readonly string[], conjunction: 'or' | 'nor'): string {
  const last = values.at(-1) ?? '';
  const first = values.slice(0, -1);
  if (first.length === 0) return last;
  return `${first.join(conjunction === 'or' ? ', ' : ' nor ')} ${conjunction} ${last}`;
}

type Literal = ReturnType<typeof celLiteral>;

const opposite: ReadonlyMap<string, string> = new Map([
  ['_==_', '_!=_'],
  ['_!=_', '_==_'],
  ['_>=_', '_<_'],
  ['_<_', '_>=_'],
  ['_<=_', '_>_'],
  ['_>_', '_<=_'],
]);

function comparisonClause(
  name: FactName,
  operator: string,
  value: Literal,
  holds: boolean,
): string | undefined {
  const sign = holds ? operator : opposite.get(operator);
  if (sign === undefined || value === undefined) return undefined;
  if (typeof value === 'boolean') return flagOf(name, sign, value);
  if (typeof value === 'number') return numberClause(name, sign, value);
  if (sign !== '_==_' && sign !== '_!=_') return undefined;
  const own = valueClauses[`${name} ${value}`]?.[sign === '_==_' ? 0 : 1];
  const [subject, text] = [subjectNames[name], valueText(name, value)];
  if (own !== undefined || subject === undefined || text === undefined) return own;
  return `${subject} is ${sign === '_==_' ? '' : 'not '}${text}`;
}

function flagOf(name: FactName, sign: string, value: boolean): string | undefined {
  if (sign !== '_==_' && sign !== '_!=_') return undefined;
  return flagClauses[name]?.[(sign === '_==_') === value ? 0 : 1];
}

function numberClause(name: FactName, sign: string, value: number): string | undefined {
  const harm = severityNames[name];
  const amount = amountOf(sign, value);
  if (harm === undefined) {
    const subject = subjectNames[name];
    return subject === undefined || amount === undefined ? undefined : `${subject} is ${amount}`;
  }
  if (sign === '_==_' && value === 0) return `there is no ${harm.replace(/^an? /, '')}`;
  if (sign === '_<=_') return `there is no ${harm.replace(/^an? /, '')} above severity ${value}`;
  return amount === undefined ? undefined : `there is ${harm} of severity ${amount}`;
}

function amountOf(sign: string, value: number): string | undefined {
  switch (sign) {
    case '_==_':
      return `${value}`;
    case '_!=_':
      return `other than ${value}`;
    case '_>=_':
      return `${value} or more`;
    case '_<=_':
      return `${value} at most`;
    case '_>_':
      return `more than ${value}`;
    case '_<_':
      return `less than ${value}`;
    default:
      return undefined;
  }
}

/** Values of a fixed set are used as words; others are quoted. */
function valueText(name: FactName, value: Literal): string | undefined {
  if (typeof value !== 'string') return value === undefined ? undefined : String(value);
  const kind = factKind(name);
  const isOpen = kind?.type !== 'text' || kind.values === undefined;
  return valueLabels[`${name} ${value}`] ?? (isOpen ? `"${displayText(value, 200)}"` : value);
}

function allOf(clauses: readonly (string | undefined)[]): readonly string[] | undefined {
  const known = clauses.filter((one) => one !== undefined);
  return known.length === clauses.length ? known : undefined;
}
