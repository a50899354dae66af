/** The greatest depth of the brackets in a JSON text; reading stops at `limit` + 1. */
export function jsonDepth(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) quoted = !quoted;
    else if (quoted) at += unit === 0x5c ? 1 : 0;
    else if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return deepest;
}
