/** Words that could only come from the data: with a digit, or written as identifiers are. */
const specific = /[\w./:@-]*(?:\d|\w[_./:@]\w)[\w./:@-]*/g;

/**
 * The first name or number in `text` that `source` does not have, or undefined: a model that
 * invents a port or a resource is not to be believed in the rest.
 */
export function groundless(text: string, source: string): string | undefined {
  const known = source.toLowerCase();
  return [...text.matchAll(specific)]
    .map(([word]) => word.replace(/^[./:@-]+|[./:@-]+$/g, '').toLowerCase())
    .find((word) => word !== '' && !known.includes(word));
}
