/** The part of a description that only Parley reads. */
export interface Marker {
  readonly intent: string;
  readonly digest: string;
  /** Parley closed the proposal itself. A person who closes it leaves the marker unchanged. */
  readonly isWithdrawn: boolean;
}

const form =
  /^<!-- parley: intent=([\w.:-]{1,128}) drift=([\w.:-]{1,128})( withdrawn)? -->$[\s\S]*?^<!-- \/parley -->$/m;

/** True for an id that a marker can hold. */
export function isMarkable(id: string): boolean {
  return /^[\w.:-]{1,128}$/.test(id) && !id.includes('--');
}

/** The marker of a description, or undefined if it is not one of Parley's. */
export function readMarker(description: string): Marker | undefined {
  const [, intent, digest, withdrawn] = form.exec(lines(description)) ?? [];
  if (intent === undefined || digest === undefined) return undefined;
  return { intent, digest, isWithdrawn: withdrawn !== undefined };
}

/** The description with the marked part replaced; what people wrote around it stays. */
export function writeMarked(description: string, marker: Marker, body: string): string {
  const { intent, digest, isWithdrawn } = marker;
  const head = `<!-- parley: intent=${intent} drift=${digest}${isWithdrawn ? ' withdrawn' : ''} -->`;
  const block = `${head}\n${quiet(body)}\n<!-- /parley -->`;
  const old = lines(description);
  const found = form.exec(old);
  if (found === null) return block;
  return `${old.slice(0, found.index)}${block}${old.slice(found.index + found[0].length)}`;
}

/** The description with only the marker changed. */
export function markWithdrawn(description: string): string {
  return lines(description).replace(
    /^(<!-- parley: intent=[\w.:-]{1,128} drift=[\w.:-]{1,128}) -->$/m,
    '$1 withdrawn -->',
  );
}

/** True if forges would show and store the two alike: line ends and margins do not count. */
export function isSameText(a: string, b: string): boolean {
  return lines(a).trim() === lines(b).trim();
}

/** Text of a comment with the key that identifies it. */
export function keyedComment(key: string, text: string): string {
  return `${quiet(text)}\n\n<!-- parley: comment=${key} -->`;
}

/** Longest text that every forge accepts, in characters, with room for the marker. */
const longest = 60_000;

/** Escapes hidden comments, so that nothing quoted in the text can pass for a marker. */
function quiet(text: string): string {
  const plain = lines(text).replaceAll('<!--', '&lt;!--').trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest)}\n\n(shortened)`;
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
