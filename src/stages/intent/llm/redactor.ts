import { mentionsSecret } from '../../../model/credential/name.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../model/json.ts';
import { isMasked } from '../../../model/masked.ts';
import { scrubbed, scrubText } from '../../../model/scrub.ts';
import { displayText } from '../../../model/text.ts';

/** Removes from a question what a model must not or need not see. */
export interface Redactor {
  text(text: string): string;
  value(value: Json): Json;
  /** Puts the identities back into a text written by the model. */
  restore(text: string): string;
}

const longestText = 300;
const maxMembers = 40;
const deepest = 8;

/** Identities of the customer. Each is replaced by a name of its kind, the same name every time. */
const identities: readonly { readonly kind: string; readonly form: RegExp }[] = [
  { kind: 'person', form: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  { kind: 'account', form: /(?<![\w.-])\d{12}(?![\w.-])/g },
  { kind: 'address', form: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g },
];

/** Long runs of mixed characters are usually keys, and rarely anything a reader needs. */
const random =
  /(?<![\w/+=-])(?=[\w/+-]*[a-z])(?=[\w/+-]*[A-Z])(?=[\w/+-]*\d)[\w/+-]{28,}={0,2}(?![\w/+=-])/g;

/**
 * Secrets are removed permanently. Account numbers, mail addresses and IP addresses become
 * `account-1` and similar names, numbered in order of appearance.
 */
export function createRedactor(): Redactor {
  const names = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameFor = (kind: string, original: string): string => {
    const known = names.get(original);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `${kind}-${count}`;
    names.set(original, name);
    originals.set(name, original);
    return name;
  };
  const text = (raw: string): string => {
    const open = scrubText(raw).replace(random, scrubbed);
    const named = identities.reduce(
      (left, { kind, form }) => left.replace(form, (original) => nameFor(kind, original)),
      open,
    );
    return displayText(named, longestText);
  };
  return {
    text,
    value: (value) => redactValue(value, text, 0),
    restore: (answer) =>
      answer.replace(/\b(?:person|account|address)-\d+\b/g, (name) => originals.get(name) ?? name),
  };
}

function redactValue(value: Json, text: (raw: string) => string, depth: number): Json {
  if (typeof value === 'string') return isMasked(value) ? scrubbed : text(value);
  if (depth > deepest) return '…';
  if (isJsonArray(value)) {
    return value.slice(0, maxMembers).map((each) => redactValue(each, text, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      text(name),
      mentionsSecret(name) ? scrubbed : redactValue(inner, text, depth + 1),
    ]),
  );
}
