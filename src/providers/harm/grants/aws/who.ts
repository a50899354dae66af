import type { Severity } from '../../../../model/harm.ts';
import { displayText } from '../../../../model/text.ts';
import { lowerFirst } from '../../../../model/words.ts';
import type { ConditionClause } from '../document/condition.ts';
import { accountOfTerm, isAccountTerm } from '../document/principal.ts';
import { assessNarrowing } from './narrowing.ts';
import { parseFederation } from './providers.ts';

/** Who gains something, as far as it affects the severity. */
export interface Who {
  readonly kind:
    | 'everyone'
    /** A large part of everyone. */
    | 'many'
    /** Everyone within a network, an organization, or sources. */
    | 'narrowed'
    | 'foreign'
    /** An account that may or may not be the user's own. */
    | 'unknown'
    | 'own'
    | 'service'
    | 'federated';
  /** Comes before "may now": `Everyone`. */
  readonly text: string;
}

/** Reads one term of a statement, with the conditions on it. */
export function whoIs(
  term: string,
  clauses: readonly ConditionClause[],
  own: readonly string[],
): Who {
  if (term === '*') return everyone(clauses, own);
  if (term.startsWith('service:')) return service(term, clauses);
  if (term.startsWith('federated:')) return federated(term, clauses);
  const account = accountOfTerm(term);
  if (account !== undefined) return member(term, account, own);
  const name = displayText(term.replace(/^canonical:/, ''), 80);
  if (/^arn:[^:]*:iam::cloudfront:/.test(term))
    return { kind: 'own', text: `CloudFront (${name})` };
  return { kind: 'unknown', text: `The principal ${name}, whose account is unknown,` };
}

function everyone(clauses: readonly ConditionClause[], own: readonly string[]): Who {
  const { level, accounts } = assessNarrowing(clauses);
  if (level === 'none') return { kind: 'everyone', text: 'Everyone' };
  const [first] = accounts;
  if (first !== undefined) {
    const worst = accounts.find((one) => !own.includes(one)) ?? first;
    const found = member(`arn:aws:iam::${worst}:root`, worst, own);
    const bySource = clauses.some(({ key }) => key.startsWith('aws:source'));
    return bySource ? { ...found, text: `Sources in ${lowerFirst(found.text)}` } : found;
  }
  const conditionText = displayText(clauses.map(({ text }) => text).join(' and '), 160);
  return { kind: level === 'weak' ? 'many' : 'narrowed', text: `Everyone with ${conditionText}` };
}

function member(term: string, account: string, own: readonly string[]): Who {
  const name = displayText(term.slice(term.lastIndexOf(':') + 1), 80);
  const whole = isAccountTerm(term);
  const text = whole ? `Account ${account}` : `${name} of account ${account}`;
  if (own.includes(account)) {
    return { kind: 'own', text: whole ? 'This account' : `${name} of this account` };
  }
  return own.length === 0
    ? { kind: 'unknown', text: `${text}, which may be another account,` }
    : { kind: 'foreign', text: `${text}, which is not this account,` };
}

function service(term: string, clauses: readonly ConditionClause[]): Who {
  const name = displayText(term.slice('service:'.length), 80);
  const narrow = assessNarrowing(clauses).level === 'strong';
  if (name === '*') return { kind: narrow ? 'narrowed' : 'many', text: 'Every service of AWS' };
  return { kind: 'service', text: `The service ${name}` };
}

function federated(term: string, clauses: readonly ConditionClause[]): Who {
  const { name, isShared, isNarrow } = parseFederation(term, clauses);
  if (isShared && !isNarrow) return { kind: 'everyone', text: `Any ${name}` };
  const conditionText = displayText(clauses.map(({ text }) => text).join(' and '), 160);
  const shown = displayText(name, 80);
  if (isNarrow && conditionText !== '')
    return { kind: 'federated', text: `Identities of ${shown} with ${conditionText}` };
  return { kind: isNarrow ? 'federated' : 'many', text: `Every identity of ${shown}` };
}

/** The severity of this use of a resource by these principals; `open` is the one for everyone. */
export function severityFor(
  kind: Who['kind'],
  usage: 'list' | 'read' | 'write' | 'admin' | 'assume',
  open: Severity,
): Severity {
  const changes = usage === 'write' || usage === 'admin';
  switch (kind) {
    case 'everyone':
      return open;
    case 'many':
      return lessBy(open, 1);
    case 'foreign':
    case 'unknown':
      return changes ? open : lessBy(open, 1);
    case 'narrowed':
    case 'federated':
      return changes || usage === 'assume' ? 3 : 2;
    case 'own':
    case 'service':
      return changes || usage === 'assume' ? 2 : 1;
  }
}

/** The severity lowered by some steps, but at least 1. */
export function lessBy(severity: Severity, steps: number): Severity {
  return severities[Math.max(0, severity - 1 - steps)] ?? 1;
}

export function worseGrant(a: Severity, b: Severity): Severity {
  return a > b ? a : b;
}

const severities: readonly Severity[] = [1, 2, 3, 4, 5];
