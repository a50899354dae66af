import { openPath } from '../../../model/credential/path.ts';
import type { DriftValue, Write } from '../../../model/drift.ts';
import type { Json, JsonObject } from '../../../model/json.ts';
import { type AttributePath, formatPath, startsWith } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { objectValueAt } from '../values/at.ts';
import { objectDifferences } from '../values/difference.ts';
import { hasHidden, isHiddenObject } from '../values/hidden.ts';
import { isSecretField } from './secret.ts';
import type { KnownObject, ObjectEvent } from './types.ts';

/** An object after an event. */
export interface Version {
  readonly source: ObjectEvent;
  readonly value: JsonObject | undefined;
}

/** The paths at which a version differs from the manifest; the empty path if the object is gone. */
export function differingPaths(
  object: KnownObject,
  value: JsonObject | undefined,
): readonly AttributePath[] {
  if (value === undefined || isHiddenObject(value)) return [[]];
  return objectDifferences(object.type, object.value, value).map(({ path }) => path);
}

/** The events that changed the value at a path. */
export function fieldWrites(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
): readonly Write[] {
  const writes: Write[] = [];
  let before: JsonObject | undefined = object.value;
  for (const { source, value } of versions) {
    if (isChanged(object.type, path, before, value)) {
      const now = path.length === 0 ? wholeValue(value) : objectValueAt(value, path);
      writes.push({
        event: source.event,
        time: source.time,
        value: versionSide(object.type, path, now),
      });
    }
    before = value;
  }
  return writes;
}

function wholeValue(value: JsonObject | undefined): Json | undefined {
  return value === undefined || isHiddenObject(value) ? value : {};
}

function isChanged(
  type: string,
  path: AttributePath,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): boolean {
  if (before === after) return false;
  if (before === undefined || after === undefined) return true;
  if (isHiddenObject(before) || isHiddenObject(after)) return true;
  if (path.length === 0) return false;
  return objectDifferences(type, before, after).some(
    (one) => startsWith(one.path, path) || startsWith(path, one.path),
  );
}

export function versionSide(
  type: string,
  path: AttributePath,
  value: Json | undefined,
): DriftValue {
  if (value === undefined) return { kind: 'absent' };
  if (hasHidden(value)) {
    if (type === 'core/Secret') return { kind: 'redacted' };
    return { kind: 'unknown', why: 'The log leaves out what the request changed.' };
  }
  if (path.length === 0) return { kind: 'value', value: {} };
  return isSecretField(type, path, value) ? { kind: 'redacted' } : { kind: 'value', value };
}

export function isDeployerEvent(event: string, versions: readonly Version[]): boolean {
  return versions.some(({ source }) => source.event === event && source.isDeployer);
}

/** True if the value at a path differed from the manifest's after an event. */
export function isAwayAfter(
  object: KnownObject,
  path: AttributePath,
  versions: readonly Version[],
  event: string,
): boolean {
  const value = versions.findLast(({ source }) => source.event === event)?.value;
  return isChanged(object.type, path, object.value, value);
}

export function declaredDriftValue(object: KnownObject, path: AttributePath): DriftValue {
  const declared = path.length === 0 ? {} : objectValueAt(object.value, path);
  return versionSide(object.type, path, declared);
}

export function spokenVersion(path: AttributePath): string {
  return path.length === 0 ? 'the object' : displayText(formatPath(openPath(path)), 120);
}
