import { isIP } from 'node:net';
import { fail, ok, type Problem, type Result } from '../../../model/result.ts';
import { type AddressKind, addressKind } from './address.ts';

/** Looks up all addresses of a name; fails with the reason. */
export type Resolve = (host: string) => Promise<Result<readonly string[], string>>;

/**
 * Where webhooks may go in addition to the public internet. Metadata services are never allowed.
 */
export interface TargetRules {
  /** This machine, also without TLS: for trying things out. */
  readonly loopback?: boolean;
  /** The networks of RFC 1918 and similar ones, with TLS. */
  readonly private?: boolean;
}

/** An address that was checked; only the IP addresses found then are connected to. */
export interface WebhookTarget {
  readonly url: URL;
  readonly addresses: readonly string[];
}

/**
 * The target of a webhook, resolved now. One address that is not allowed is enough to refuse it:
 * the owner of a name chooses which of its addresses comes first.
 */
export async function checkWebhookTarget(
  address: string,
  rules: TargetRules,
  resolve: Resolve,
): Promise<Result<WebhookTarget, Problem>> {
  const url = readUrl(address);
  if (!url.ok) return url;
  // A URL writes an IPv6 address in brackets.
  const host = url.value.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolve(host) : ok([host]);
  if (!found.ok || found.value.length === 0) {
    return fail({
      code: 'webhook-unresolved',
      message: 'The host name of the webhook cannot be resolved.',
      hint: 'Check the address of the webhook, and DNS.',
    });
  }
  const addresses = [...new Set(found.value)].sort();
  const kinds = addresses.map(addressKind);
  const forbidden = kinds.find((kind) => !isAllowed(kind, rules));
  if (forbidden !== undefined) return fail(leadsTo(forbidden));
  if (url.value.protocol === 'http:' && kinds.some((kind) => kind !== 'loopback')) {
    return fail(refused('The webhook is not encrypted.', 'Use an https address.'));
  }
  return ok({ url: url.value, addresses });
}

function readUrl(address: string): Result<URL, Problem> {
  if (!URL.canParse(address)) {
    return fail(refused('The webhook has no valid address.', 'Use an https address.'));
  }
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(refused('The webhook does not use https.', 'Use an https address.'));
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      refused('The address of the webhook has credentials in it.', 'Remove them from it.'),
    );
  }
  return ok(url);
}

function isAllowed(kind: AddressKind, rules: TargetRules): boolean {
  switch (kind) {
    case 'public':
      return true;
    case 'private':
      return rules.private === true;
    case 'loopback':
      return rules.loopback === true;
    case 'link-local':
    case 'metadata':
    case 'reserved':
      return false;
  }
}

const places: Readonly<Record<Exclude<AddressKind, 'public'>, string>> = {
  private: 'a private network',
  loopback: 'this machine',
  'link-local': 'a link-local address',
  metadata: 'a metadata service',
  reserved: 'a reserved address',
};

function leadsTo(kind: AddressKind): Problem {
  const place = kind === 'public' ? 'a public address' : places[kind];
  const hint =
    kind === 'private' || kind === 'loopback'
      ? 'Allow it in the settings of the webhook if this is intended.'
      : 'Use the public address of the receiver.';
  return refused(`The webhook leads to ${place}.`, hint);
}

function refused(message: string, hint: string): Problem {
  return { code: 'webhook-refused', message, hint };
}
