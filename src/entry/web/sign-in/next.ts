/** Where pages begin. */
const home = '/ui';
const base = 'http://here.invalid';

/**
 * The page to go on to after signing in: one of ours, or the inbox. It comes with the URL, so that
 * anybody may have written it.
 */
export function nextPage(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2000 || !URL.canParse(asked, base)) return home;
  const { origin, pathname, search } = new URL(asked, base);
  const isOwn = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  if (!isOwn || pathname.startsWith(`${home}/sign-`)) return home;
  return `${pathname}${search}`;
}
