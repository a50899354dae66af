/** The page to start with. */
const home = '/ui';
const base = 'http://here.invalid';

/**
 * The page to continue with after signing in: one of ours, or else the inbox. It comes from the
 * URL, so anybody may have written it.
 */
export function nextPage(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2000 || !URL.canParse(asked, base)) return home;
  const { origin, pathname, search } = new URL(asked, base);
  const isOwn = origin === base && (pathname === home || pathname.startsWith(`${home}/`));
  if (!isOwn || pathname.startsWith(`${home}/sign-`)) return home;
  return `${pathname}${search}`;
}
