import { makePassed } from '../../../model/passing.ts';
import { type AttributePath, pathKey, startsWith } from '../../../model/path.ts';
import type { Reverted } from '../../../model/reverted.ts';
import { compareText } from '../../../model/text.ts';
import type { Notes } from './notes.ts';
import type { KnownObject } from './types.ts';
import {
  declaredDriftValue,
  differingPaths,
  fieldWrites,
  isAwayAfter,
  isDeployerEvent,
  spokenVersion,
  type Version,
} from './versions.ts';

/** A temporary change: the value is back to the declared one, or the object was deleted. */
export function passedAt(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
  noted: Notes,
): Reverted | undefined {
  const writes = fieldWrites(object, path, versions);
  const away = writes.map(({ event }) => isAwayAfter(object, path, versions, event));
  const gone = versions.at(-1)?.value === undefined ? versions.at(-1)?.source : undefined;
  if (gone === undefined || path.length === 0) {
    noted.add(writes, 'reverted', `${spokenVersion(path)} ended up as it was`);
    return makePassed(
      object,
      { path, writes, before: declaredDriftValue(object, path) },
      away,
      'put-back',
    );
  }
  // The last write is the deletion of the object.
  const own = writes.slice(0, -1);
  const passing = away.slice(0, -1);
  const written = { path, writes: own, before: declaredDriftValue(object, path) };
  if (passing.at(-1) !== true) {
    noted.add(own, 'reverted', `${spokenVersion(path)} ended up as it was`);
    return makePassed(object, written, passing, 'put-back');
  }
  noted.add(own, 'superseded', 'the object was deleted in the end');
  return makePassed(object, written, passing, 'deleted', { event: gone.event, time: gone.time });
}

/** Values between the declared and the live one. */
export function replacedAt(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
  noted: Notes,
): Reverted | undefined {
  if (path.length === 0) return undefined;
  const writes = fieldWrites(object, path, versions);
  const end = JSON.stringify(writes.at(-1)?.value);
  const passing = writes.map(
    ({ event, value }) =>
      JSON.stringify(value) !== end && isAwayAfter(object, path, versions, event),
  );
  const last = versions.findLast(({ source }) => source.event === writes.at(-1)?.event)?.source;
  if (last?.isDeployer === true) {
    const others = writes.filter(
      ({ event }, index) => passing[index] === true && !isDeployerEvent(event, versions),
    );
    const because = `the deployer of these manifests replaced ${spokenVersion(path)}`;
    noted.add(others, 'superseded', because);
  }
  const written = { path, writes, before: declaredDriftValue(object, path) };
  return makePassed(object, written, passing, 'overwritten');
}

/** Paths that differed temporarily, and that do not overlap with those that still differ. */
export function passedPaths(
  object: KnownObject,
  versions: readonly Version[],
  final: readonly AttributePath[],
): readonly AttributePath[] {
  const isGone = versions.at(-1)?.value === undefined;
  const passed = new Map<string, AttributePath>();
  for (const { value } of versions) {
    for (const path of differingPaths(object, value)) {
      const isOpen = final.some(
        (one) => startsWith(one, path) || (!isGone && startsWith(path, one)),
      );
      if (!isOpen) passed.set(pathKey(path), path);
    }
  }
  const all = [...passed.values()];
  return all
    .filter((path) => !all.some((one) => one !== path && startsWith(path, one) && one.length > 0))
    .sort((a, b) => compareText(pathKey(a), pathKey(b)));
}
