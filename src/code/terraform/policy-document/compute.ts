import { isSensitiveDeep, mark, unmarkDeep } from '../../hcl/eval/marks.ts';
import {
  compareHclText,
  stringValue,
  unknownReason,
  unknownValue,
  type Value,
} from '../../hcl/eval/value.ts';
import { documentJson, writeJson } from './encode.ts';
import { blockString, readStatementBlock } from './read-block.ts';
import { readDocumentBlock } from './read-document.ts';
import { checksum } from './set-order.ts';
import type { PolicyDocument, PolicyStatement, StatementOrigin } from './types.ts';

/** The data source type whose attributes are computed here. */
export const policyDocumentType = 'aws_iam_policy_document';

/** Attributes that the provider computes; all others are arguments. */
export const computedAttributes: ReadonlySet<string> = new Set(['json', 'minified_json', 'id']);

/** The arguments and blocks of a data source by name. */
export type DocumentArguments = ReadonlyMap<string, Value>;

export type Computed =
  | { readonly kind: 'document'; readonly document: PolicyDocument }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Computes the document of an `aws_iam_policy_document` as release 5.100 of the provider does. */
export function computeDocument(args: DocumentArguments): Computed {
  const plain: DocumentArguments = new Map(
    [...args].map(([name, value]) => [name, unmarkDeep(value)]),
  );
  for (const value of plain.values()) {
    const reason = unknownReason(value);
    if (reason !== undefined) return { kind: 'unknown', reason };
  }
  const document = merged(plain);
  if (document !== undefined) return { kind: 'document', document };
  return { kind: 'unknown', reason: 'the policy document is not valid' };
}

/** A computed attribute of the data source. */
export function computedValue(args: DocumentArguments, name: string): Value {
  const computed = computeDocument(args);
  if (computed.kind === 'unknown') return unknownValue(computed.reason);
  const json = documentJson(computed.document);
  const sensitive = [...args.values()].some(isSensitiveDeep);
  return mark(stringValue(attributeText(name, json)), sensitive);
}

function attributeText(name: string, json: ReturnType<typeof documentJson>): string {
  if (name === 'minified_json') return writeJson(json);
  const text = writeJson(json, '');
  return name === 'id' ? String(checksum(new TextEncoder().encode(text))) : text;
}

function merged(args: DocumentArguments): PolicyDocument | undefined {
  const sources = readDocuments(args, 'source_policy_documents');
  const own = ownDocument(args);
  const overrides = readDocuments(args, 'override_policy_documents');
  if (sources === undefined || own === undefined || overrides === undefined) return undefined;
  const sids = sources.flatMap(({ statements }) => statements.map(({ sid }) => sid));
  if (hasDuplicates(sids) || hasDuplicates(own.statements.map(({ sid }) => sid))) return undefined;
  return [...sources, own, ...overrides].reduce(mergeDocuments, emptyDocument);
}

function hasDuplicates(sids: readonly string[]): boolean {
  const named = sids.filter((sid) => sid !== '');
  return new Set(named).size < named.length;
}

function ownDocument(args: DocumentArguments): PolicyDocument | undefined {
  const version = blockString(args.get('version'), '2012-10-17');
  const id = blockString(args.get('policy_id'), '');
  const blocks = args.get('statement');
  if (version === undefined || id === undefined) return undefined;
  if (blocks !== undefined && blocks.kind !== 'tuple') return undefined;
  const statements = (blocks?.elements ?? []).map((block, index) =>
    readStatementBlock(block, index, { version }),
  );
  return statements.every((each) => each !== undefined) ? { version, id, statements } : undefined;
}

type MergedArgument = Extract<StatementOrigin, { kind: 'document' }>['argument'];

function readDocuments(
  args: DocumentArguments,
  argument: MergedArgument,
): readonly PolicyDocument[] | undefined {
  const value = args.get(argument);
  if (value === undefined || value.kind === 'null') return [];
  if (value.kind !== 'tuple' && value.kind !== 'list' && value.kind !== 'set') return undefined;
  const documents: PolicyDocument[] = [];
  for (const [index, element] of value.elements.entries()) {
    const origin = (statement: number): StatementOrigin => ({
      kind: 'document',
      argument,
      index,
      statement,
    });
    const document =
      element.kind === 'string' ? readDocumentBlock(element.value, origin) : undefined;
    if (document === undefined) return undefined;
    documents.push(document);
  }
  return documents;
}

const emptyDocument: PolicyDocument = { version: '', id: '', statements: [] };

/** Merges `next` into `base`: a statement replaces the one with the same Sid, or is added. */
function mergeDocuments(base: PolicyDocument, next: PolicyDocument): PolicyDocument {
  const statements: PolicyStatement[] = [...base.statements];
  for (const statement of next.statements) {
    const { sid } = statement;
    const at = sid === '' ? -1 : statements.findIndex((each) => each.sid === sid);
    if (at < 0) statements.push(statement);
    else statements[at] = statement;
  }
  return {
    version: compareHclText(next.version, base.version) > 0 ? next.version : base.version,
    id: next.id === '' ? base.id : next.id,
    statements,
  };
}
