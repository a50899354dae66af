import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  visit,
} from 'yaml';
import type { ManifestCode } from './types.ts';
import type { PlainPath } from './value.ts';

/**
 * Why the value at a path must not be edited in place although the text would allow it: it is
 * shared with other places, or produced by a template. If the value is new, `path` ends at its last
 * existing parent.
 */
export function hazardAt(text: string, path: PlainPath, isNew: boolean): ManifestCode | undefined {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  const used = aliasesIn(document);
  let node: unknown = document.contents;
  for (const step of [...path, undefined]) {
    const hazard = hazardOf(node, used);
    if (hazard !== undefined) return hazard;
    if (step === undefined) return isNew ? undefined : insideHazard(node, used);
    node = isCollection(node) ? node.get(step, true) : undefined;
  }
  return undefined;
}

function aliasesIn(document: Document.Parsed): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, { Alias: (_key, alias) => void names.add(alias.source) });
  return names;
}

function hazardOf(node: unknown, used: ReadonlySet<string>): ManifestCode | undefined {
  if (isAlias(node)) return 'manifest-alias';
  if (isMap(node) && node.has('<<')) return 'manifest-alias';
  if ((isScalar(node) || isCollection(node)) && node.anchor && used.has(node.anchor)) {
    return 'manifest-anchor';
  }
  return isScalar(node) && String(node.value).includes('{{') ? 'manifest-template' : undefined;
}

/** Hazards anywhere inside the value, since everything inside is replaced with it. */
function insideHazard(node: unknown, used: ReadonlySet<string>): ManifestCode | undefined {
  let found: ManifestCode | undefined;
  if (!isNode(node)) return undefined;
  visit(node, (_key, inner) => {
    found ??= hazardOf(inner, used);
    return found === undefined ? undefined : visit.BREAK;
  });
  return found;
}
