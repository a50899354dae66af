/** Exactly forty characters of base64, which are an AWS secret access key if they look random. */
const forty = /(?<![\w/+.-])[A-Za-z0-9/+]{40}(?![\w/+=.-])/g;

/** True for a text with an AWS secret access key, which is recognized by its length only. */
export function hasSecretKey(text: string): boolean {
  if (text.length < 40) return false;
  for (const [run] of text.matchAll(forty)) if (isMixed(run)) return true;
  return false;
}

/** The text with each AWS secret access key replaced by `instead`. */
export function withoutSecretKeys(text: string, instead: string): string {
  return text.replace(forty, (run) => (isMixed(run) ? instead : run));
}

/**
 * True if letters of both cases and digits alternate as in random text, unlike in paths and names.
 */
function isMixed(run: string): boolean {
  const count = (form: RegExp): number => run.match(form)?.length ?? 0;
  if (count(/\d/g) < 2 || count(/[A-Z]/g) < 6 || count(/[a-z]/g) < 6) return false;
  return count(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) >= 15;
}
