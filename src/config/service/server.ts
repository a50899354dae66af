import { z } from 'zod';
import { duration } from '../duration.ts';
import { SignIn } from './sign-in.ts';
import { name, secret, tenant, url } from './text.ts';
import { TicketSource } from './tickets.ts';
import { tokenScopes } from './token-scopes.ts';

const Token = z.strictObject({
  /** Appears in logs in place of the token. */
  name,
  tenant,
  scopes: z.array(z.enum(tokenScopes)).nonempty(),
  token: secret,
});

export type TokenSettings = z.output<typeof Token>;

/** `server` in `parley.yaml`. */
export const Server = z.strictObject({
  /** Address at which people and webhooks reach the service. */
  public_url: url.optional(),
  tokens: z.array(Token).max(1000).default([]),
  /** How people sign in on the pages, other than with a token. */
  sign_in: SignIn.default(SignIn.parse({})),
  /** Addresses and networks of proxies that are trusted when they report who called. */
  trusted_proxies: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .max(100)
    .default([]),
  /** Calls a minute of one token, of one address, or to one endpoint for signed calls. */
  rate: z.int().min(1).max(100_000).default(600),
  /** Signs calls of incident tools, and of EventBridge and others that can only send a header. */
  webhook_secret: secret.optional(),
  /** Systems that report approved changes. Their names are shared by all tenants. */
  tickets: z
    .array(TicketSource)
    .max(100)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'Two sources of tickets have the same name',
    )
    .default([]),
});

/** How long data is kept, by its time. */
export const Retention = z.strictObject({
  /** Runs with their drifts and decisions; the latest of each stack always stays. */
  runs: duration('1d', '3650d').default('180d'),
  /** Records that no run has used. */
  unused_records: duration('1d', '3650d').default('30d'),
  /**
   * What nothing depends on any more: intents that ended, answers to them, old entries of the
   * ledger.
   */
  history: duration('30d', '3650d').default('730d'),
  /** Receipts and their inputs; the leaves of their log stay. */
  receipts: duration('30d', '3650d').default('730d'),
  /** Deliveries of webhooks, kept to detect replays. */
  deliveries: duration('1d', '365d').default('30d'),
});

/** Where the service stores its data; environment variables take precedence. */
export const ServerPlaces = z.strictObject({
  /** `postgres://...`; defaults to the folder `.parley`. Variable: PARLEY_STORE. */
  store: z.string().max(2048).optional(),
  /** `redis://...` or `postgres://...`; defaults to the store. Variable: PARLEY_QUEUE. */
  queue: z.string().max(2048).optional(),
  /** Folder for clones of repositories; defaults to `.parley/repositories`. */
  repositories: z.string().min(1).max(1000).optional(),
});
