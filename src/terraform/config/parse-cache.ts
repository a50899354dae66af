import { outlineHcl } from '../../hcl/syntax/outline.ts';
import type { ParseCache } from './types.ts';

/** Versions kept of one thing: enough to go back and forth between an original and its edits. */
const versionsKept = 8;

interface Version {
  readonly parts: readonly unknown[];
  readonly made: unknown;
}

export function createParseCache(): ParseCache {
  const byKey = new Map<string, Version[]>();
  const reuse = <T>(key: string, parts: readonly unknown[], make: () => T): T => {
    const versions = byKey.get(key) ?? [];
    const known = versions.find((version) => isSame(version.parts, parts));
    if (known !== undefined) return known.made as T;
    const made = make();
    versions.push({ parts, made });
    if (versions.length > versionsKept) versions.shift();
    byKey.set(key, versions);
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
  };
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
