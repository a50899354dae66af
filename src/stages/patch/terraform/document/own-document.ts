import { appendTopLevel } from '../../../../code/hcl/edit/block.ts';
import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import type { BlockParts } from '../../../../code/hcl/edit/types.ts';
import type { Block } from '../../../../code/hcl/syntax/ast.ts';
import type { Module } from '../../../../code/terraform/config/configuration.ts';
import type { Location } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { policyDocumentType } from '../../../../code/terraform/policy-document/compute.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../model/json.ts';
import { formKey, isInstance } from '../override/form.ts';
import { allEdits, siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import { type DocumentChange, toList } from './change.ts';
import { documentChanges } from './changes.ts';
import { policySource } from './sites.ts';
import { statementBlock } from './statement-block.ts';
import { type DocumentWrite, plainWrite } from './write.ts';

type Attribute = Extract<Location, { kind: 'attribute' }>;

/** A resource's document, its wanted content, and how its values are written. */
export interface OwnDocument {
  readonly address: string;
  readonly location: Attribute;
  readonly now: Json;
  readonly wanted: Json;
  readonly write: DocumentWrite;
}

/**
 * Turns a shared document into the source of a new one for this resource, which contains only the
 * differences: new statements, and those that replace the one with the same Sid.
 */
export function* ownDocumentSites(evaluation: Evaluation, own: OwnDocument): Generator<Site> {
  const { location, now, wanted, write } = own;
  const { file, expr, scope, rest } = location;
  const shared = rest.length === 0 ? policySource({ evaluation, scope, expr, rest }) : undefined;
  const source = shared === undefined ? undefined : evaluation.instance(shared)?.declaration;
  if (source === undefined) return;
  const statements = statementsOver(now, wanted);
  const name = freeName(own, scope.instance.module, source.name);
  if (statements === undefined || name === undefined) return;
  const before = file.text.slice(expr.start, expr.end);
  const reference = `data.${policyDocumentType}.${name}.json`;
  const { repetition } = scope;
  const text =
    repetition === undefined ? reference : `${isInstance(repetition)} ? ${reference} : ${before}`;
  const behind =
    source.file === file ? source.block : evaluation.instance(own.address)?.declaration.block;
  for (const writer of [write, plainWrite]) {
    const parts = documentBlock(name, before, statements, writer, source.block);
    if (parts === undefined) return;
    const label = `${policyDocumentType}.${name}`;
    yield siteIn(file, expr.start, 'new block', label, () =>
      allEdits([
        appendTopLevel(file.hcl, parts, behind === undefined ? {} : { after: behind }),
        setExpression(file.hcl, expr, { kind: 'raw', text }),
      ]),
    );
  }
}

function documentBlock(
  name: string,
  source: string,
  statements: readonly JsonObject[],
  write: DocumentWrite,
  neighbors: Block,
): BlockParts | undefined {
  const blocks = statements.map((each) => statementBlock(each, write, neighbors));
  const made = blocks.filter((each) => each !== undefined);
  if (made.length < blocks.length) return undefined;
  const value = { kind: 'raw', text: `[${source}]` } as const;
  return {
    type: 'data',
    labels: [policyDocumentType, name],
    attributes: [{ name: 'source_policy_documents', value }],
    blocks: made,
  };
}

/**
 * The statements that turn one document into the other when merged over it; undefined if that is
 * not possible.
 */
function statementsOver(now: Json, wanted: Json): readonly JsonObject[] | undefined {
  const coming: JsonObject[] = [];
  for (const change of documentChanges(now, wanted)) {
    const statement = change.kind === 'add' ? change.element : namedStatement(now, wanted, change);
    if (statement === undefined) return undefined;
    if (!coming.includes(statement)) coming.push(statement);
  }
  return coming.length === 0 ? undefined : coming;
}

/** The final form of a changed statement, if its Sid distinguishes it from all others. */
function namedStatement(now: Json, wanted: Json, change: DocumentChange): JsonObject | undefined {
  const [element, index] = change.path;
  if (change.kind === 'remove' || element !== 'Statement') return undefined;
  const sid = statementsOf(now)[Number(index)]?.['Sid'];
  if (typeof sid !== 'string' || sid === '') return undefined;
  const [only, ...others] = statementsOf(wanted).filter((each) => each['Sid'] === sid);
  return others.length === 0 ? only : undefined;
}

function statementsOf(document: Json): readonly JsonObject[] {
  const list = isJsonObject(document) ? (document['Statement'] ?? []) : [];
  return toList(list).filter(isJsonObject);
}

/** Resource names that carry no meaning. */
const plain = new Set(['this', 'main', 'default']);

/** The name of the resource, or that of its document with what distinguishes the resource from others. */
function freeName(
  { address, location }: OwnDocument,
  module: Module,
  source: string,
): string | undefined {
  const { repetition } = location.scope;
  const own = /\.([\w-]+)(?:\[[^.]*\])?$/.exec(address)?.[1] ?? 'own';
  const key = repetition === undefined ? own : formKey(repetition).replace(/\W+/g, '_');
  const names = plain.has(key) || /^\d/.test(key) ? [] : [key];
  return [...names, `${source}_${key}`, `${source}_${own}_${key}`].find(
    (name) => !module.data.has(`${policyDocumentType}.${name}`),
  );
}
