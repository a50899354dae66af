import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isDocument,
  isMap,
  isPair,
  isScalar,
  type ParsedNode,
  parseAllDocuments,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Json } from '../../model/json.ts';
import { type YamlExcess, yamlExcess } from './bounds.ts';
import type { YamlEntry, YamlMember, YamlStyle, YamlTree } from './tree.ts';

/** Without a limit, aliases may expand a small text into a huge one. */
const maxAliases = 100;

export interface YamlDocument {
  readonly tree: YamlTree;
  readonly value: Json;
}

export type YamlRefusal = 'no YAML' | YamlExcess;

/** A document, or the reason why there is none. */
export type YamlRead =
  | { readonly kind: 'document'; readonly document: YamlDocument }
  | { readonly kind: 'refused'; readonly why: YamlRefusal };

/**
 * The only YAML document of a text, with the position of each value; undefined if there is none or
 * several.
 */
export function parseYaml(text: string): YamlDocument | undefined {
  const read = readYaml(text);
  return read.kind === 'document' ? read.document : undefined;
}

/** The only YAML document of a text, or the reason why there is none. */
export function readYaml(text: string): YamlRead {
  try {
    return readDocument(text);
  } catch (error) {
    // The library recurses as deep as the text is nested.
    if (error instanceof RangeError) return refused('too deep');
    throw error;
  }
}

function refused(why: YamlRefusal): YamlRead {
  return { kind: 'refused', why };
}

function readDocument(text: string): YamlRead {
  const documents = parseAllDocuments(text, {
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (!Array.isArray(documents)) return refused('no YAML');
  const [document] = documents;
  if (document?.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    return refused('too deep');
  if (document === undefined || documents.length > 1 || document.errors.length > 0) {
    return refused('no YAML');
  }
  const excess = yamlExcess(document);
  if (excess !== undefined) return refused(excess);
  const { contents } = document;
  // Comes first, since it detects too many aliases.
  const value = plainValue(document, document);
  const tree = contents === null || value === undefined ? undefined : treeOf(contents, document);
  if (tree === undefined || value === undefined) return refused('no YAML');
  return { kind: 'document', document: { tree, value } };
}

function plainValue(node: Node | Document.Parsed, document: Document.Parsed): Json | undefined {
  const options = { maxAliasCount: maxAliases };
  try {
    const plain: unknown = isDocument(node) ? node.toJS(options) : node.toJS(document, options);
    // The core schema has no dates or similar types, so JSON can represent every value.
    return plain === undefined ? undefined : JSON.parse(JSON.stringify(plain));
  } catch {
    return undefined;
  }
}

type Node = ParsedNode | Scalar | Alias | YAMLMap | YAMLSeq;

function treeOf(node: Node, document: Document.Parsed): YamlTree | undefined {
  const [start, end] = node.range ?? [0, 0];
  if (isAlias(node) || hasOwnTag(node)) {
    return { kind: 'leaf', start, end, value: plainValue(node, document), isFixed: true };
  }
  if (isScalar(node)) return { kind: 'leaf', start, end, value: scalarValue(node) };
  if (!isCollection(node)) return undefined;
  const style: YamlStyle = node.flow === true ? 'flow' : 'block';
  if (isMap(node)) {
    const members = node.items.map((item) => entryOf(item, document));
    if (!members.every((one) => one !== undefined)) return undefined;
    return { kind: 'map', style, start, end: endOf(style, end, members), members };
  }
  const members = node.items.map((item) => memberOf(item, document));
  if (!members.every((one) => one !== undefined)) return undefined;
  return { kind: 'list', style, start, end: endOf(style, end, members), members };
}

/** Comments after the last member are not part of a block. */
function endOf(style: YamlStyle, end: number, members: readonly YamlMember[]): number {
  return style === 'flow' ? end : (members.at(-1)?.end ?? end);
}

function hasOwnTag(node: Node): boolean {
  return node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:');
}

function scalarValue({ value }: Scalar): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function memberOf(item: unknown, document: Document.Parsed): YamlMember | undefined {
  if (!isNodeLike(item)) return undefined;
  const value = treeOf(item, document);
  return value === undefined ? undefined : { start: value.start, end: value.end, value };
}

function isNodeLike(item: unknown): item is Node {
  return isScalar(item) || isAlias(item) || isCollection(item);
}

function entryOf(pair: unknown, document: Document.Parsed): YamlEntry | undefined {
  if (!isPair(pair) || !isScalar(pair.key) || !isNodeLike(pair.value)) return undefined;
  const colonEnd = colonEndOf(pair.srcToken);
  const value = treeOf(pair.value, document);
  const { key } = pair;
  if (value === undefined || colonEnd === undefined) return undefined;
  const start = key.range?.[0] ?? 0;
  return { start, end: value.end, key: String(key.value), colonEnd, value };
}

interface Token {
  readonly type: string;
  readonly offset?: number;
}

function colonEndOf(token: { readonly sep?: readonly Token[] } | undefined): number | undefined {
  const colon = token?.sep?.find(({ type }) => type === 'map-value-ind')?.offset;
  return colon === undefined ? undefined : colon + 1;
}
