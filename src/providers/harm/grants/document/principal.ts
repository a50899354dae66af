import type { Json } from '../../../../model/json.ts';
import { isJsonArray, isJsonObject, own } from '../../../../model/json.ts';

/** The principals that a statement applies to. Terms are as in `Grant`. */
export interface PrincipalSet {
  /** `self`: an identity's document, which applies to whatever it is attached to. */
  readonly kind: 'only' | 'except' | 'self';
  readonly terms: readonly string[];
}

/** A caller: named by a term, or representing all that no term names. */
export interface GrantCaller {
  readonly term: string;
  /** The account, if it is known. */
  readonly account: string | undefined;
}

const prefixes: Readonly<Record<string, string>> = {
  AWS: '',
  Service: 'service:',
  Federated: 'federated:',
  CanonicalUser: 'canonical:',
};

/** Reads a normalized `Principal` or `NotPrincipal`; undefined for other shapes. */
export function readPrincipals(
  principal: Json | undefined,
  notPrincipal: Json | undefined,
): PrincipalSet | undefined {
  if (principal !== undefined && notPrincipal !== undefined) return undefined;
  const value = principal ?? notPrincipal;
  if (value === undefined) return { kind: 'self', terms: [] };
  if (!isJsonObject(value)) return undefined;
  const terms: string[] = [];
  for (const [kind, members] of Object.entries(value)) {
    const prefix = own(prefixes, kind);
    if (prefix === undefined || !isJsonArray(members)) return undefined;
    for (const member of members) {
      if (typeof member !== 'string') return undefined;
      terms.push(member === '*' && kind !== 'Service' ? '*' : `${prefix}${member}`);
    }
  }
  return { kind: principal === undefined ? 'except' : 'only', terms: [...new Set(terms)].sort() };
}

const root = /^arn:[^:]*:iam::(\d{12}):root$/;
const accountOf = /^arn:[^:]*:(?:iam|sts)::(\d{12}):/;

/** The account that a term names, or that its principal belongs to. */
export function accountOfTerm(term: string): string | undefined {
  return accountOf.exec(term)?.[1];
}

/** True for a term that means an entire account. */
export function isAccountTerm(term: string): boolean {
  return root.test(term);
}

/** Represents everyone that no term and no account names. */
export const outsider: GrantCaller = { term: 'outsider', account: undefined };
const self: GrantCaller = { term: 'self', account: undefined };

/**
 * All callers that the sets can distinguish: each named one, another member of each named account,
 * and an outsider.
 */
export function distinguishableCallers(
  sets: readonly PrincipalSet[],
  accounts: readonly string[],
): readonly GrantCaller[] {
  const named = sets.flatMap(({ terms }) => terms).filter((term) => term !== '*');
  const members = [...accounts, ...named.flatMap((term) => accountOfTerm(term) ?? [])];
  const terms = new Set([...named, ...members.map(memberOf)]);
  const found = [...terms].sort().map((term) => ({ term, account: accountOfTerm(term) }));
  const own = sets.some(({ kind }) => kind === 'self') ? [self] : [];
  return sets.every(({ kind }) => kind === 'self') ? own : [...own, ...found, outsider];
}

export function includesCaller({ kind, terms }: PrincipalSet, caller: GrantCaller): boolean {
  if (kind === 'self' || caller === self) return kind === 'self' && caller === self;
  return terms.some((term) => termIncludes(term, caller)) === (kind === 'only');
}

export function termIncludes(term: string, caller: GrantCaller): boolean {
  if (term === '*' || term === caller.term) return true;
  if (term === 'service:*') return caller.term.startsWith('service:');
  return (
    isAccountTerm(term) && caller.account !== undefined && term.includes(`:${caller.account}:`)
  );
}

/** The term for a caller; for an unnamed member of an account, the account. */
export function callerTerm({ term, account }: GrantCaller): string {
  return term === memberOf(account ?? '') ? `arn:aws:iam::${account}:root` : term;
}

function memberOf(account: string): string {
  return `arn:aws:iam::${account}:member`;
}
