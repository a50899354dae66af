import { parseRange } from '../../../../model/address-range.ts';
import { type ConditionClause, isNegated } from '../document/condition.ts';

/** How far conditions narrow a grant to everyone. */
export interface GrantNarrowing {
  /**
   * `weak`: still open to a large part of the world, or limited only by what callers can choose.
   */
  readonly level: 'none' | 'weak' | 'strong';
  /** The accounts that it is narrowed to, if it is narrowed to accounts. */
  readonly accounts: readonly string[];
}

type Level = GrantNarrowing['level'];

const ids = new Set([
  'aws:principalaccount',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:resourceorgid',
  'aws:sourceaccount',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:sourceowner',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  'kms:calleraccount',
  's3:dataaccesspointaccount',
]);
const arns = new Set(['aws:principalarn', 'aws:sourcearn', 's3:dataaccesspointarn']);
const addresses = new Set(['aws:sourceip', 'aws:vpcsourceip']);
/** A kind of password: whoever knows it is admitted. */
const secrets = new Set(['sts:externalid']);
const accountKeys = new Set([
  'aws:principalaccount',
  'aws:sourceaccount',
  'kms:calleraccount',
  'aws:sourceowner',
]);

/** How far the clauses, all of which must match, narrow a grant to everyone. */
export function assessNarrowing(clauses: readonly ConditionClause[]): GrantNarrowing {
  const levels = clauses.map((clause) => [clause, levelOf(clause)] as const);
  const level = levels.some(([, one]) => one === 'strong')
    ? 'strong'
    : levels.some(([, one]) => one === 'weak')
      ? 'weak'
      : 'none';
  const accounts = levels.flatMap(([clause, one]) => (one === 'strong' ? accountsIn(clause) : []));
  return { level, accounts: [...new Set(accounts)].sort() };
}

/** A clause that also matches requests without the key does not narrow. */
function levelOf(clause: ConditionClause): Level {
  const { key, operator, quantifier, ifExists, values } = clause;
  if (isNegated(clause) || ifExists || quantifier === 'all' || operator === 'null') return 'none';
  if (ids.has(key)) return values.every((one) => isFixed(one, operator)) ? 'strong' : 'none';
  if (arns.has(key)) return values.every((one) => isFixedArn(one, operator)) ? 'strong' : 'none';
  if (addresses.has(key)) return weakest(values.map(levelOfAddress));
  if (key === 'aws:principalisawsservice') return values.includes('true') ? 'weak' : 'none';
  return secrets.has(key) && values.every((one) => isFixed(one, operator)) ? 'weak' : 'none';
}

function isFixed(value: string, operator: string): boolean {
  return !operator.endsWith('like') || /^[^*?]{4}/.test(value);
}

/** An ARN that matches any account admits anyone. ARNs of buckets have no account. */
function isFixedArn(value: string, operator: string): boolean {
  if (operator === 'stringequals') return true;
  const [, , service = '', , account = '', ...rest] = value.split(':');
  if (/^\d{12}$/.test(account)) return true;
  return account === '' && !/[*?]/.test(service) && /^[^*?]{3}/.test(rest.join(':'));
}

function levelOfAddress(value: string): Level {
  const range = parseRange(value);
  if (range === undefined) return 'none';
  const free = (range.last - range.first + 1n).toString(2).length - 1;
  if (free <= (range.bits === 32 ? 16 : 96)) return 'strong';
  return free <= (range.bits === 32 ? 24 : 112) ? 'weak' : 'none';
}

function weakest(levels: readonly Level[]): Level {
  if (levels.length === 0 || levels.includes('none')) return 'none';
  return levels.includes('weak') ? 'weak' : 'strong';
}

function accountsIn({ key, values }: ConditionClause): readonly string[] {
  const wanted = accountKeys.has(key)
    ? values
    : arns.has(key)
      ? values.map((one) => one.split(':')[4] ?? '')
      : [];
  return wanted.filter((one) => /^\d{12}$/.test(one));
}
