import type { HclFile } from '../../hcl/syntax/ast.ts';
import { outlineHcl } from '../../hcl/syntax/outline.ts';

/**
 * Caches parsed files and the modules built from them, so that loading a tree in which one file
 * changed only processes that file and the modules that contain it. The caller creates it with
 * `createParseCache` and owns it.
 */
export interface ParseCache {
  parse(path: string, text: string): HclFile;
  /**
   * Returns the value made under this key from the same parts, which are compared by identity, or
   * makes it.
   */
  reuse<T>(key: string, parts: readonly unknown[], make: () => T): T;
  /** Makes a value from the latest one made under this key, if there is one. */
  latest<T>(key: string, make: (before: T | undefined) => T): T;
  /**
   * Returns the value made from this object for this purpose, or makes it. It is kept as long as
   * the object.
   */
  of<T extends object>(purpose: string, object: object, make: () => T): T;
}

/** Number of versions kept for each key, enough to alternate between an original and its edits. */
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
      // A version that is requested again moves to the end, so that it is discarded later.
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
