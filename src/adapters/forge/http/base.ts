import { isIP } from 'node:net';
import { fail, ok, type Result } from '../../../model/result.ts';
import { isCallable } from '../../net/address.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses the base URL of an API. Plain http would expose the token on the way. With https, a name
 * that resolves to a metadata service does no harm, because that has no certificate for it.
 */
export function parseBase(text: string): Result<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isRefused = isIP(host) !== 0 && !isCallable(host, { allowsLoopback: true });
  if (
    url === undefined ||
    !isSafe ||
    isRefused ||
    `${url.username}${url.password}${url.search}${url.hash}`
  ) {
    return fail({
      code: 'forge-base',
      message: 'The address of the forge is not an https URL without user, query and fragment.',
      hint: 'Set it to the base URL of the API, such as https://api.github.com.',
    });
  }
  return ok(url);
}

/**
 * The URL of a resource. Each part is escaped, so that no name reaches another resource; URLs
 * resolve `.` and `..` even when escaped, so these are refused.
 */
export function baseAddress(
  base: URL,
  path: readonly (string | number)[],
  query: Readonly<Record<string, string | number>> = {},
): URL {
  const parts = path.map(String);
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('A part of a path is empty or made of dots.');
  }
  const url = new URL(base);
  const root = base.pathname.replace(/\/+$/, '');
  url.pathname = `${root}/${parts.map(encodeURIComponent).join('/')}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}
