import { outlineHcl } from '../../hcl/syntax/outline.ts';
import type { ParseCache } from './types.ts';

/** Versions kept of one thing: enough to go back and forth between an original and its edits. */
const versionsKept = 4;

interface Version {
  readonly parts: readonly unknown[];
  readonly made: unknown;
}

export function createParseCache(): ParseCache {
  const byKey = new Map<string, Version[]>();
  const reuse = <T>(key: string, parts: readonly unknown[], make: () => T): T => {
    const versions = byKey.get(key) ?? [];
    const at = versions.findLastIndex((version) => isSame(version.parts, parts));
    const known = versions[at];
    if (known !== undefined) {
      // Those that are asked for again stay.
      if (at < versions.length - 1) versions.push(...versions.splice(at, 1));
      return known.made as T;
    }
    const made = make();
    versions.push({ parts, made });
    if (versions.length > versionsKept) versions.shift();
    byKey.set(key, versions);
    return made;
  };
  const last = new Map<string, unknown>();
  const latest = <T>(key: string, make: (before: T | undefined) => T): T => {
    const made = make(last.get(key) as T | undefined);
    last.set(key, made);
    return made;
  };
  const byPurpose = new Map<string, WeakMap<object, object>>();
  const of = <T extends object>(purpose: string, object: object, make: () => T): T => {
    const ofPurpose = byPurpose.get(purpose) ?? new WeakMap<object, object>();
    byPurpose.set(purpose, ofPurpose);
    const known = ofPurpose.get(object);
    if (known !== undefined) return known as T;
    const made = make();
    ofPurpose.set(object, made);
    return made;
  };
  return {
    of,
    parse: (path, text) => reuse(`text ${path}`, [text], () => outlineHcl(text)),
    reuse,
    latest,
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
