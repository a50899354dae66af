/*
 * Writes the table of what the catalog covers into docs/catalog.md, between its two marks.
 *
 *   npx tsx scripts/catalog-table.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { coverageTable, withTable } from './catalog-table/render.ts';

const page = new URL('../docs/catalog.md', import.meta.url);
writeFileSync(page, withTable(readFileSync(page, 'utf8'), coverageTable()));
