import type { Node, Pair, Scalar } from 'yaml';
import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Failure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import { fromInteger, literalPrecision, parseNumber } from '../number.ts';
import { formatNumber } from '../number-text.ts';
import type { Value } from '../value.ts';
import {
  boolValue,
  nullValue,
  numberValue,
  objectValue,
  stringValue,
  tupleValue,
} from '../value.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

type Outcome = Value | Failure;

/** Reads one YAML document by Terraform's rules for scalars. */
export function decodeYaml(text: string): Outcome {
  // All scalars are read as text, because Terraform's rules decide which are numbers, bools or
  // dates, not the library's.
  const documents = documentsIn(text);
  if (documents === undefined) return failure(tooDeep);
  if (!Array.isArray(documents) || documents.length === 0) return failure('there is no document.');
  const [document] = documents;
  if (documents.length > 1) return failure('there must be one document only.');
  const [error] = document?.errors ?? [];
  if (error?.code === 'RESOURCE_EXHAUSTION') return failure(tooDeep);
  if (error !== undefined) return failure(`invalid YAML: ${error.message.split('\n')[0]}`);
  const root = document?.contents;
  if (document === undefined || !isNode(root)) return failure('there is no document.');
  if (text.replace(/^\s*#.*$|^\.\.\.$/gm, '').trim() === '')
    return failure('there is no document.');
  return decodeNode(root, { depth: 0, anchors: new Map(), depths: new WeakMap() });
}

function documentsIn(text: string): ReturnType<typeof parseAllDocuments> | undefined {
  try {
    return parseAllDocuments(text, { schema: 'failsafe', uniqueKeys: false, merge: false });
  } catch (error) {
    // The library recurses as deep as the text is nested.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Walk {
  readonly depth: number;
  /** The result of the latest node with each anchor name. All its aliases share it. */
  readonly anchors: Map<string, Outcome>;
  /** Depths of values with parts, including what aliases contribute. */
  readonly depths: WeakMap<Value, number>;
}

const maxNesting = 200;
const tooDeep = 'nesting or aliases go too deep.';

function decodeNode(node: unknown, walk: Walk): Outcome {
  if (walk.depth > maxNesting) return failure(tooDeep);
  if (isAlias(node)) {
    return walk.anchors.get(node.source) ?? failure(`unknown alias ${node.source}.`);
  }
  const outcome = bounded(decodeWhole(node, { ...walk, depth: walk.depth + 1 }), walk);
  const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined;
  if (anchor !== undefined) walk.anchors.set(anchor, outcome);
  return outcome;
}

/**
 * Limits the depth of the value, since aliases of aliases can be deep without any nesting in the
 * text.
 */
function bounded(outcome: Outcome, { depths }: Walk): Outcome {
  if (isFailure(outcome)) return outcome;
  if (outcome.kind !== 'tuple' && outcome.kind !== 'object') return outcome;
  const parts = outcome.kind === 'tuple' ? outcome.elements : outcome.entries.values();
  let depth = 0;
  for (const part of parts) depth = Math.max(depth, 1 + (depths.get(part) ?? 0));
  if (depth > maxNesting) return failure(tooDeep);
  depths.set(outcome, depth);
  return outcome;
}

function decodeWhole(node: unknown, inner: Walk): Outcome {
  if (isScalar(node)) return decodeScalar(node);
  if (isSeq(node)) {
    const items: Value[] = [];
    for (const item of node.items) {
      const value = decodeNode(item, inner);
      if (isFailure(value)) return value;
      items.push(value);
    }
    return tupleValue(items);
  }
  return isMap(node) ? decodeMap(node.items, node, inner) : nullValue();
}

function decodeMap(pairs: readonly Pair[], node: Node, walk: Walk): Outcome {
  const tag = node.tag;
  if (tag !== undefined && tag !== 'tag:yaml.org,2002:map')
    return failure(`unsupported tag ${tag}.`);
  const merged = new Map<string, Value>();
  const own = new Map<string, Value>();
  for (const { key, value } of pairs) {
    if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
      const from = decodeNode(value, walk);
      if (isFailure(from)) return from;
      const sources = from.kind === 'tuple' ? from.elements : [from];
      for (const source of sources) {
        if (source.kind !== 'object') return failure('only mappings can be merged.');
        for (const [name, item] of source.entries) if (!merged.has(name)) merged.set(name, item);
      }
      continue;
    }
    const name = keyText(key);
    if (typeof name !== 'string') return name;
    if (isScalar(key) && key.anchor !== undefined) {
      walk.anchors.set(key.anchor, decodeScalar(key));
    }
    const item = decodeNode(value, walk);
    if (isFailure(item)) return item;
    own.set(name, item);
  }
  return objectValue([...merged, ...own]);
}

function keyText(key: unknown): string | Failure {
  if (!isScalar(key)) return failure('only strings are allowed as mapping keys.');
  const value = decodeScalar(key);
  if (isFailure(value)) return value;
  switch (value.kind) {
    case 'string':
      return value.value;
    case 'bool':
      return String(value.value);
    case 'null':
      return failure('a mapping key cannot be null.');
    case 'number':
      return formatNumber(value.value);
    default:
      return failure('only strings are allowed as mapping keys.');
  }
}

const plainTags: ReadonlySet<string> = new Set(['int', 'float', 'bool', 'null', 'timestamp']);

function decodeScalar(node: Scalar): Outcome {
  const { tag } = node;
  const value = String(node.value ?? '');
  const isPlain = node.type === 'PLAIN' || node.type === undefined;
  if (tag === undefined) return isPlain ? plain(value) : stringValue(value);
  const name = tag.replace('tag:yaml.org,2002:', '');
  if (tag === '!' || name === 'str') return stringValue(value);
  if (name === 'binary') {
    return stringValue(Buffer.from(node.source ?? value, 'base64').toString('base64'));
  }
  if (!plainTags.has(name)) return failure(`unsupported tag ${tag}.`);
  return isPlain ? plain(value) : stringValue(value);
}

const yes: ReadonlySet<string> = new Set('y Y yes Yes YES true True TRUE on On ON'.split(' '));
const no: ReadonlySet<string> = new Set('n N no No NO false False FALSE off Off OFF'.split(' '));
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const date =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt](?=.*(?:Z|[-+]\d\d:\d\d)$)| (?=[^-+Z]*$))(\d\d?):(\d\d?):(\d\d?)(?:\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/;

/** A scalar without quotes or tag. */
function plain(text: string): Outcome {
  if (text === '' || /^(?:~|null|Null|NULL)$/.test(text)) return nullValue();
  if (yes.has(text)) return boolValue(true);
  if (no.has(text)) return boolValue(false);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return failure('infinity has no counterpart here.');
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return failure('NaN is not supported.');
  if (/^0x[0-9a-fA-F]+$/.test(text) || /^0o[0-7]+$/.test(text)) {
    return numberValue(fromInteger(BigInt(text), literalPrecision));
  }
  const number = decimal.test(text) ? parseNumber(text) : undefined;
  if (number !== undefined) return numberValue(number);
  return stringValue(timestamp(text) ?? text);
}

/** Dates in a uniform format, however they were written; undefined for anything else. */
function timestamp(text: string): string | undefined {
  const match = date.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match;
  const two = (part: string): string => part.padStart(2, '0');
  const zone = match[7] ?? 'Z';
  const time = `${two(hour)}:${two(minute)}:${two(second)}`;
  const parsed = parseTimestamp(`${year}-${two(month)}-${two(day)}T${time}${zone}`);
  return parsed && formatTimestamp(parsed);
}
