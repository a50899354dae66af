import type { Json } from '../../../model/json.ts';
import { convertValue } from '../../hcl/eval/convert.ts';
import { isFailure } from '../../hcl/eval/failure.ts';
import { valueToJson } from '../../hcl/eval/json.ts';
import { listType, setType, stringType, type Type } from '../../hcl/eval/type.ts';
import type { Value } from '../../hcl/eval/value.ts';
import { reversed } from './encode.ts';
import { conditionsInOrder, type PrincipalBlock, principalsInOrder } from './set-order.ts';
import {
  type ListName,
  listArguments,
  type PolicyStatement,
  type StatementCondition,
  type StatementPrincipal,
} from './types.ts';

/**
 * Settings for reading a `statement` block and its content. The functions below return undefined
 * for anything that the provider would reject.
 */
export interface BlockReader {
  /** The version of the document; in 2008-10-17, `&{` has no special meaning. */
  readonly version: string;
}

type Entries = ReadonlyMap<string, Value>;

const legacyVersion = '2008-10-17';

export function readStatementBlock(
  value: Value,
  index: number,
  reader: BlockReader,
): PolicyStatement | undefined {
  if (value.kind !== 'object') return undefined;
  const { entries } = value;
  const sid = blockString(entries.get('sid'), '');
  const effect = blockString(entries.get('effect'), 'Allow');
  const principals = readPrincipals(entries.get('principals'), reader);
  const notPrincipals = readPrincipals(entries.get('not_principals'), reader);
  const conditions = readConditions(entries.get('condition'), reader);
  if (sid === undefined || effect === undefined) return undefined;
  if (!principals || !notPrincipals || !conditions) return undefined;
  const lists = new Map<ListName, Json>();
  for (const [name, argument] of listArguments) {
    const texts = textsOf(entries.get(argument));
    const read = name.endsWith('Action') ? texts : texts && withVariables(texts, reader);
    if (read === undefined) return undefined;
    if (read.length > 0) lists.set(name, decoded(read));
  }
  const origin = { kind: 'statement', index } as const;
  return {
    origin,
    sid,
    effect,
    lists,
    principals,
    notPrincipals,
    conditions,
  };
}

/** A single text is not a list; several are in reverse order. */
function decoded(texts: readonly string[]): string | readonly string[] {
  const [only] = texts;
  return only !== undefined && texts.length === 1 ? only : reversed(texts);
}

/** Policy variables are written `&{aws:username}` because Terraform itself uses `\${`. */
function withVariables(
  texts: readonly string[],
  { version }: BlockReader,
): readonly string[] | undefined {
  if (version === legacyVersion && texts.some((text) => text.includes('&{'))) return undefined;
  return texts.map((text) => text.replaceAll('&{', '${'));
}

export function blockString(value: Value | undefined, fallback: string): string | undefined {
  const converted = value === undefined ? undefined : convertValue(value, stringType);
  if (converted === undefined || converted.kind === 'null') return fallback;
  return converted.kind === 'string' ? converted.value : undefined;
}

function textsOf(value: Value | undefined): readonly string[] | undefined {
  return elements(value, setType(stringType));
}

function elements(value: Value | undefined, type: Type): readonly string[] | undefined {
  if (value === undefined || value.kind === 'null') return [];
  const converted = convertValue(value, type);
  const json = isFailure(converted) ? undefined : valueToJson(converted);
  if (!Array.isArray(json)) return undefined;
  return json.every((each) => typeof each === 'string') ? json : undefined;
}

function blocksOf(value: Value | undefined): readonly Entries[] | undefined {
  if (value === undefined) return [];
  if (value.kind !== 'tuple') return undefined;
  const blocks = value.elements.flatMap((each) => (each.kind === 'object' ? [each.entries] : []));
  return blocks.length === value.elements.length ? blocks : undefined;
}

function readPrincipals(
  value: Value | undefined,
  reader: BlockReader,
): readonly StatementPrincipal[] | undefined {
  const principals: PrincipalBlock[] = [];
  for (const block of blocksOf(value) ?? [new Map()]) {
    const type = blockString(block.get('type'), '');
    const identifiers = textsOf(block.get('identifiers'));
    if (type === undefined || identifiers === undefined || !block.has('type')) return undefined;
    principals.push({ type, identifiers });
  }
  const read: StatementPrincipal[] = [];
  for (const { type, identifiers } of principalsInOrder(principals)) {
    const texts = withVariables(identifiers, reader);
    if (texts === undefined) return undefined;
    read.push({ type, identifiers: decoded(texts) });
  }
  return read;
}

function readConditions(
  value: Value | undefined,
  reader: BlockReader,
): readonly StatementCondition[] | undefined {
  const conditions: StatementCondition[] = [];
  for (const block of blocksOf(value) ?? [new Map()]) {
    const test = blockString(block.get('test'), '');
    const variable = blockString(block.get('variable'), '');
    const values = elements(block.get('values'), listType(stringType));
    if (test === undefined || variable === undefined || values === undefined) return undefined;
    if (!block.has('test')) return undefined;
    conditions.push({ test, variable, values });
  }
  const read: StatementCondition[] = [];
  for (const { test, variable, values } of conditionsInOrder(conditions)) {
    const texts = withVariables(values, reader);
    if (texts === undefined) return undefined;
    read.push({ test, variable, values: texts });
  }
  return read;
}
