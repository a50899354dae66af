import type { Drift, DriftValue, Reverted, Write } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { type AttributePath, formatPath, pathKey, startsWith } from '../../model/path.ts';
import { displayText } from '../../model/text.ts';
import { type Live, perform } from '../changes/perform.ts';
import { valueAt } from '../values/at.ts';
import { differences } from '../values/difference.ts';
import { hasHidden, isHidden } from '../values/hidden.ts';
import { isSecretAt } from './secret.ts';
import type { KnownObject, ObjectEvent, ObjectOutcome } from './types.ts';

export interface NetKnown {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly outcomes: readonly (readonly [event: string, outcome: ObjectOutcome])[];
}

/** An object after an event. */
interface Version {
  readonly source: ObjectEvent;
  readonly value: JsonObject | undefined;
}

/** What requests, in order, left of an object that manifests declare. */
export function foldKnown(object: KnownObject, events: readonly ObjectEvent[]): NetKnown {
  const versions: Version[] = [];
  let live: Live = { value: object.value, applied: new Map() };
  for (const source of events) {
    live = perform(object.type, live, source.change, object.value);
    versions.push({ source, value: live.value });
  }
  const noted = new Notes(object.address);
  const final = pathsOf(object, live.value);
  const drifts = final.flatMap((path) => judge(object, path, versions, noted));
  const reverted = passedPaths(object, versions, final).map((path) => {
    const writes = writesOf(object, path, versions);
    for (const { event } of writes)
      noted.add(event, 'reverted', `${spoken(path)} ended up as it was`);
    return revertedAt(object, path, writes);
  });
  return { drifts, reverted, outcomes: noted.list(events) };
}

/** Paths at which a version is otherwise than the manifests; the empty one when it is gone. */
function pathsOf(object: KnownObject, value: JsonObject | undefined): readonly AttributePath[] {
  if (value === undefined || isHidden(value)) return [[]];
  return differences(object.type, object.value, value).map(({ path }) => path);
}

/** Paths that were otherwise for a while, and have nothing to do with those that still are. */
function passedPaths(
  object: KnownObject,
  versions: readonly Version[],
  final: readonly AttributePath[],
): readonly AttributePath[] {
  const passed = new Map<string, AttributePath>();
  for (const { value } of versions) {
    for (const path of pathsOf(object, value)) {
      const isOpen = final.some((one) => startsWith(one, path) || startsWith(path, one));
      if (!isOpen) passed.set(pathKey(path), path);
    }
  }
  const all = [...passed.values()];
  return all
    .filter((path) => !all.some((one) => one !== path && startsWith(path, one) && one.length > 0))
    .sort((a, b) => (pathKey(a) < pathKey(b) ? -1 : 1));
}

function judge(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
  noted: Notes,
): readonly Drift[] {
  const writes = writesOf(object, path, versions);
  const last = versions.findLast(({ source }) => source.event === writes.at(-1)?.event)?.source;
  const declared = path.length === 0 ? {} : valueAt(object.value, path);
  if (last?.isDeployer === true) {
    for (const { event } of writes)
      noted.add(event, 'iac', 'whoever deploys these manifests did it');
    return [];
  }
  if (
    last?.isController === true &&
    declared === undefined &&
    writes.every((one) => isTheirs(one, versions))
  ) {
    for (const { event } of writes) {
      noted.add(event, 'automation', `the manifest leaves ${spoken(path)} to its controller`);
    }
    return [];
  }
  const final = versions.at(-1)?.value;
  const live = path.length === 0 ? final : valueAt(final, path);
  const sides = {
    declared: sideOf(object.type, path, declared),
    declaredFrom: 'code' as const,
    live: sideOf(object.type, path, path.length === 0 && final !== undefined ? final : live),
  };
  for (const { event } of writes) {
    if (sides.live.kind === 'value' || sides.live.kind === 'absent') {
      noted.add(
        event,
        'drift',
        path.length === 0 ? 'it deleted the object' : `it changed ${spoken(path)}`,
      );
    } else {
      noted.add(event, 'redacted', `it changed ${spoken(path)} to a value that the log hides`);
    }
  }
  const scaled = pathKey(path) === pathKey(['spec', 'replicas']) && declared === undefined;
  return [makeDrift(object, path, { ...sides, ...(scaled ? { undeclared: true } : {}) }, writes)];
}

function isTheirs({ event }: Write, versions: readonly Version[]): boolean {
  return versions.some(({ source }) => source.event === event && source.isController);
}

/** The events after which the value at a path was another than before. */
function writesOf(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
): readonly Write[] {
  const writes: Write[] = [];
  let before: JsonObject | undefined = object.value;
  for (const { source, value } of versions) {
    if (isChanged(object.type, path, before, value)) {
      const now = path.length === 0 ? wholeOf(value) : valueAt(value, path);
      writes.push({
        event: source.event,
        time: source.time,
        value: sideOf(object.type, path, now),
      });
    }
    before = value;
  }
  return writes;
}

function wholeOf(value: JsonObject | undefined): Json | undefined {
  return value === undefined || isHidden(value) ? value : {};
}

function isChanged(
  type: string,
  path: AttributePath,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): boolean {
  if (before === after) return false;
  if (before === undefined || after === undefined) return true;
  if (isHidden(before) || isHidden(after)) return true;
  if (path.length === 0) return false;
  return differences(type, before, after).some(
    (one) => startsWith(one.path, path) || startsWith(path, one.path),
  );
}

function sideOf(type: string, path: AttributePath, value: Json | undefined): DriftValue {
  if (value === undefined) return { kind: 'absent' };
  if (hasHidden(value)) {
    if (type === 'core/Secret') return { kind: 'redacted' };
    return { kind: 'unknown', why: 'The log leaves out what the request changed.' };
  }
  if (path.length === 0) return { kind: 'value', value: {} };
  return isSecretAt(type, path, value) ? { kind: 'redacted' } : { kind: 'value', value };
}

function makeDrift(
  { address, type }: KnownObject,
  path: AttributePath,
  sides: Pick<Drift, 'declared' | 'declaredFrom' | 'live' | 'undeclared'>,
  writes: readonly Write[],
): Drift {
  const { declared, live } = sides;
  const evidence = [...new Set(writes.map(({ event }) => event))];
  const id = contentId('d', { address, path, declared, live } as unknown as Json);
  return { id, address, type, path, ...sides, evidence, basis: 'inferred', writes };
}

function revertedAt(
  { address }: KnownObject,
  path: AttributePath,
  writes: readonly Write[],
): Reverted {
  const from = writes[0]?.time ?? '';
  const evidence = [...new Set(writes.map(({ event }) => event))];
  return { address, path, evidence, window: { from, to: writes.at(-1)?.time ?? from }, writes };
}

function spoken(path: AttributePath): string {
  return path.length === 0 ? 'the object' : displayText(formatPath(path), 120);
}

/** What each event came to on one object. */
class Notes {
  readonly #address: string;
  readonly #found = new Map<string, Map<ObjectOutcome['disposition'], Set<string>>>();

  constructor(address: string) {
    this.#address = address;
  }

  add(event: string, disposition: ObjectOutcome['disposition'], because: string): void {
    const own = this.#found.get(event) ?? new Map<ObjectOutcome['disposition'], Set<string>>();
    this.#found.set(event, own);
    own.set(disposition, (own.get(disposition) ?? new Set<string>()).add(because));
  }

  list(events: readonly ObjectEvent[]): NetKnown['outcomes'] {
    return events.flatMap(({ event, isDeployer }) => {
      const own = this.#found.get(event);
      if (own === undefined) {
        const because = 'it changed nothing that the manifest says';
        const disposition = isDeployer ? ('iac' as const) : ('no-effect' as const);
        return [[event, { disposition, address: this.#address, because }] as const];
      }
      return [...own].map(([disposition, reasons]) => {
        const sorted = [...reasons].sort();
        const more = sorted.length > 4 ? `, and ${sorted.length - 4} more` : '';
        const because = `${sorted.slice(0, 4).join(', ')}${more}`;
        return [event, { disposition, address: this.#address, because }] as const;
      });
    });
  }
}
