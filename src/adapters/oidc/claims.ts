import { z } from 'zod';
import type { OidcSettings } from '../../config/service/sign-in.ts';
import type { OidcPerson } from '../../ports/oidc.ts';

/** One line without invisible characters, because names end up in records and on pages. */
const Name = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);

/** A longer list cannot be one person's groups; the rest is ignored. */
const maxGroups = 500;

/**
 * The person that claims describe; undefined if they contain no usable name. A mail address that
 * the provider itself calls unverified may be anybody's.
 */
export function personIn(
  claims: Readonly<Record<string, unknown>>,
  { name_claim, groups_claim }: Pick<OidcSettings, 'name_claim' | 'groups_claim'>,
): OidcPerson | undefined {
  const name = Name.safeParse(claims[name_claim]);
  if (!name.success || name.data.trim() !== name.data) return undefined;
  if (name_claim === 'email' && isFalse(claims['email_verified'])) return undefined;
  const given = claims[groups_claim];
  const listed: readonly unknown[] = Array.isArray(given) ? given : [given];
  const groups = listed.slice(0, maxGroups).flatMap((one) => Name.safeParse(one).data ?? []);
  return { name: name.data, groups: [...new Set(groups)].sort() };
}

/** Some providers send the value as text. */
function isFalse(value: unknown): boolean {
  return value === false || value === 'false';
}
