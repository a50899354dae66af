import { Document } from 'yaml';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { maxText } from './budget.ts';

/** A value in a template, with the setting that it comes from if it is used unchanged. */
export interface GivenArguments {
  readonly value: Json;
  /** Path of the setting in the values files, as long as the value is exactly that setting. */
  readonly path?: readonly string[];
  readonly as?: 'scalar' | 'yaml';
  readonly isDefault?: boolean;
  /** Why the value cannot be determined. */
  readonly unknown?: string;
}

type Function = (args: readonly GivenArguments[]) => GivenArguments | undefined;

const plain =
  (make: (...values: readonly Json[]) => Json | undefined): Function =>
  (args) => {
    const value = make(...args.map((one) => one.value));
    return value === undefined ? undefined : { value };
  };

/** Converts the last argument to another form that still represents the same setting. */
const kept =
  (
    make: (value: Json, ...others: readonly Json[]) => Json | undefined,
    as?: GivenArguments['as'],
  ): Function =>
  (args) => {
    const last = args.at(-1);
    if (last === undefined) return undefined;
    const value = make(last.value, ...args.slice(0, -1).map((one) => one.value));
    return value === undefined ? undefined : { ...last, value, as: as ?? last.as ?? 'scalar' };
  };

/** The supported functions of Sprig and Helm. */
export const functions: Readonly<Record<string, Function>> = {
  quote: kept((value) => JSON.stringify(helmText(value))),
  squote: kept((value) => `'${helmText(value)}'`),
  toString: kept(helmText),
  int: kept((value) => Math.trunc(Number(value) || 0)),
  int64: kept((value) => Math.trunc(Number(value) || 0)),
  float64: kept((value) => Number(value) || 0),
  toYaml: kept(toYaml, 'yaml'),
  toJson: kept((value) => JSON.stringify(value), 'yaml'),
  indent: kept((value, width) => indented(helmText(value), Number(width))),
  nindent: kept((value, width) => `\n${indented(helmText(value), Number(width))}`),
  required: kept((value) => (value === null ? undefined : value)),
  default: ([fallback, given]) => {
    if (fallback === undefined || given === undefined) return undefined;
    if (!isEmptyValue(given.value)) return given;
    return { ...given, value: fallback.value, isDefault: true };
  },
  trim: plain((value) => helmText(value ?? '').trim()),
  trunc: plain((width, value) => helmText(value ?? '').slice(0, Number(width))),
  trimSuffix: plain((end, value) => {
    const [text, suffix] = [helmText(value ?? ''), helmText(end ?? '')];
    return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  }),
  trimPrefix: plain((start, value) => {
    const [text, prefix] = [helmText(value ?? ''), helmText(start ?? '')];
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }),
  upper: plain((value) => helmText(value ?? '').toUpperCase()),
  lower: plain((value) => helmText(value ?? '').toLowerCase()),
  replace: plain((old, now, value) =>
    replaced(helmText(value ?? ''), helmText(old ?? ''), helmText(now ?? '')),
  ),
  contains: plain((part, value) => helmText(value ?? '').includes(helmText(part ?? ''))),
  printf: plain((form, ...values) => printed(helmText(form ?? ''), values)),
  print: plain((...values) => values.map(helmText).join('')),
  not: plain((value) => isEmptyValue(value ?? null)),
  empty: plain((value) => isEmptyValue(value ?? null)),
  eq: plain((value, ...others) => others.some((one) => helmText(one) === helmText(value ?? null))),
  ne: plain((a, b) => helmText(a ?? null) !== helmText(b ?? null)),
  and: (args) => args.find(({ value }) => isEmptyValue(value)) ?? args.at(-1),
  or: (args) => args.find(({ value }) => !isEmptyValue(value)) ?? args.at(-1),
  gt: plain((a, b) => Number(a) > Number(b)),
  lt: plain((a, b) => Number(a) < Number(b)),
  hasKey: plain((map, key) => isJsonObject(map) && Object.hasOwn(map, helmText(key ?? ''))),
};

/** True for values that Go templates treat as empty. */
export function isEmptyValue(value: Json): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** A value as a template prints it. */
export function helmText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? toYaml(value) : String(value);
}

function toYaml(value: Json): string {
  const sorted = new Document(value, { sortMapEntries: true, version: '1.1' });
  return sorted.toString({ directives: false, indentSeq: false, lineWidth: 0 }).replace(/\n$/, '');
}

/** Undefined if the result would be too large. */
function replaced(text: string, old: string, now: string): string | undefined {
  const times = old === '' ? text.length + 1 : text.split(old).length - 1;
  return text.length + times * now.length > maxText ? undefined : text.replaceAll(old, () => now);
}

function indented(text: string, width: number): string {
  const blanks = ' '.repeat(Math.max(0, Math.min(width, 60)));
  return text
    .split('\n')
    .map((line) => blanks + line)
    .join('\n');
}

function printed(form: string, values: readonly Json[]): string | undefined {
  let used = 0;
  let known = true;
  const text = form.replaceAll(/%(.)/g, (_all, verb: string) => {
    if (verb === '%') return '%';
    if (!['s', 'd', 'v', 'q'].includes(verb)) known = false;
    const value = helmText(values[used] ?? null);
    used += 1;
    return verb === 'q' ? JSON.stringify(value) : value;
  });
  return known && used === values.length ? text : undefined;
}
