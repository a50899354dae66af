import { day, hour, minute, second } from '../../model/instant.ts';
/** Maps moments to cells of a line, with the labels below it. */
export interface TimeAxis {
  /** Cell of a moment in milliseconds, from 0. */
  readonly cellOf: (moment: number) => number;
  readonly labels: string;
}

/** Distances between labels in units that people use. */
const steps: readonly number[] = [
  ...[1, 5, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 3, 5, 7, 14, 30, 90, 365].map((n) => n * day),
];

/** Minimal number of cells from the start of one label to the start of the next. */
const room = 10;

/** An axis from one moment to another, both in milliseconds, `cells` wide. UTC. */
export function timeAxis(from: number, to: number, cells: number): TimeAxis {
  const span = Math.max(to - from, second);
  const cellOf = (moment: number): number =>
    Math.round(((moment - from) / span) * Math.max(0, cells - 1));
  const step = steps.find((one) => (one / span) * cells >= room) ?? span;
  const line = Array.from({ length: cells }, () => ' ');
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const label = labelOf(at, step);
    const cell = cellOf(at);
    if (cell + label.length > cells) break;
    for (const [n, letter] of [...label].entries()) line[cell + n] = letter;
  }
  return { cellOf, labels: line.join('').trimEnd() };
}

function labelOf(moment: number, step: number): string {
  const text = new Date(moment).toISOString();
  if (step >= day) return text.slice(5, 10);
  return step >= minute ? text.slice(11, 16) : text.slice(11, 19);
}
