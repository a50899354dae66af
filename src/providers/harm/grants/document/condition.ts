import { parseRange, rangeHolds } from '../../../../model/address-range.ts';
import type { Json } from '../../../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../../../model/json.ts';
import { compareText } from '../../../../model/text.ts';
import { matchesGlob } from './glob.ts';

/** One line of a `Condition`: the operator, the key, and the values, of which one must match. */
export interface ConditionClause {
  /** The operator without `ForAnyValue:` and `IfExists`, e.g. `StringLike`. */
  readonly operator: string;
  readonly quantifier: 'all' | 'any' | undefined;
  readonly ifExists: boolean;
  /** In lower case. */
  readonly key: string;
  readonly values: readonly string[];
  /** The text to show: `StringLike aws:PrincipalArn a, b`. */
  readonly text: string;
}

/** The clauses of a normalized `Condition`, or undefined if it has another shape. */
export function readClauses(condition: Json | undefined): readonly ConditionClause[] | undefined {
  if (condition === undefined || condition === null) return [];
  if (!isJsonObject(condition)) return undefined;
  const clauses: ConditionClause[] = [];
  for (const [name, keys] of Object.entries(condition)) {
    if (!isJsonObject(keys)) return undefined;
    for (const [key, values] of Object.entries(keys)) {
      if (!isJsonArray(values)) return undefined;
      clauses.push(clauseOf(name, key, values.map(String)));
    }
  }
  return clauses.sort((a, b) => compareText(a.text, b.text));
}

function clauseOf(name: string, key: string, values: readonly string[]): ConditionClause {
  const [, quantifier, rest = ''] = /^(?:(ForAllValues|ForAnyValue):)?(.*)$/i.exec(name) ?? [];
  const operator = rest.replace(/IfExists$/i, '');
  const sorted = [...new Set(values)].sort();
  return {
    operator: operator.toLowerCase(),
    quantifier: quantifier === undefined ? undefined : /all/i.test(quantifier) ? 'all' : 'any',
    ifExists: operator !== rest,
    key: key.toLowerCase(),
    values: sorted,
    text: `${name} ${key} ${sorted.join(', ')}`.trim(),
  };
}

/** True for operators such as `StringNotEquals`, which also match if the key is missing. */
export function isNegated({ operator }: ConditionClause): boolean {
  return /^(?:string|numeric|date|arn)not|^notipaddress$/.test(operator);
}

/** The clause that matches exactly if a negated one does not; none for other clauses. */
export function turned(clause: ConditionClause): readonly ConditionClause[] {
  if (!isNegated(clause) || clause.quantifier !== undefined) return [];
  const operator = positive(clause.operator);
  return [{ ...clause, operator, ifExists: false, text: `not (${clause.text})` }];
}

/** True if the clause matches a request with this value of its key, or without the key. */
export function conditionHolds(clause: ConditionClause, value: string | undefined): boolean {
  const { operator, values, quantifier, ifExists } = clause;
  if (operator === 'null') {
    return values.some((one) => (one.toLowerCase() === 'true') === (value === undefined));
  }
  if (value === undefined) return ifExists || quantifier === 'all' || isNegated(clause);
  const fits = values.some((one) => fitsOne(positive(operator), one, value));
  return fits !== isNegated(clause);
}

function positive(operator: string): string {
  return operator === 'notipaddress'
    ? 'ipaddress'
    : operator.replace(/^(string|numeric|date|arn)not/, '$1');
}

function fitsOne(operator: string, wanted: string, value: string): boolean {
  switch (operator) {
    case 'stringlike':
    case 'arnlike':
    case 'arnequals':
      return matchesGlob(wanted, value);
    case 'stringequalsignorecase':
    case 'bool':
      return wanted.toLowerCase() === value.toLowerCase();
    case 'ipaddress':
      return addressFits(wanted, value);
    default:
      return /^(?:numeric|date)/.test(operator)
        ? ordered(
            operator.replace(/^(?:numeric|date)/, ''),
            conditionMoment(operator, value),
            conditionMoment(operator, wanted),
          )
        : wanted === value;
  }
}

function addressFits(wanted: string, value: string): boolean {
  const [outer, inner] = [parseRange(wanted), parseRange(value)];
  if (outer === undefined || inner === undefined) return wanted === value;
  return rangeHolds(outer, inner);
}

/** A number, or a time in milliseconds since 1970. Dates may be given as seconds since 1970. */
export function conditionMoment(operator: string, text: string): number {
  if (operator.startsWith('numeric') || /^\d+$/.test(text)) {
    return Number(text) * (operator.startsWith('date') ? 1000 : 1);
  }
  return Date.parse(text);
}

function ordered(relation: string, a: number, b: number): boolean {
  switch (relation) {
    case 'equals':
      return a === b;
    case 'lessthan':
      return a < b;
    case 'lessthanequals':
      return a <= b;
    case 'greaterthan':
      return a > b;
    case 'greaterthanequals':
      return a >= b;
    default:
      return false;
  }
}
