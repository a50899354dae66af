import type { HclFile } from '../../hcl/syntax/ast.ts';
import { parseHcl } from '../../hcl/syntax/parse.ts';
import type { ParseCache } from './types.ts';

/** Texts kept per path: enough to go back and forth between an original and its edits. */
const versionsKept = 8;

export function createParseCache(): ParseCache {
  const byPath = new Map<string, HclFile[]>();
  return {
    parse(path, text) {
      const versions = byPath.get(path) ?? [];
      const known = versions.find((file) => file.text === text);
      if (known !== undefined) return known;
      const file = parseHcl(text);
      versions.push(file);
      if (versions.length > versionsKept) versions.shift();
      byPath.set(path, versions);
      return file;
    },
  };
}
