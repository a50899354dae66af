import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageTable, withTable } from '../../../scripts/catalog-table/render.ts';

const page = readFileSync(new URL('../../../docs/catalog.md', import.meta.url), 'utf8');

describe('docs/catalog.md', () => {
  it('shows the current coverage; else run npx tsx scripts/catalog-table.ts', () => {
    expect(withTable(page, coverageTable())).toBe(page);
  });
});
