import { roles, type SignIn } from '../../config/service/sign-in.ts';
import { type TokenScope, tokenScopes } from '../../config/service/token-scopes.ts';
import { displayText } from '../../model/text.ts';
import { joinedWords } from '../../model/words.ts';

/** A person who signed in without a token. */
export interface Identity {
  /** The identity provider that vouches for them, or `proxy`. */
  readonly from: string;
  /** Their name as the provider gives it. */
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * The scopes that an identity has, by tenant, in the order of the settings. Tenants without a grant
 * are left out.
 */
export function grantedScopes(
  { grants }: Pick<SignIn, 'grants'>,
  { from, name, groups }: Identity,
): ReadonlyMap<string, readonly TokenScope[]> {
  const granted = new Map<string, readonly TokenScope[]>();
  for (const grant of grants) {
    const isMeant =
      (grant.from === undefined || grant.from === from) &&
      (grant.group === undefined
        ? grant.person?.toLowerCase() === name.toLowerCase()
        : groups.includes(grant.group));
    if (!isMeant) continue;
    const all = new Set<TokenScope>([...(granted.get(grant.tenant) ?? []), ...roles[grant.role]]);
    granted.set(
      grant.tenant,
      tokenScopes.filter((scope) => all.has(scope)),
    );
  }
  return granted;
}

interface Holders {
  readonly sign_in: Pick<SignIn, 'grants'>;
  readonly tokens: readonly {
    readonly name: string;
    readonly tenant: string;
    readonly scopes: readonly TokenScope[];
  }[];
}

/**
 * Who has a scope in a tenant: `the groups sre and platform, lee@example.com, or the token ops`.
 */
export function grantHolders(
  { sign_in: { grants }, tokens }: Holders,
  tenant: string,
  scope: TokenScope,
): string {
  const fitting = grants.filter(
    (one) => one.tenant === tenant && (roles[one.role] as readonly TokenScope[]).includes(scope),
  );
  const named = (prefix: string, names: readonly (string | undefined)[]): readonly string[] =>
    [...new Set(names)].flatMap((name) =>
      name === undefined ? [] : [`${prefix}${displayText(name, 80)}`],
    );
  const all = [
    ...named(
      'the group ',
      fitting.map(({ group }) => group),
    ),
    ...named(
      '',
      fitting.map(({ person }) => person),
    ),
    ...named(
      'the token ',
      tokens
        .filter((one) => one.tenant === tenant && one.scopes.includes(scope))
        .map(({ name }) => name),
    ),
  ];
  const shown = all.slice(0, 6);
  if (shown.length === 0) return 'nobody';
  if (all.length > shown.length) return `${shown.join(', ')} and others`;
  return joinedWords(shown, 'or');
}
