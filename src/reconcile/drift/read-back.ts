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
  /** Instances, sorted, or the entire state. */
  readonly addresses: readonly string[] | 'all';
  /** The run's result if the provider's values match the log; undefined if that is of no use. */
  readonly foresee?: () => Promise<Foreseen | undefined>;
}

export interface Foreseen {
  readonly result: RunResult;
  readonly load: LoadProject;
  /** Additional work for these patches that the end of the run needs, in steps. */
  readonly meanwhile: () => Iterable<unknown>;
}

/** Has the provider read live values; see `src/code/terraform/run/read-live.ts`. */
export interface ReadBackPort {
  /** If true, resources without events are read, too. */
  readonly everything: boolean;
  /** If true, drifts that are open since earlier runs are read, too. */
  readonly confirms: boolean;
  read(request: ReadBackRequest): Promise<Result<LiveReading>>;
}

/** The values that the provider read, for the fold. */
export interface LiveState {
  readonly resources: ReadonlyMap<string, ReadResource>;
  /** The addresses that were read. */
  readonly read: readonly string[] | 'all';
  readonly unresolved: readonly Unresolved[];
  /** Set if nothing could be read, so that nothing is confirmed. */
  readonly failed?: Problem;
}

/**
 * Reads the resources that the effects touch, and additional given ones. Undefined if no read-back
 * was requested. Resources that cannot be read keep the values from the log, and are reported.
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

/** Resources in code and state that an effect, a call or an earlier reading refers to. */
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

/** Resources equal to the state are reduced to the paths of their secrets. */
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
 * Adds values that only the provider marks as secret, if the cloud's own type says they are not and
 * the code contains them in plain text.
 */
function withOpened(evaluation: Evaluation, read: LiveResource): LiveResource {
  if (read.kind !== 'changed') return read;
  const isPlain = ({ path, changed, typed }: SecretPlace): boolean => {
    const value = evaluation.valueAt(read.address, path);
    // The state is read without secrets, so an unchanged value cannot be compared.
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
  /** Decisions that may be written. */
  readonly decisions: readonly Decision[];
  readonly unresolved: readonly Unresolved[];
}

/**
 * If a read-back was requested, drifts of resources in the state are only written if it or an
 * earlier run's read-back confirmed them. New resources are checked by the plan that imports them.
 */
export function onlyConfirmed(
  decisions: readonly Decision[],
  drifts: readonly Drift[],
  live: LiveState | undefined,
  isManaged: (address: string) => boolean,
  wasRead: (drift: Drift) => boolean = () => false,
): ConfirmedValue {
  if (live === undefined) return { decisions, unresolved: [] };
  // A renamed resource is gone under its old name; the plan of the import proves its patch.
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
