import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  isPair,
  type Node,
  type ParsedNode,
} from 'yaml';

/** A value that is no deeper has room on the stack of all who walk through it. */
const deepest = 200;
/** Values, each counted wherever an alias puts it. */
const maxParts = 500_000;
const maxAliases = 1000;

/** Why a text was not read, where it is not that it is not YAML. */
export type YamlExcess = 'too deep' | 'too many aliases' | 'too large with its aliases';

/** Whether a document is more than can be worked with, found without following its aliases. */
export function excessOf(document: Document.Parsed<ParsedNode>): YamlExcess | undefined {
  const measured: Measured = { anchors: new Map(), aliases: 0, isTooDeep: false };
  const { parts } = measure(document.contents, 0, measured);
  if (measured.isTooDeep) return 'too deep';
  if (measured.aliases > maxAliases) return 'too many aliases';
  return parts > maxParts ? 'too large with its aliases' : undefined;
}

interface Measured {
  /** By name: parts and depth of the latest node that had it, as an alias takes it. */
  readonly anchors: Map<string, { readonly parts: number; readonly depth: number }>;
  aliases: number;
  isTooDeep: boolean;
}

/** Parts of a node, and how deep it is by itself. */
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
