/** True for a status that leads to another place. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Undefined for no place at all, and for one that takes the encryption away. */
export function redirectTarget(location: string | undefined, from: URL): URL | undefined {
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return from.protocol === 'https:' && target.protocol !== 'https:' ? undefined : target;
}
