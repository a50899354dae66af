import { credentialAt } from '../../../model/credential/find.ts';
import { openPath } from '../../../model/credential/path.ts';
import type { Drift, Write } from '../../../model/drift.ts';
import { driftId } from '../../../model/id.ts';
import { type AttributePath, pathKey } from '../../../model/path.ts';
import type { Reverted } from '../../../model/reverted.ts';
import { type Live, perform } from '../changes/perform.ts';
import { objectValueAt } from '../values/at.ts';
import { Notes } from './notes.ts';
import { passedAt, passedPaths, replacedAt } from './passed.ts';
import type { KnownObject, ObjectEvent, ObjectOutcome } from './types.ts';
import {
  differingPaths,
  fieldWrites,
  isDeployerEvent,
  spokenVersion,
  type Version,
  versionSide,
} from './versions.ts';

export interface NetKnown {
  readonly drifts: readonly Drift[];
  readonly reverted: readonly Reverted[];
  readonly outcomes: readonly (readonly [event: string, outcome: ObjectOutcome])[];
}

/** The state in which requests, in order, left an object that manifests declare. */
export function foldKnown(object: KnownObject, events: readonly ObjectEvent[]): NetKnown {
  const versions: Version[] = [];
  let live: Live = { value: object.value, applied: new Map() };
  for (const source of events) {
    live = perform(object.type, live, source.change, object.value);
    versions.push({ source, value: live.value });
  }
  const noted = new Notes(object.address);
  const final = differingPaths(object, live.value);
  const drifts = final.flatMap((path) => judge(object, path, versions, noted));
  const reverted = passedPaths(object, versions, final).flatMap(
    (path) => passedAt(object, path, versions, noted) ?? [],
  );
  const replaced = final.flatMap((path) => replacedAt(object, path, versions, noted) ?? []);
  return { drifts, reverted: [...reverted, ...replaced], outcomes: noted.list(events) };
}

function judge(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
  noted: Notes,
): readonly Drift[] {
  const writes = fieldWrites(object, path, versions);
  const last = versions.findLast(({ source }) => source.event === writes.at(-1)?.event)?.source;
  const declared = path.length === 0 ? {} : objectValueAt(object.value, path);
  if (last?.isDeployer === true) {
    const own = writes.filter(({ event }) => isDeployerEvent(event, versions));
    noted.add(own, 'iac', 'the deployer of these manifests did it');
    return [];
  }
  const isTheirs = writes.every(({ event }) =>
    versions.some(({ source }) => source.event === event && source.isController),
  );
  if (last?.isController === true && declared === undefined && isTheirs) {
    noted.add(writes, 'automation', `the manifest leaves ${spokenVersion(path)} to its controller`);
    return [];
  }
  const final = versions.at(-1)?.value;
  const live = path.length === 0 ? final : objectValueAt(final, path);
  const sides = {
    declared: versionSide(object.type, path, declared),
    declaredFrom: 'code' as const,
    live: versionSide(object.type, path, path.length === 0 && final !== undefined ? final : live),
  };
  if (sides.live.kind !== 'value' && sides.live.kind !== 'absent') {
    const because = `it changed ${spokenVersion(path)} to a value that the log hides`;
    noted.add(writes, 'redacted', because);
  } else if (path.length === 0) noted.add(writes, 'drift', 'it deleted the object');
  else noted.add(writes, 'drift', `it changed ${spokenVersion(path)}`);
  const scaled = pathKey(path) === pathKey(['spec', 'replicas']) && declared === undefined;
  const credential = credentialAt(path, live ?? null) ?? credentialAt(path, declared ?? null);
  const found = path.length === 0 || credential === undefined ? {} : { credential };
  const undeclared = scaled ? { undeclared: true } : {};
  return [makeDrift(object, path, { ...sides, ...found, ...undeclared }, writes)];
}

function makeDrift(
  { address, type }: KnownObject,
  at: AttributePath,
  sides: Pick<Drift, 'declared' | 'declaredFrom' | 'live' | 'undeclared' | 'credential'>,
  writes: readonly Write[],
): Drift {
  const { declared, live } = sides;
  const path = openPath(at);
  const evidence = [...new Set(writes.map(({ event }) => event))];
  const id = driftId({ address, path, declared, live });
  return { id, address, type, path, ...sides, evidence, basis: 'inferred', writes };
}
