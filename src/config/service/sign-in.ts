import { z } from 'zod';
import { duration } from '../duration.ts';
import { name, secret, tenant, url } from './text.ts';
import type { TokenScope } from './token-scopes.ts';

/** What a person who is signed in may do in a tenant, in the scopes of tokens. */
export const roles = {
  viewer: ['read'],
  reviewer: ['read', 'write'],
  operator: ['read', 'write', 'admin'],
} as const satisfies Readonly<Record<string, readonly TokenScope[]>>;

export type Role = keyof typeof roles;

/** Provider of the identities that the proxy reports. */
export const proxyProvider = 'proxy';

const claim = z.string().min(1).max(100);
const header = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'Use the name of a header');

const Oidc = z.strictObject({
  /** Part of the address that the provider sends people back to. */
  name: name.refine((text) => text !== proxyProvider, `The name ${proxyProvider} is taken`),
  /** Text on the button; defaults to the name. */
  title: z.string().min(1).max(60).optional(),
  issuer: url,
  client_id: z.string().min(1).max(500),
  /** Left out for a public client, which relies on PKCE alone. */
  client_secret: secret.optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'Use a scope without blanks'))
    .max(20)
    .default(['openid', 'email', 'profile']),
  /** Claim with the name of a person, as used in logs and for approvers. */
  name_claim: claim.default('email'),
  /** Claim with the names of their groups. */
  groups_claim: claim.default('groups'),
  /** Allows it to lead to private networks. */
  private: z.boolean().default(false),
  /** Allows it to lead to this machine, and to be called without TLS. */
  loopback: z.boolean().default(false),
});

export type OidcSettings = z.output<typeof Oidc>;

const ProxyHeaders = z.strictObject({
  /** Header with the name of a person. */
  user: header.default('x-forwarded-email'),
  /** Header with the names of their groups, separated by commas. */
  groups: header.default('x-forwarded-groups'),
});

const Grant = z
  .strictObject({
    tenant,
    role: z.enum(Object.keys(roles) as [Role, ...Role[]]),
    group: z.string().min(1).max(200).optional(),
    person: z.string().min(1).max(200).optional(),
    /** Only for people who signed in through this provider, or through the `proxy`. */
    from: name.optional(),
  })
  .refine(({ group, person }) => (group === undefined) !== (person === undefined), {
    message: 'Name one of group and person',
  });

const Person = z.strictObject({
  /** Their name when they sign in. */
  name: z.string().min(1).max(200),
  /**
   * Their names in logs: user and role ARNs, mail addresses; `github:alice` for an account on a
   * forge.
   */
  principals: z.array(z.string().min(1).max(2048)).max(50).default([]),
});

/** How people sign in on the pages, other than with a token, and what they may do then. */
export const SignIn = z.strictObject({
  /** How long somebody stays signed in. */
  session: duration('5m', '7d').default('12h'),
  oidc: z.array(Oidc).max(10).default([]),
  proxy: ProxyHeaders.optional(),
  grants: z.array(Grant).max(1000).default([]),
  people: z.array(Person).max(1000).default([]),
});

export type SignIn = z.output<typeof SignIn>;
