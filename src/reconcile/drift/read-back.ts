import { valueToJson } from '../../code/hcl/eval/json.ts';
import type { Evaluation } from '../../code/terraform/config/types.ts';
import type { LiveReading, LiveResource } from '../../code/terraform/run/live.ts';
import type { SecretPlace } from '../../code/terraform/run/plan.ts';
import { createStateEstate } from '../../code/terraform/state/estate.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import type { Unresolved } from '../../model/report.ts';
import type { Problem, Result } from '../../model/result.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import type { ReadResource } from '../../stages/drift/types.ts';
import type { LoadProject } from '../../stages/patch/terraform/types.ts';
import {
  baselineAt,
  declaredAt,
  declaredAttributeAt,
  isSecretAttribute,
} from '../managed/declared.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import type { RunResult } from '../run-types.ts';
import type { Stage } from '../stages.ts';

export interface ReadBackRequest {
  /** Instances, sorted, or the whole state. */
  readonly addresses: readonly string[] | 'all';
  /** The run's result if the provider adds nothing; undefined where that does not help. */
  readonly foresee?: () => Promise<Foreseen | undefined>;
}

export interface Foreseen {
  readonly result: RunResult;
  readonly load: LoadProject;
  /** What the end of the run asks of these patches as well, in steps. */
  readonly meanwhile: () => Iterable<unknown>;
}

/** Asks the provider what is live; see `src/code/terraform/run/read-live.ts`. */
export interface ReadBackPort {
  /** Resources that no event names, too. */
  readonly everything: boolean;
  /** What is open since earlier runs, too. */
  readonly confirms: boolean;
  read(request: ReadBackRequest): Promise<Result<LiveReading>>;
}

/** What the provider reads, for the fold. */
export interface LiveState {
  readonly resources: ReadonlyMap<string, ReadResource>;
  /** Addresses that were read. */
  readonly read: readonly string[] | 'all';
  readonly unresolved: readonly Unresolved[];
  /** Set where nothing could be read: nothing is confirmed then. */
  readonly failed?: Problem;
}

/**
 * Reads back what the effects touch, and what is named besides. Undefined where no read-back was requested. What cannot be
 * read stays as the log has it, and is named.
 */
export async function readTouched(
  stage: Stage,
  effects: readonly Effect[],
  named: readonly string[],
  foresee: (addresses: readonly string[]) => Promise<Foreseen | undefined>,
): Promise<LiveState | undefined> {
  const port = stage.input.readBack;
  if (port === undefined) return undefined;
  const touched = touchedAddresses(stage, effects, named);
  if (touched.length === 0 && !port.everything) {
    return { resources: new Map(), read: [], unresolved: [] };
  }
  const reading = await port.read(
    port.everything
      ? { addresses: 'all' }
      : { addresses: touched, foresee: () => foresee(touched) },
  );
  if (!reading.ok) {
    const unresolved = [unresolvedFrom(reading.error)];
    return { resources: new Map(), read: [], unresolved, failed: reading.error };
  }
  const { changed, unread } = reading.value;
  const missing = new Set(unread.map(({ address }) => address));
  const isRead = (address: string): boolean => !missing.has(address);
  const same = touched.filter((address) => !changed.has(address) && isRead(address));
  const resources = [...changed.values(), ...unchanged(stage, same)];
  return {
    resources: new Map(resources.map((each) => [each.address, readResource(stage, each)])),
    read: port.everything && unread.length === 0 ? 'all' : asked(stage, touched).filter(isRead),
    unresolved: unread.map(({ address, problem }) => unresolvedFrom(problem, { address })),
  };
}

function asked({ input }: Stage, touched: readonly string[]): readonly string[] {
  return input.readBack?.everything === true ? managedAddresses(input.state) : touched;
}

/** Instances that a provider can read, sorted. */
function managedAddresses({ resources }: TerraformState): readonly string[] {
  return resources
    .filter(({ mode }) => mode === 'managed')
    .map(({ address }) => address)
    .sort();
}

/** Resources of the code and the state that an effect, a call or an earlier reading speaks of. */
function touchedAddresses(
  { loaded, index }: Stage,
  effects: readonly Effect[],
  named: readonly string[],
): readonly string[] {
  const estate = createStateEstate(index, () => false);
  const found = effects.flatMap(({ resource }) => estate.find(resource)?.address ?? []);
  const { evaluation } = loaded.project;
  return [...new Set([...found, ...named])]
    .filter((address) => index.get(address)?.mode === 'managed')
    .filter((address) => declaredAt(evaluation, index, address, []).value.kind !== 'absent')
    .sort();
}

/** Of what the provider reads as the state has it, only the places of secrets are kept. */
function unchanged({ input }: Stage, addresses: readonly string[]): readonly LiveResource[] {
  const wanted = new Set(addresses);
  return input.state.resources
    .filter(({ address }) => wanted.has(address))
    .map(({ address, type, sensitivePaths }) => ({
      kind: 'same',
      address,
      type,
      secrets: sensitivePaths.map((path) => ({ path, changed: false })),
    }));
}

function readResource({ index, loaded }: Stage, read: LiveResource): ReadResource {
  const resource = withOpened(loaded.project.evaluation, read);
  return {
    resource,
    at: (path) =>
      resource.kind === 'changed'
        ? declaredAttributeAt(resource.attributes, path)
        : baselineAt(index, resource.address, path),
  };
}

/**
 * With the values of places that are secret to the provider alone: the cloud's own type says that
 * they are not, and the code holds them in plain sight.
 */
function withOpened(evaluation: Evaluation, read: LiveResource): LiveResource {
  if (read.kind !== 'changed') return read;
  const isPlain = ({ path, changed, typed }: SecretPlace): boolean => {
    const value = evaluation.valueAt(read.address, path);
    // The state is read without its secrets, so an unchanged one cannot be compared.
    if (!changed || typed === undefined || value === undefined) return false;
    return valueToJson(value) !== undefined && !isSecretAttribute(evaluation, read.address, path);
  };
  const plain = read.secrets.filter(isPlain);
  if (plain.length === 0) return read;
  const values = plain.map(({ path: [name], typed }) => [name, typed?.open() ?? null] as const);
  return {
    ...read,
    attributes: { ...read.attributes, ...Object.fromEntries(values) },
    secrets: read.secrets.filter((place) => !isPlain(place)),
    opened: plain.map(({ path }) => path),
  };
}

export interface ConfirmedValue {
  /** What may be written. */
  readonly decisions: readonly Decision[];
  readonly unresolved: readonly Unresolved[];
}

/**
 * Where a read-back was requested, nothing of what the state has is written that neither it nor one
 * of an earlier run confirmed. New resources are left to the plan that imports them.
 */
export function onlyConfirmed(
  decisions: readonly Decision[],
  drifts: readonly Drift[],
  live: LiveState | undefined,
  isManaged: (address: string) => boolean,
  wasRead: (drift: Drift) => boolean = () => false,
): ConfirmedValue {
  if (live === undefined) return { decisions, unresolved: [] };
  // A renamed resource is not found under its old name; its patch is proved by the import's plan.
  const isRenamed = (address: string) => live.resources.get(address)?.resource.kind === 'gone';
  const doubtful = new Set(
    drifts
      .filter((drift) => isDoubtful(drift) && isManaged(drift.address) && !isRenamed(drift.address))
      .filter((drift) => live.failed !== undefined || !wasRead(drift))
      .map(({ id }) => id),
  );
  const isHeld = ({ drift, verdict }: Decision): boolean =>
    doubtful.has(drift) && ['accept', 'compromise', 'delegate'].includes(verdict.outcome);
  return {
    decisions: decisions.filter((decision) => !isHeld(decision)),
    unresolved: decisions.filter(isHeld).map(({ address, intent }) => ({
      code: 'not-confirmed',
      reason: 'Only the log has this value: the provider did not read it back.',
      suggestion: 'Make sure that it can be read, and run again; or use --verify evaluate.',
      address,
      intent,
    })),
  };
}

function isDoubtful({ basis, creation, live, type }: Drift): boolean {
  // No provider reads objects of clusters.
  if (isObjectType(type)) return false;
  const isLiveKnown = live.kind === 'value' || live.kind === 'absent';
  return basis === 'inferred' && creation === undefined && isLiveKnown;
}
