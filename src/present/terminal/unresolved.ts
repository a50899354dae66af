import type { Report, Unresolved } from '../../model/report.ts';
import { formatPlace } from '../../model/result.ts';
import type { TerminalStyle } from './style.ts';

/** A finding about more than `fewest` resources names only some of them. */
const maxNamed = 5;
const fewest = 3;

/** What needs a person. The same finding about many resources is listed once. */
export function renderUnresolved(unresolved: Report['unresolved'], style: TerminalStyle): string {
  if (unresolved.length === 0) return '';
  const byContent = new Map<string, Unresolved[]>();
  for (const one of unresolved) {
    const key = [one.code, one.reason, one.suggestion, one.intent].join('\0');
    byContent.set(key, [...(byContent.get(key) ?? []), one]);
  }
  const shown = [...byContent.values()].flatMap((same) => {
    const addresses = [...new Set(same.flatMap(({ address }) => address ?? []))];
    const isMany = addresses.length > fewest && same.every(({ address }) => address !== undefined);
    return isMany ? [manyText(same, addresses, style)] : countedTexts(same, style);
  });
  return [style.bold(`Needs a person (${unresolved.length})`), ...shown].join('\n');
}

function manyText(
  same: readonly Unresolved[],
  addresses: readonly string[],
  style: TerminalStyle,
): string {
  const named = addresses.slice(0, maxNamed).join(', ');
  const rest = addresses.length - maxNamed;
  const list = `    ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
  const [first] = same;
  return [textOf(first, `${addresses.length} resources`, style, list)].join('\n');
}

function countedTexts(same: readonly Unresolved[], style: TerminalStyle): readonly string[] {
  const times = new Map<string, number>();
  for (const each of same) {
    const where = each.address ?? (each.place === undefined ? undefined : formatPlace(each.place));
    const text = textOf(each, where, style);
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  return [...times].map(([text, n]) => (n === 1 ? text : `${text} (${n} times)`));
}

function textOf(
  one: Unresolved | undefined,
  where: string | undefined,
  style: TerminalStyle,
  list?: string,
): string {
  if (one === undefined) return '';
  const intent = one.intent === undefined ? '' : `  ${style.dim(one.intent)}`;
  return [
    `  ${where === undefined ? '' : `${where}: `}${one.reason}${intent}`,
    ...(list === undefined ? [] : [list]),
    ...(one.suggestion === undefined ? [] : [`    ${style.dim(one.suggestion)}`]),
  ].join('\n');
}
