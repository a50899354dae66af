import { appendFileSync } from 'node:fs';

/** One line of the table at the end of a run. */
export interface CaseResult {
  readonly project: string;
  readonly group: string;
  readonly name: string;
  readonly expected: string;
  readonly passed: boolean;
  /** The first thing that was wrong. */
  readonly wrong?: string;
  readonly files: readonly string[];
  /** Lines added and removed by the run that the case was part of. */
  readonly added: number;
  readonly removed: number;
  readonly milliseconds: number;
}

export function writeResult(path: string, result: CaseResult): void {
  appendFileSync(path, `${JSON.stringify(result)}\n`);
}

export function parseResults(text: string): readonly CaseResult[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CaseResult);
}

export function resultsTable(results: readonly CaseResult[]): string {
  const rows = [...results]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((result) => [
      result.project,
      result.group,
      result.name,
      result.expected,
      result.passed ? 'pass' : 'FAIL',
      result.files.join(' ') || '-',
      `+${result.added} -${result.removed}`,
      `${(result.milliseconds / 1000).toFixed(1)} s`,
    ]);
  const head = ['project', 'group', 'case', 'expected', 'verdict', 'files', 'lines', 'time'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const print = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const passed = results.filter((result) => result.passed).length;
  const total = `${passed} of ${results.length} acceptance cases pass`;
  return `\n${[print(head), ...rows.map(print), '', total].join('\n')}\n`;
}

function keyOf(result: CaseResult): string {
  return `${result.project} ${result.group} ${result.name}`;
}
