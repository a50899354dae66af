import { join, resolve } from 'node:path';
import { hasStore, storeLocation } from '../../adapters/store/location.ts';
import type { Report } from '../../model/report.ts';
import type { ResourceVersion } from '../../model/resource.ts';
import { compareText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import type { Store } from '../../ports/store/run-store.ts';
import { fillKindTemplate } from '../../stages/resource/code.ts';
import type { ResourceKind } from '../../stages/resource/kind.ts';
import { readBlame } from '../history/blame.ts';
import { openProjectStore } from '../history/open-store.ts';
import { type DriftOutlook, driftOutlook, type OpenProposal } from './drift-outlook.ts';
import { addressOfBlock, rootBlockOf, rootBlocksIn } from './top-block.ts';

type SeenDrift = NonNullable<Report['openDrifts']>[number] & {
  readonly standing: DriftOutlook;
};

/** What the runs of a root module recorded about a declared resource. */
export interface SeenResource {
  /** When the last run began, ISO 8601 UTC. */
  readonly at: string;
  /** Live values that differ from the code. */
  readonly drifts: readonly SeenDrift[];
  /** Owners of fields with the number of fields, most first. */
  readonly owners: readonly { readonly name: string; readonly fields: number }[];
}

/** Undefined where no run was recorded, or where the resource is not Terraform code. */
export async function seenResource(
  io: Io,
  code: string,
  kind: ResourceKind,
  version: ResourceVersion,
): Promise<SeenResource | undefined> {
  if (kind.template.language !== 'terraform') return undefined;
  const filled = fillKindTemplate(kind.template, version);
  if (!filled.ok) return undefined;
  const dir = join(code, kind.area);
  const location = storeLocation(resolve(io.cwd, dir), io.env['PARLEY_STORE']);
  if (!(await hasStore(location))) return undefined;
  const opened = await openProjectStore(io, dir);
  if (!opened.ok) return undefined;
  const store = opened.value;
  try {
    return await seenInStore(store, filled.value, io.now());
  } finally {
    await store.close();
  }
}

/** The same, read from the store of the root module that contains the code of the resource. */
export async function seenInStore(
  store: Pick<Store, 'latestRun' | 'ledger' | 'addresses' | 'answers' | 'transitions'>,
  code: string,
  now: string,
  proposals: readonly OpenProposal[] = [],
): Promise<SeenResource | undefined> {
  const run = await store.latestRun();
  if (run === undefined) return undefined;
  const tops = new Set(rootBlocksIn(code));
  const { startedAt: at, openDrifts = [] } = run.report;
  const drifts: SeenDrift[] = [];
  for (const drift of openDrifts) {
    if (!tops.has(rootBlockOf(drift.address) ?? '')) continue;
    drifts.push({
      ...drift,
      standing: await driftOutlook(store, drift, { startedAt: at, proposals }),
    });
  }
  const owners = new Map<string, number>();
  for (const top of tops) {
    const blamed = await readBlame(store, { address: addressOfBlock(top), path: undefined, now });
    for (const { fields } of blamed.ok ? blamed.value : []) {
      for (const { manager } of fields.flatMap((field) => field.owners)) {
        owners.set(manager.name, (owners.get(manager.name) ?? 0) + 1);
      }
    }
  }
  const held = [...owners].map(([name, fields]) => ({ name, fields }));
  held.sort((a, b) => b.fields - a.fields || compareText(a.name, b.name));
  return { at, drifts, owners: held };
}
