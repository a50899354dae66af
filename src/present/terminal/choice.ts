import type { Candidate, Trace } from '../../model/patch.ts';
import { pathKey } from '../../model/path.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import type { TerminalStyle } from './style.ts';

/** Characters of the name of a place that are shown; the report has all of it. */
const longest = 160;

/** The numbers by which `--pick` refers to the places of a patch, from 1. */
export type Numbers = ReadonlyMap<Candidate, number>;

/** Number of possible places that are shown at most. */
const maxPlaces = 6;

/**
 * Where a value comes from, the places that could be edited, and why one was chosen: for every
 * traced attribute, indented by `indent`. Places with a number can be picked by it.
 */
export function renderChoice(
  traces: readonly Trace[],
  candidates: readonly Candidate[],
  style: TerminalStyle,
  indent: string,
  numbers: Numbers = new Map(),
): readonly string[] {
  const shown = new Set<Candidate>();
  const lines = traces.flatMap((trace) => {
    const own = candidates.filter(
      (each) => each.drift === trace.drift && pathKey(each.path ?? []) === pathKey(trace.path),
    );
    for (const each of own) shown.add(each);
    const name = shortPath(trace.path);
    const title = traces.length > 1 && name !== '' ? [style.bold(name)] : [];
    return [...title, ...renderTrace(trace, style), ...renderPlaces(own, style, numbers)];
  });
  const rest = candidates.filter((each) => !shown.has(each));
  return [...lines, ...renderPlaces(rest, style, numbers)].map((line) => indent + line);
}

function renderTrace({ steps }: Trace, style: TerminalStyle): readonly string[] {
  if (steps.length === 0) return [];
  const rows = steps.map(({ kind, text, file, line, shadows = [] }) => {
    const what = kind === 'reference' ? text : named(kind, text);
    const beside = shadows.length === 0 ? '' : style.dim(`  overrides ${shadows.join(', ')}`);
    return { place: `${file}:${line}`, text: displayText(what, longest) + beside };
  });
  const width = Math.max(...rows.map(({ place }) => place.length));
  return [
    'Where the value comes from',
    ...rows.map(({ place, text }, index) => {
      const arrow = index === 0 ? '  ' : '<-';
      return `  ${style.dim(arrow)} ${displayText(place, longest).padEnd(width)}  ${text}`;
    }),
  ];
}

/** Kinds of places whose names do not show what they are. */
const prefixed: ReadonlySet<string> = new Set([
  'tfvars',
  'environment',
  'collection entry',
  'map entry',
  'list element',
  'new attribute',
  'instance override',
  'literal at the use',
  'not declared',
  'instance key',
  'block',
  'manifest',
  'patch file',
  'inline patch',
  'new patch',
  'values file',
  'chart values',
  'template',
]);

/** `tfvars: delay`, but just `local.delay`, which already shows its kind. */
function named(kind: string, text: string): string {
  return prefixed.has(kind) && !text.startsWith(kind) && !text.startsWith('ignore_changes')
    ? `${kind}: ${text}`
    : text;
}

function renderPlaces(
  candidates: readonly Candidate[],
  style: TerminalStyle,
  numbers: Numbers,
): readonly string[] {
  if (candidates.length === 0) return [];
  const inOrder = [
    ...candidates.filter(({ chosen }) => chosen),
    ...candidates.filter(({ chosen }) => !chosen),
  ];
  const shown = inOrder.slice(0, maxPlaces);
  const more = inOrder.length - shown.length;
  const named = shown.map((each) => ({ each, place: placeOf(each, numbers.get(each)) }));
  const width = Math.max(...named.map(({ place }) => place.length));
  return [
    'Where it could be changed',
    ...named.flatMap(({ each, place }) => renderPlace(each, place.padEnd(width), style)),
    ...(more === 0 ? [] : [style.dim(`     and ${formatCount(more, 'more place')} in the report`)]),
  ];
}

function renderPlace(candidate: Candidate, place: string, style: TerminalStyle): readonly string[] {
  const { chosen, kind, description, because } = candidate;
  const mark = chosen ? style.green('=>') : style.dim(' x');
  const what = displayText(named(kind, description), longest);
  const reason = displayText(because, 3 * longest);
  const second = `     ${' '.repeat(place.length)}  ${chosen ? reason : style.dim(reason)}`;
  return [`  ${mark} ${place}  ${what}`, second];
}

function placeOf({ file, line }: Candidate, number: number | undefined): string {
  const place = displayText(`${file}:${line}`, longest);
  return number === undefined ? place : `${number}  ${place}`;
}
