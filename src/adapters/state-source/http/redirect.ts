/** True for a status that redirects. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Undefined if there is no valid address, or one that gives up the encryption. */
export function redirectTarget(location: string | undefined, from: URL): URL | undefined {
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return from.protocol === 'https:' && target.protocol !== 'https:' ? undefined : target;
}
