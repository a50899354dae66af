import type { Measured } from './measure.ts';
import type { Memory } from './memory.ts';

const columns = ['workers', 'events/s', 'p50 s', 'p95 s', 'scans', 'scans/s', 'proposals'];

export const tableHead = `${'set-up'.padEnd(22)}${columns.map((one) => one.padStart(11)).join('')}\n`;

export function printMeasured(name: string, workers: number, measured: Measured): void {
  const { eventsPerSecond, latencies, scans, scansPerSecond, proposals } = measured;
  const cells = [
    workers === 0 ? 'in serve' : workers,
    Math.round(eventsPerSecond),
    quantile(latencies, 0.5).toFixed(1),
    quantile(latencies, 0.95).toFixed(1),
    scans,
    scansPerSecond.toFixed(2),
    proposals,
  ];
  process.stdout.write(
    `${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`,
  );
}

export function printMemory(memory: ReadonlyMap<string, Memory>): void {
  for (const [name, { peak, slope, seconds }] of memory) {
    const grows = `${slope >= 0 ? '+' : ''}${slope.toFixed(1)} MB for 100,000 events`;
    process.stdout.write(
      `${' '.repeat(22)}${name}: peak ${Math.round(peak)} MB, ${grows}${seconds === 0 ? '' : `; ${seconds.toFixed(1)} s of processor time`}\n`,
    );
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
