import { coverages } from '../../src/model/coverage.ts';
import { cloudCatalogs } from '../../src/providers/catalog/clouds.ts';
import { type CoverageCounts, cloudCoverage } from '../../src/providers/catalog/coverage.ts';
import { loadDerivedRules } from '../../src/providers/derived/load.ts';
import { loadSchema } from '../../src/providers/schema/load.ts';

const begin = '<!-- coverage: npx tsx scripts/catalog-table.ts -->';
const end = '<!-- end of coverage -->';

/** The page with the table between its marks. */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('the page has no marks');
  return `${before}${begin}\n${table}${end}${after}`;
}

/** The coverage of every cloud and service, as Markdown. */
export function coverageTable(): string {
  const schema = loadSchema();
  const clouds = cloudCatalogs(loadDerivedRules()).map((catalog) => cloudCoverage(catalog, schema));
  const head = `| | ${coverages.map((coverage) => `${coverage} operations`).join(' | ')} | ${coverages.map((coverage) => `${coverage} types`).join(' | ')} |`;
  const rule = `|---|${'--:|'.repeat(2 * coverages.length)}`;
  const rows = clouds.flatMap(({ cloud, operations, types, providerTypes, services }) => [
    row(`**${cloud}** (${providerTypes} types)`, operations, types),
    ...services.map((one) => row(`\`${one.service}\``, one.operations, one.types)),
  ]);
  return `${[head, rule, ...rows].join('\n')}\n`;
}

function row(name: string, operations: CoverageCounts, types: CoverageCounts): string {
  const cells = [operations, types].flatMap((counts) =>
    coverages.map((coverage) => counts[coverage] || ''),
  );
  return `| ${name} | ${cells.join(' | ')} |`;
}
