import { isJsonArray, type Json } from '../../../model/json.ts';

/** Values of a field before and after; undefined if they must not be shown, null if absent. */
export interface VocabularySides {
  readonly before?: Json;
  readonly after?: Json;
}

/** Whether a change is what a verb claims. */
type Claim = (sides: VocabularySides) => boolean;

const anything: Claim = () => true;
const up: Claim = ({ before, after }) =>
  typeof before === 'number' && typeof after === 'number' && after > before;
const down: Claim = ({ before, after }) => up({ before: after ?? null, after: before ?? null });
const on: Claim = ({ before, after }) => isOn(after) && !isOn(before);
const off: Claim = ({ before, after }) => isOn(before) && !isOn(after);
const more: Claim = ({ before, after }) => hasMore(after, before);
const less: Claim = ({ before, after }) => hasMore(before, after);

/** The verbs that a model's sentence may use. None of them expresses an opinion of a change. */
export const verbs: ReadonlyMap<string, Claim> = new Map([
  ...all(anything, 'changed set updated modified adjusted edited configured described replaced'),
  ...all(up, 'raised increased extended'),
  ...all(down, 'lowered reduced decreased shortened'),
  ...all(on, 'enabled'),
  ...all(off, 'disabled'),
  ...all(more, 'added created opened allowed granted attached'),
  ...all(less, 'removed deleted closed revoked detached'),
]);

/**
 * Words between names and values. "By" and "not" are missing, since they would claim actors and
 * denials.
 */
export const fillers: ReadonlySet<string> = new Set(
  'a an the its and of on in at to from for as with port ports rule rules tag tags value values setting settings resource attribute'.split(
    ' ',
  ),
);

/**
 * Parts of words that claim approval, praise, urgency or a group of people, or that give
 * instructions. Checked even for words from the evidence, since outsiders may choose its names and
 * values.
 */
export const claiming =
  /approv|agreed|review|reject|accept|merg|safe|trust|urgen|immediat|asap|critical|secure[ds]?\b|team|squad|please|must|ignore|verif|valid|authori[sz]ed|sanction|recommend|perfect|excellent|great|correct|legit|harmless|complian|lgtm|sign.?off/i;

function all(claim: Claim, words: string): readonly (readonly [string, Claim])[] {
  return words.split(' ').map((word) => [word, claim] as const);
}

function isOn(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|on|enabled)$/i.test(value));
}

/** True if `a` has something that `b` lacks: it exists at all, or has another member. */
function hasMore(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || a === null || b === undefined) return false;
  if (b === null) return true;
  if (!isJsonArray(a) || !isJsonArray(b)) return false;
  const had = new Set(b.map((member) => JSON.stringify(member)));
  return a.some((member) => !had.has(JSON.stringify(member)));
}
