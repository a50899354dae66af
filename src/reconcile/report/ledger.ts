import { parseAddress } from '../../code/terraform/address.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { Actor } from '../../model/actor.ts';
import type { Drift, Write } from '../../model/drift.ts';
import { groupBy } from '../../model/group.ts';
import { compareInstants } from '../../model/instant.ts';
import type { Intent } from '../../model/intent.ts';
import type { Patch } from '../../model/patch.ts';
import type { AttributePath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import type { Reverted } from '../../model/reverted.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RunDeclaration, RunLedger } from '../../ports/store/run-store.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import {
  codeManager,
  type FieldWrite,
  type LedgerEntry,
  ledgerEntry,
  type ManagerRef,
} from '../../stages/ledger/entry.ts';
import { isSecretValue, resourceDeclaration } from '../managed/declaration.ts';

export interface LedgerInput {
  readonly report: Report;
  readonly actors: ReadonlyMap<string, Actor>;
  /** Patches that are now in the files or on a branch. */
  readonly written: readonly Patch[];
  readonly evaluation: Evaluation;
  readonly schema: ProviderSchema;
  /** Ids of drifts that the ledger has completely; see `RunResult`. */
  readonly settled?: ReadonlySet<string>;
}

/** The actors of events that led to drift or were reverted. */
export function actorsById(
  { drifts, reverted }: NetDriftResult,
  events: ReadonlyMap<string, KeptEvent>,
): ReadonlyMap<string, Actor> {
  const actors = new Map<string, Actor>();
  for (const { evidence } of [...drifts, ...reverted]) {
    for (const id of evidence) {
      const actor = events.get(id)?.actor;
      if (actor !== undefined) actors.set(id, actor);
    }
  }
  return actors;
}

/** A run's record of who manages what: writes, declared values, and handovers. */
export function runLedger(input: LedgerInput): RunLedger {
  const { reverted } = input.report;
  const drifts = unsettled(input);
  const inCode = new Set(input.written.flatMap((patch) => patch.drifts));
  const intents = intentsByDrift(input.report);
  const entries = [
    ...drifts.flatMap((drift) => writesOf(input, drift, drift.type, intents.get(drift.id))),
    // Overwritten values are among the writes of the drift.
    ...reverted
      .filter(({ ending }) => ending !== 'overwritten')
      .flatMap((each) => writesOf(input, each, parseAddress(each.address)?.type)),
    ...handovers(input.report, inCode, input.report.startedAt),
  ];
  return { entries, declarations: declarations(input) };
}

function unsettled({ report, settled }: LedgerInput): readonly Drift[] {
  return settled === undefined ? report.drifts : report.drifts.filter(({ id }) => !settled.has(id));
}

function writesOf(
  input: LedgerInput,
  place: Drift | Reverted,
  type: string | undefined,
  intents: readonly Intent[] = [],
) {
  if (type === undefined) return [];
  const { address, path } = place;
  return (place.writes ?? []).flatMap((write) => {
    const actor = input.actors.get(write.event);
    if (actor === undefined) return [];
    const intent = intents.find((one) => one.actor.principal === actor.principal);
    return [
      ledgerEntry({
        kind: 'update' as const,
        time: write.time,
        address,
        type,
        manager: managerOf(actor),
        reason: intent?.summary ?? 'Changed, and changed again by the time of the run',
        evidence: [write.event, ...(intent === undefined ? [] : [intent.id])],
        writes: fieldWrites(input.schema, type, path, write, place),
      }),
    ];
  });
}

function fieldWrites(
  schema: ProviderSchema,
  type: string,
  path: AttributePath,
  { value }: Write,
  place: Drift | Reverted,
): readonly FieldWrite[] {
  const hide = (at: AttributePath, side: FieldWrite['value']): FieldWrite => ({
    path: at,
    value:
      side.kind === 'value' && isSecretValue(schema, type, at, side.value)
        ? { kind: 'redacted' }
        : side,
  });
  const creation = 'creation' in place ? place.creation : undefined;
  if (creation === undefined || value.kind === 'absent') return [hide(path, value)];
  const set = Object.entries(creation.attributes).map(([name, attribute]) =>
    hide([name], { kind: 'value', value: attribute }),
  );
  const withheld = (creation.withheld ?? []).map(
    (name): FieldWrite => ({ path: [name], value: { kind: 'redacted' } }),
  );
  return [hide(path, { kind: 'value', value: {} }), ...set, ...withheld];
}

/**
 * Writes by Terraform are attributed to the code; a caller that only claims to be Terraform is
 * listed separately.
 */
function managerOf({ class: kind, evidence, principal, name }: Actor): ManagerRef {
  if (kind === 'iac' && evidence === 'trusted') return codeManager;
  return { id: principal, name, class: kind };
}

function intentsByDrift({ intents }: Report): ReadonlyMap<string, readonly Intent[]> {
  const pairs = intents.flatMap((intent) => intent.drifts.map((drift) => ({ drift, intent })));
  const grouped = groupBy(pairs, ({ drift }) => drift);
  return new Map([...grouped].map(([drift, own]) => [drift, own.map(({ intent }) => intent)]));
}

/**
 * Fields that a patch handed over: the code gives them up, and the actor takes over. `inCode` has
 * the drifts whose patches are in the code since `time`.
 */
export function handovers(
  report: Pick<Report, 'decisions' | 'intents' | 'drifts'>,
  inCode: ReadonlySet<string>,
  time: string,
): readonly LedgerEntry[] {
  const intents = new Map(report.intents.map((intent) => [intent.id, intent]));
  const drifts = new Map(report.drifts.map((drift) => [drift.id, drift]));
  return report.decisions
    .filter(({ verdict, drift }) => verdict.outcome === 'delegate' && inCode.has(drift))
    .flatMap(({ intent: id, drift: driftId, address, path, verdict }) => {
      const intent = intents.get(id);
      const drift = drifts.get(driftId);
      if (intent === undefined || drift === undefined) return [];
      const { because, bounds, expires } = verdict;
      return [
        ledgerEntry({
          kind: 'handover' as const,
          time,
          address,
          type: drift.type,
          manager: codeManager,
          reason: because,
          evidence: [id],
          paths: [path],
          to: managerOf(intent.actor),
          ...(bounds === undefined ? {} : { bounds }),
          ...(expires === undefined ? {} : { expires }),
        }),
      ];
    });
}

/** What the code declares for each resource that the log touched. */
function declarations(input: LedgerInput): readonly RunDeclaration[] {
  const { report, evaluation, schema } = input;
  const touched = [...unsettled(input), ...report.reverted].flatMap(({ address, writes = [] }) =>
    writes.map(({ time }) => ({ address, time })),
  );
  return [...groupBy(touched, ({ address }) => address)].flatMap(([address, writes]) => {
    const type = parseAddress(address)?.type;
    if (type === undefined || evaluation.instance(address) === undefined) return [];
    const [first = report.startedAt] = writes.map(({ time }) => time).sort(compareInstants);
    const declared = resourceDeclaration(evaluation, schema, address, type);
    const common = {
      kind: 'apply' as const,
      address,
      type,
      manager: codeManager,
      reason: 'Declared in the code',
      evidence: [],
      mode: 'free' as const,
      ...declared,
    };
    const before = ledgerEntry({ ...common, time: first, before: true as const });
    return [{ before, now: ledgerEntry({ ...common, time: report.startedAt }) }];
  });
}
