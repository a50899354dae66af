import { resolve } from 'node:path';
import { createNodeFiles } from '../../evidence/audit/files/node.ts';
import { readAuditLogs } from '../../evidence/audit/read.ts';
import { coverages } from '../../model/coverage.ts';
import { ok, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import type { Io } from '../../ports/io.ts';
import type { TerminalStyle } from '../../present/terminal/style.ts';
import { cloudCatalogs } from '../../providers/catalog/clouds.ts';
import {
  type CloudCoverage,
  type CoverageCounts,
  cloudCoverage,
} from '../../providers/catalog/coverage.ts';
import { createCatalog } from '../../providers/catalog/registry.ts';
import type { Estate } from '../../providers/catalog/types.ts';
import { awsDerivedRules } from '../../providers/derived/beyond.ts';
import { lazyDerivedRules } from '../../providers/derived/load.ts';
import { loadSchema } from '../../providers/schema/load.ts';
import { ingest } from '../../reconcile/ingest/ingest.ts';

/** An operation of a log that the catalog does not know. */
export interface UncataloguedOperation {
  readonly service: string;
  readonly operation: string;
  /** Number of successful calls. */
  readonly calls: number;
}

export interface CatalogCoverage {
  readonly clouds: readonly CloudCoverage[];
  /** Present where logs were given; the most frequent operation first. */
  readonly unknown?: readonly UncataloguedOperation[];
}

const nothing: Estate = { find: () => undefined, where: () => [], ofType: () => [] };

/** Reports what the catalog covers, and which operations of the given logs it does not. */
export async function reportCatalog(
  io: Io,
  events: readonly string[] | undefined,
): Promise<Result<CatalogCoverage>> {
  const derivedRules = lazyDerivedRules();
  const catalogs = cloudCatalogs(derivedRules);
  const schema = loadSchema();
  const clouds = catalogs.map((one) => cloudCoverage(one, schema));
  if (events === undefined) return ok({ clouds });
  const entries = catalogs.flatMap((one) => one.entries);
  const catalog = createCatalog(entries, awsDerivedRules(derivedRules));
  const paths = events.map((path) => resolve(io.cwd, path));
  const ingested = await ingest(readAuditLogs(paths, { files: createNodeFiles() }), {
    signatures: [],
    translate: (event) => catalog.translate(event, nothing),
    touched: () => undefined,
  });
  if (!ingested.ok) return ingested;
  const calls = new Map<string, UncataloguedOperation>();
  for (const { cloud, service, operation, translation } of ingested.value.events.values()) {
    // Requests to a cluster act on its objects of every kind, so they need no catalog entry.
    if (cloud === 'kubernetes' || translation.kind !== 'unknown-operation') continue;
    const key = `${service}:${operation}`;
    const before = calls.get(key)?.calls ?? 0;
    calls.set(key, { service, operation, calls: before + 1 });
  }
  const unknown = [...calls]
    .sort(([a, x], [b, y]) => y.calls - x.calls || compareText(a, b))
    .map(([, one]) => one);
  return ok({ clouds, unknown });
}

/**
 * The report as text: totals for each cloud, one line for each service, and the unknown operations.
 */
export function renderCatalog({ clouds, unknown }: CatalogCoverage, style: TerminalStyle): string {
  const parts = clouds.map((cloud) => renderCloud(cloud, style));
  parts.push(`${style.bold('kubernetes')}: requests for objects of every kind are known`);
  if (unknown !== undefined) parts.push(renderUnknown(unknown, style));
  return `${parts.join('\n\n')}\n`;
}

function renderCloud(
  { cloud, operations, types, providerTypes, services }: CloudCoverage,
  style: TerminalStyle,
): string {
  const width = Math.max(7, ...services.map(({ service }) => service.length));
  const known = coverages.reduce((sum, coverage) => sum + types[coverage], 0);
  const head = `${style.bold(cloud)}: ${sentence(operations)} operations; ${sentence(types)} resource types, ${known} of ${providerTypes}`;
  const titles = `${'service'.padEnd(width)}  ${columns('operations')}  ${columns('types')}`;
  const names = `${''.padEnd(width)}  ${coverages.map(cell).join(' ')}  ${coverages.map(cell).join(' ')}`;
  const rows = services.map(
    (one) =>
      `${displayText(one.service, 80).padEnd(width)}  ${cells(one.operations)}  ${cells(one.types)}`,
  );
  return [head, style.dim(titles.trimEnd()), style.dim(names), ...rows].join('\n');
}

function renderUnknown(unknown: readonly UncataloguedOperation[], style: TerminalStyle): string {
  if (unknown.length === 0) return 'Every operation in these logs is known.';
  const rows = unknown.map(
    ({ service, operation, calls }) =>
      `${String(calls).padStart(7)}  ${displayText(operation, 120)} (${displayText(service, 80)})`,
  );
  const head = `${formatCount(unknown.length, 'operation')} in these logs that the catalog does not know, with the number of calls:`;
  return [style.bold(head), ...rows].join('\n');
}

function sentence(counts: CoverageCounts): string {
  return coverages.map((coverage) => `${counts[coverage]} ${coverage}`).join(', ');
}

function columns(title: string): string {
  return title.padEnd(coverages.length * 8 - 1);
}

function cell(text: string): string {
  return text.padStart(7);
}

function cells(counts: CoverageCounts): string {
  return coverages.map((coverage) => cell(String(counts[coverage]))).join(' ');
}
