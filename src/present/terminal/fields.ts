import type { Drift } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import { changeWord, sidesText } from './change-text.ts';
import { padCells, wrapText } from './wrap.ts';

/** Resources, and fields of one resource, that are named; the report has all of them. */
const maxResources = 6;
const maxFields = 8;

/** Lists each resource once, with what changed in it: `memory_size  256 -> 1024`. */
export function fieldLines(drifts: readonly Drift[], width: number): readonly string[] {
  const byAddress = [...groupBy(drifts, ({ address }) => address)];
  const rest = byAddress.length - maxResources;
  return [
    ...byAddress
      .slice(0, maxResources)
      .flatMap(([address, own]) => [
        ...wrapText(displayText(address, 200), width),
        ...changesOf(own, width - 2).map((line) => `  ${line}`),
      ]),
    ...(rest > 0 ? [`and ${formatCount(rest, 'more resource')}`] : []),
  ];
}

function changesOf(drifts: readonly Drift[], width: number): readonly string[] {
  const rows = drifts.slice(0, maxFields).map((drift) => ({
    field: shortPath(drift.path),
    change: changeOf(drift),
  }));
  const column = Math.min(Math.max(...rows.map(({ field }) => field.length)) + 2, width / 2);
  const rest = drifts.length - rows.length;
  return [
    ...rows.flatMap(({ field, change }) => lineOf(field, change, Math.floor(column), width)),
    ...(rest > 0 ? [`and ${formatCount(rest, 'more field')}`] : []),
  ];
}

function lineOf(field: string, change: string, column: number, width: number): readonly string[] {
  if (field === '') return wrapText(change, width);
  const line = `${padCells(field, column)}${field.length < column ? '' : '  '}${change}`;
  if (wrapText(line, width).length === 1) return [line];
  return [...wrapText(field, width), ...wrapText(change, width - 2).map((part) => `  ${part}`)];
}

function changeOf(drift: Drift): string {
  const { path, declared, live } = drift;
  return changeWord(drift) ?? sidesText([declared, live], path).join(' -> ');
}
