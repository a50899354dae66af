import { isJsonArray, isJsonObject, type Json } from '../json.ts';
import { parsedJson } from '../parsed-json.ts';
import type { AttributePath } from '../path.ts';
import { credentialForms } from './forms.ts';
import { hasSecretKey } from './forty.ts';
import { mayBeSecret, namesCredential } from './name.ts';

const forms = credentialForms.map(({ kind, form }) => ({ kind, form: new RegExp(form) }));
const anyForm = new RegExp(credentialForms.map(({ form }) => `(?:${form})`).join('|'));

/**
 * Matches `DB_PASSWORD=...` in a script, `Password=...;` in a connection string, `"token": "..."`.
 */
const assignment =
  /(?<![\w:-])([\w-]{0,60}?(?:pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|key)(?:_?\d{1,3})?)["']?(\s{0,3}[=:]\s{0,3})(["']?)([^\s"',;&<>{}()[\]]{4,400})/gi;

/** Only this many characters of a longer text are scanned; no setting is as long. */
const longestScanned = 1_000_000;

const hiddenText = 'HIDDEN_DUE_TO_SECURITY_REASONS';
const assigned = 'a password or key';
const namedSo = 'a value that its name calls secret';
const tooDeep = 'more levels than can be looked through';
const unnamed = 'a credential';
const kinds = new Set([
  ...credentialForms.map(({ kind }) => kind),
  'an AWS secret key',
  assigned,
  namedSo,
  tooDeep,
  unnamed,
]);

/** The text that replaces a credential. Readers of logs treat it as a masked value. */
export function markerFor(kind: string): string {
  return `${hiddenText} (${kind})`;
}

/** The kind of credential that a marker stands for, or undefined for any other text. */
export function markedKind(text: string): string | undefined {
  if (!text.startsWith(`${hiddenText} (`) || text.length > 200) return undefined;
  const kind = text.slice(hiddenText.length + 2, -1);
  return kinds.has(kind) && text === markerFor(kind) ? kind : undefined;
}

/** True for the text that replaces a credential in a path. */
export function isSecretMark(text: string): boolean {
  return /^\[secret [0-9a-f]{4}\]$/.test(text);
}

/**
 * The kind of credential that a text contains, such as `a GitHub token`, or undefined if it has
 * none.
 */
export function credentialIn(text: string): string | undefined {
  const marked = markedKind(text);
  if (marked !== undefined) return marked;
  if (isSecretMark(text)) return unnamed;
  const head = text.length > longestScanned ? text.slice(0, longestScanned) : text;
  if (anyForm.test(head)) return forms.find(({ form }) => form.test(head))?.kind;
  if (hasSecretKey(head)) return 'an AWS secret key';
  // Most texts assign nothing, and matching the form is slow.
  if (!/[=:]/.test(head)) return undefined;
  for (const [, name = '', sign = '', quote, value = ''] of head.matchAll(assignment)) {
    if (namesCredential(name) && isAssigned(value, sign.trim() === ':' && quote === '')) {
      return assigned;
    }
  }
  return undefined;
}

/** In prose many words are followed by a colon. */
function isAssigned(value: string, isLoose: boolean): boolean {
  if (!mayBeSecret(value)) return false;
  return !isLoose || (value.length >= 6 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

/**
 * The kind of credential in a value, or undefined. `path` leads to the value: if its last step is a
 * key that someone chose, the key may identify a secret. Texts with JSON are parsed, texts in
 * base64 decoded.
 */
export function credentialAt(path: AttributePath, value: Json): string | undefined {
  return inPath(path) ?? search(value, nameOf(path), 0, createSeen());
}

/**
 * The key of a map, or the name of an element. Attributes are left out, since their schema marks
 * secrets.
 */
function nameOf(path: AttributePath): string {
  const last = path.at(-1);
  const before = path.at(-2);
  if (typeof before === 'object' && isJsonObject(before.element)) {
    const { name } = before.element;
    return last === 'value' && typeof name === 'string' ? name : '';
  }
  return typeof last === 'string' && path.length > 1 ? last : '';
}

function inPath(path: AttributePath): string | undefined {
  for (const step of path) {
    const found =
      typeof step === 'object'
        ? search(step.element, '', 0, createSeen())
        : typeof step === 'string'
          ? credentialIn(step)
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const deepest = 40;

/**
 * What was already examined in a value, since a document repeats its names and addresses many
 * times.
 */
interface Seen {
  /** Texts that are not credentials. */
  readonly plain: Set<string>;
  /** Names -> whether they name a secret. */
  readonly names: Map<string, boolean>;
}

function createSeen(): Seen {
  return { plain: new Set(), names: new Map() };
}

function namesSecret(name: string, { names }: Seen): boolean {
  const known = names.get(name);
  if (known !== undefined) return known;
  const isSecret = namesCredential(name);
  names.set(name, isSecret);
  return isSecret;
}

function search(value: Json, name: string, depth: number, seen: Seen): string | undefined {
  if (typeof value === 'string') return inText(value, name, depth, seen);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > deepest) return tooDeep;
  if (isJsonArray(value)) return first(value, (item) => search(item, name, depth + 1, seen));
  if (!isJsonObject(value)) return undefined;
  // Such a variable contains the location of its value.
  if (/^(?:PARAMETER_STORE|SECRETS_MANAGER)$/.test(String(value['type']))) return undefined;
  const own = value['name'] ?? value['Name'] ?? value['key'] ?? value['Key'];
  return first(Object.keys(value), (key) => {
    const isValue = key === 'value' || key === 'Value';
    const called = isValue && typeof own === 'string' ? own : key;
    return unlessPlain(key, seen) ?? search(value[key] ?? null, called, depth + 1, seen);
  });
}

function unlessPlain(text: string, { plain }: Seen): string | undefined {
  if (plain.has(text)) return undefined;
  const found = credentialIn(text);
  if (found === undefined) plain.add(text);
  return found;
}

function inText(text: string, name: string, depth: number, seen: Seen): string | undefined {
  const found = unlessPlain(text, seen);
  if (found !== undefined) return found;
  if (name !== '' && namesSecret(name, seen) && mayBeSecret(text)) return namedSo;
  if (/^\s{0,100}[{[]/.test(text)) {
    return search(parsedJson(text) ?? null, '', depth + 1, seen);
  }
  const decoded = decodedText(text);
  return decoded === undefined ? undefined : inText(decoded, '', depth + 1, seen);
}

/** The text that is encoded in base64. Undefined if it is not base64, or not printable text. */
function decodedText(text: string): string | undefined {
  if (text.length < 24 || text.length > longestScanned) return undefined;
  if (!/^[A-Za-z0-9+/\s]{24,}={0,2}\s{0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const isText = !/[\uFFFD\p{Cc}]/u.test(decoded.replaceAll(/[\t\r\n]/g, ''));
  return isText ? decoded : undefined;
}

function first<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
