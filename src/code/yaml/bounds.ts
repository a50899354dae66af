import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  isPair,
  type Node,
  type ParsedNode,
} from 'yaml';

/** A value of at most this depth can be traversed recursively without stack overflow. */
const deepest = 200;
/** Limit on values, counting each of them again for every alias. */
const maxParts = 500_000;
const maxAliases = 1000;

/** Why a valid text was not read. */
export type YamlExcess = 'too deep' | 'too many aliases' | 'too large with its aliases';

/** Whether a document is too large to work with, determined without expanding its aliases. */
export function yamlExcess(document: Document.Parsed<ParsedNode>): YamlExcess | undefined {
  const measured: Measured = { anchors: new Map(), aliases: 0, isTooDeep: false };
  const { parts } = measure(document.contents, 0, measured);
  if (measured.isTooDeep) return 'too deep';
  if (measured.aliases > maxAliases) return 'too many aliases';
  return parts > maxParts ? 'too large with its aliases' : undefined;
}

interface Measured {
  /**
   * By anchor name: parts and depth of the latest node with it, which is the one that an alias
   * refers to.
   */
  readonly anchors: Map<string, { readonly parts: number; readonly depth: number }>;
  aliases: number;
  isTooDeep: boolean;
}

/** The number of parts of a node, and its own depth. */
function measure(
  node: unknown,
  depth: number,
  measured: Measured,
): { readonly parts: number; readonly depth: number } {
  if (depth > deepest) measured.isTooDeep = true;
  if (measured.isTooDeep || !isNode(node)) return { parts: 1, depth: 0 };
  if (isAlias(node)) {
    measured.aliases += 1;
    const found = measured.anchors.get(node.source) ?? { parts: 1, depth: 0 };
    if (depth + found.depth > deepest) measured.isTooDeep = true;
    return found;
  }
  let parts = 1;
  let below = 0;
  if (isCollection(node)) {
    for (const item of node.items) {
      for (const one of isPair(item) ? [item.key, item.value] : [item]) {
        const inner = measure(one, depth + 1, measured);
        parts += inner.parts;
        below = Math.max(below, inner.depth + 1);
      }
    }
  }
  const found = { parts, depth: below };
  const anchor = anchorOf(node);
  if (anchor !== undefined) measured.anchors.set(anchor, found);
  return found;
}

function anchorOf(node: Node): string | undefined {
  return 'anchor' in node && typeof node.anchor === 'string' ? node.anchor : undefined;
}
