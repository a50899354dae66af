import { fail, ok, type Result } from '../../../model/result.ts';
import { parseServiceUrl } from '../../net/address.ts';

/** Parses the base URL of an API. */
export function parseBase(text: string): Result<URL> {
  const url = parseServiceUrl(text);
  if (url !== undefined) return ok(url);
  return fail({
    code: 'forge-base',
    message: 'The address of the forge is not an https URL without user, query and fragment.',
    hint: 'Set it to the base URL of the API, such as https://api.github.com.',
  });
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
