import type { Identity } from '../../../app/access/grants.ts';
import { proxyProvider, type SignIn } from '../../../config/service/sign-in.ts';
import { createPeerTrust } from '../../api/http/origin.ts';

/** The user that a reverse proxy names for a call. */
export type Proxied =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'known'; readonly identity: Identity }
  /** The header is ignored, for this reason. */
  | { readonly kind: 'ignored'; readonly why: 'untrusted-address' | 'unusable-name' };

const nobody: Proxied = { kind: 'nobody' };
/**
 * Commas are refused, because a comma means that the caller sent the header before the proxy added
 * its own.
 */
const name = /^[^\p{C}\p{Z},]{1,200}$/u;

/** Reads the headers of `sign_in.proxy`, but only if the direct peer has a trusted address. */
export function createProxied(
  { proxy }: Pick<SignIn, 'proxy'>,
  proxies: readonly string[],
): (remote: string | undefined, header: (name: string) => string | undefined) => Proxied {
  const isTrusted = createPeerTrust(proxies);
  return (remote, header) => {
    const user = proxy === undefined ? undefined : header(proxy.user);
    if (proxy === undefined || user === undefined || user === '') return nobody;
    if (!isTrusted(remote)) return { kind: 'ignored', why: 'untrusted-address' };
    if (!name.test(user)) return { kind: 'ignored', why: 'unusable-name' };
    const groups = (header(proxy.groups) ?? '')
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== '' && group.length <= 200);
    const identity = { from: proxyProvider, name: user, groups: [...new Set(groups)].sort() };
    return { kind: 'known', identity };
  };
}
