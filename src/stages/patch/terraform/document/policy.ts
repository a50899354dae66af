import { insertAttribute, removeAttribute } from '../../../../code/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../../../code/hcl/edit/block.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { computeDocument } from '../../../../code/terraform/policy-document/compute.ts';
import type {
  PolicyStatement,
  StatementOrigin,
} from '../../../../code/terraform/policy-document/types.ts';
import type { JsonObject } from '../../../../model/json.ts';
import { siteIn } from '../site.ts';
import { type TraceContext, traceStart } from '../trace/context.ts';
import { entrySites } from '../trace/entry.ts';
import { valueSites } from '../trace/value.ts';
import type { Site } from '../types.ts';
import type { DocumentChange } from './change.ts';
import { dynamicSites } from './dynamic.ts';
import { statementSites } from './statement.ts';
import { statementBlock } from './statement-block.ts';
import { type DocumentWrite, plainWrite } from './write.ts';

/** Finds the places of a change in another document. */
export type InDocument = (
  context: TraceContext,
  change: DocumentChange,
  write: DocumentWrite,
) => Iterable<Site>;

interface Search {
  readonly evaluation: Evaluation;
  /** Address of the data source. */
  readonly address: string;
  readonly change: DocumentChange;
  readonly write: DocumentWrite;
  readonly inDocument: InDocument;
}

/** Places of a change in a policy document that is built from blocks or merged from others. */
export function* policySites(
  evaluation: Evaluation,
  address: string,
  change: DocumentChange,
  write: DocumentWrite,
  inDocument: InDocument,
): Generator<Site> {
  const computed = computeDocument(evaluation.attributes(address));
  if (computed.kind === 'unknown') return;
  const search: Search = { evaluation, address, change, write, inDocument };
  const { statements } = computed.document;
  const [element, at] = change.path;
  if (element === 'Version') yield* argumentSites(search, 'version');
  else if (element === 'Id') yield* argumentSites(search, 'policy_id');
  else if (element !== 'Statement') return;
  else if (change.kind === 'add') yield* additionSites(search, change.element, statements);
  else {
    const statement = statements[change.kind === 'remove' ? change.index : Number(at)];
    if (statement !== undefined) yield* originSites(search, statement.origin);
  }
}

function* argumentSites({ evaluation, address, change }: Search, name: string): Generator<Site> {
  const location = evaluation.locate(address, [name]);
  const label = `${name} of ${address}`;
  if (location?.kind === 'attribute') {
    const { file, attribute, expr, scope } = location;
    if (change.kind === 'set') {
      yield* valueSites(traceStart(evaluation, expr, scope, label), change.value);
    } else {
      yield siteIn(file, attribute.start, 'literal', label, () =>
        removeAttribute(file.hcl, attribute),
      );
    }
  } else if (location?.kind === 'absent' && change.kind === 'set') {
    const { file, block } = location.parent;
    yield siteIn(file, block.start, 'new attribute', label, () =>
      insertAttribute(
        file.hcl,
        block.body,
        name,
        { kind: 'json', value: change.value },
        {
          after: 'start',
        },
      ),
    );
  }
}

function* originSites(search: Search, origin: StatementOrigin): Generator<Site> {
  const { evaluation, address, change, write } = search;
  if (origin.kind === 'document') {
    const moved =
      change.kind === 'remove'
        ? { ...change, index: origin.statement }
        : { ...change, path: ['Statement', origin.statement, ...change.path.slice(2)] };
    yield* mergedSites(search, origin.argument, origin.index, moved);
    return;
  }
  const location = evaluation.locate(address, ['statement']);
  const occurrences = location?.kind === 'blocks' ? location.occurrences : [];
  const occurrence = occurrences[origin.index];
  if (occurrence === undefined) return;
  if (change.kind === 'remove') yield* removalSites(search, occurrence);
  else yield* statementSites({ evaluation, address, occurrence, write }, change);
}

/** Places in the merged document that supplied the statement. */
function* mergedSites(
  { evaluation, address, write, inDocument }: Search,
  argument: string,
  index: number,
  change: DocumentChange,
): Generator<Site> {
  const location = evaluation.locate(address, [argument]);
  if (location?.kind !== 'attribute') return;
  const use = traceStart(
    evaluation,
    location.expr,
    location.scope,
    `${argument}[${index}] of ${address}`,
  );
  yield* inDocument({ ...use, rest: [index] }, change, write);
}

function* removalSites(
  { evaluation, address }: Search,
  occurrence: BlockOccurrence,
): Generator<Site> {
  const { file, content, dynamic, index } = occurrence;
  const label = `statement[${index}] of ${address}`;
  if (dynamic === undefined) {
    yield siteIn(file, content.start, 'block', label, () => removeBlock(file.hcl, content));
    return;
  }
  const key = valueToJson(dynamic.key);
  if (typeof key !== 'string' && typeof key !== 'number') return;
  const { collection, scope } = dynamic;
  const name = `collection of statement of ${address}`;
  yield* entrySites(traceStart(evaluation, collection.expr, scope, name, 'collection entry'), key);
}

/**
 * A new block next to the existing ones, or in a document passed to the module, since the documents
 * that the module merges itself were made for other purposes.
 */
function* additionSites(
  search: Search,
  element: JsonObject,
  statements: readonly PolicyStatement[],
): Generator<Site> {
  const { evaluation, address, write } = search;
  yield* givenSites(search, statements);
  const location = evaluation.locate(address, ['statement']);
  const occurrences = location?.kind === 'blocks' ? location.occurrences : [];
  // Blocks that one dynamic block generates share one collection.
  const generated = new Map(occurrences.map((each) => [each.dynamic?.block, each]));
  for (const occurrence of generated.values()) {
    yield* dynamicSites(evaluation, occurrence, element, `collection of statement of ${address}`);
  }
  const instance = evaluation.instance(address);
  if (instance === undefined) return;
  const { file, block } = instance.declaration;
  for (const writer of [write, plainWrite]) {
    const input = statementBlock(element, writer, block);
    if (input === undefined) return;
    yield siteIn(file, block.start, 'new block', `statement of ${address}`, () =>
      insertBlock(file.hcl, block.body, input),
    );
  }
}

/** Places in sources that callers of the module pass in, the last one first. */
function* givenSites(search: Search, statements: readonly PolicyStatement[]): Generator<Site> {
  const { evaluation, address, change } = search;
  const own = evaluation.instance(address)?.scope.instance;
  if (own?.caller === undefined) return;
  const sources = statements.flatMap(({ origin }) =>
    origin.kind === 'document' && origin.argument === 'source_policy_documents'
      ? [origin.index]
      : [],
  );
  for (const index of [...new Set(sources)].reverse()) {
    for (const site of mergedSites(search, 'source_policy_documents', index, change)) {
      if (!own.module.files.has(site.file.path)) yield site;
    }
  }
}
