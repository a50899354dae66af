import { fail, ok, type Result } from '../../model/result.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Where an API begins. Plain http would show the token to everybody on the way. */
export function parseBase(text: string): Result<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (url === undefined || !isSafe || `${url.username}${url.password}${url.search}${url.hash}`) {
    return fail({
      code: 'forge-base',
      message: 'The address of the forge is not an https URL without user, query and fragment.',
      hint: 'Set it to where the API begins, as https://api.github.com.',
    });
  }
  return ok(url);
}

/**
 * Address of a resource. Each part is escaped, so that no name reaches another resource; URLs
 * resolve `.` and `..` even when escaped, so these are refused.
 */
export function addressOf(
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
