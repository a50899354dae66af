import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvRows } from '../../../src/evidence/audit/csv/rows.ts';
import { body, end, record, start } from './azure/records.ts';
import { isBalanced } from './gather.ts';
import { read } from './read.ts';

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function csv(rows: readonly (readonly string[])[], ending = '\r\n'): string {
  return rows.map((row) => `${row.map(quoted).join(',')}${ending}`).join('');
}

const steps = [record('log-analytics', start), record('log-analytics', end)];
const columns = Object.keys(steps[0] ?? {});
const rows = steps.map((step) => columns.map((name) => `${step[name] ?? ''}`));

describe('CsvRows', () => {
  it('returns what was written, wherever the text is split', () => {
    const field = fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é'),
      maxLength: 6,
    });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 7 }), (wanted, size) => {
        const reader = new CsvRows(1000);
        const text = csv(wanted);
        const found = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          reader.write(text.slice(i * size, (i + 1) * size)),
        ).flat();
        const kept = wanted.filter((row) => row.some((each) => each !== ''));

        expect([...found, ...reader.end()]).toEqual(
          kept.map((fields) => ({ kind: 'row', fields })),
        );
      }),
    );
  });

  it('drops a row that is too large, and continues', () => {
    const reader = new CsvRows(10);

    expect(reader.write(`a,b\n${'x'.repeat(100)},y\nc,d\n`).map(({ kind }) => kind)).toEqual([
      'row',
      'too-large',
      'row',
    ]);
  });
});

describe('an export as CSV', () => {
  it.each(['\r\n', '\n'])('is read like any other log, with line endings %j', async (ending) => {
    const { events, problems, counts } = await read({
      'export.csv': csv([columns, ...rows], ending),
    });

    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ files: 1, read: 2, kept: 1, dropped: { folded: 1 } });
    expect(events[0]).toMatchObject({ cloud: 'azure', id: 'e2', request: { body } });
  });

  it('reports rows that do not fit, and reads the rest', async () => {
    const [first = [], second = []] = rows;
    const result = await read({ 'export.csv': csv([columns, first, ['x', 'y'], second]) });

    expect(result.problems).toMatchObject([{ code: 'record-broken', place: { record: 1 } }]);
    expect(result.counts).toMatchObject({ read: 3, kept: 1 });
    expect(isBalanced(result)).toBe(true);
  });

  it('of anything else is no log', async () => {
    const table = csv([
      ['id', 'name', 'size', 'owner'],
      ['1', 'a', 'b', 'c'],
    ]);

    expect((await read({ 'a.csv': table })).fatal).toMatchObject([{ code: 'not-json' }]);
    const folder = { 'logs/a.csv': table, 'logs/b.json': JSON.stringify(steps) };
    const { problems, counts } = await read(folder, { paths: ['logs'] });
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ files: 1, skippedFiles: { other: 1 } });
  });
});
