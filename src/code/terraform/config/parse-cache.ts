import type { HclFile } from '../../hcl/syntax/ast.ts';
import { outlineHcl } from '../../hcl/syntax/outline.ts';

/**
 * Remembers parsed files and the modules made of them, so that loading a tree where one file
 * changed looks at that file and at the modules it is part of. Owned by the caller; made by
 * `createParseCache`.
 */
export interface ParseCache {
  parse(path: string, text: string): HclFile;
  /** What was made under this key of the same parts; they are compared by identity. */
  reuse<T>(key: string, parts: readonly unknown[], make: () => T): T;
  /** Made of what was made under this key the last time, where there is such a thing. */
  latest<T>(key: string, make: (before: T | undefined) => T): T;
  /** What was made of this object for this purpose; it is there as long as the object is. */
  of<T extends object>(purpose: string, object: object, make: () => T): T;
}

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
      // Those that are requested again stay.
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
