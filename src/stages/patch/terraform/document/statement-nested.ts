import { insertBlock, removeBlock } from '../../../../code/hcl/edit/block.ts';
import { setExpression } from '../../../../code/hcl/edit/expression.ts';
import type { BlockParts, EditResult } from '../../../../code/hcl/edit/types.ts';
import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import { attributeIn } from '../../../../code/hcl/syntax/walk.ts';
import type { BlockOccurrence } from '../../../../code/terraform/config/location.ts';
import { isJsonObject, type Json } from '../../../../model/json.ts';
import { allEdits, siteIn } from '../site.ts';
import type { Site } from '../types.ts';
import type { DocumentChange } from './change.ts';
import { setSites } from './statement-argument.ts';
import { conditionBlock, conditionBlocks, writePrincipals } from './statement-block.ts';
import { type StatementPlace, statementLabel } from './statement-place.ts';
import { type DocumentWrite, plainWrite } from './write.ts';

/** Nested blocks of one type, with their evaluated content. */
function* nested(
  place: StatementPlace,
  type: string,
): Generator<{ readonly occurrence: BlockOccurrence; readonly content: Json }> {
  const { evaluation, address, occurrence } = place;
  const location = evaluation.locate(address, ['statement', occurrence.index, type]);
  if (location?.kind !== 'blocks') return;
  for (const found of location.occurrences) {
    const path = ['statement', occurrence.index, type, found.index];
    const value = evaluation.valueAt(address, path);
    yield { occurrence: found, content: (value === undefined ? null : valueToJson(value)) ?? null };
  }
}

function matches(content: Json, wanted: Readonly<Record<string, string | undefined>>): boolean {
  return (
    isJsonObject(content) &&
    Object.entries(wanted).every(([name, value]) => content[name] === value)
  );
}

/** Principals are blocks, one for each type. */
export function* principalSites(
  place: StatementPlace,
  block: string,
  inner: DocumentChange['path'],
  change: DocumentChange,
): Generator<Site> {
  const [type] = inner;
  const all = [...nested(place, block)];
  const own = all.filter(
    ({ content }) => type === undefined || matches(content, { type: String(type) }),
  );
  if (change.kind === 'members') {
    for (const { occurrence } of own) yield* identifierSites(place, occurrence, block, change);
    return;
  }
  const wanted = change.kind === 'set' ? change.value : undefined;
  const value = wanted === undefined || type === undefined ? wanted : { [String(type)]: wanted };
  for (const writer of [place.write, plainWrite]) {
    const blocks = value === undefined ? [] : writePrincipals(block, value, writer);
    if (blocks !== undefined) yield* exchangeSite(place, block, own, blocks);
  }
}

function* identifierSites(
  place: StatementPlace,
  occurrence: BlockOccurrence,
  block: string,
  change: DocumentChange,
): Generator<Site> {
  const attribute = attributeIn(
    occurrence.content,
    block === 'condition' ? 'values' : 'identifiers',
  );
  if (attribute === undefined) return;
  yield* setSites(place, occurrence, attribute, statementLabel(place, block), change);
}

/** Conditions are blocks, one for each test of a variable. */
export function* conditionSites(
  place: StatementPlace,
  inner: DocumentChange['path'],
  change: DocumentChange,
): Generator<Site> {
  const [test, variable] = inner.map(String);
  const own = [...nested(place, 'condition')].filter(
    ({ content }) =>
      (test === undefined || matches(content, { test })) &&
      (variable === undefined || matches(content, { variable })),
  );
  if (change.kind === 'members') {
    for (const { occurrence } of own) {
      yield* identifierSites(place, occurrence, 'condition', change);
    }
    return;
  }
  const wanted = change.kind === 'set' ? change.value : undefined;
  for (const writer of [place.write, plainWrite]) {
    const blocks = wanted === undefined ? [] : conditionsFor(test, variable, wanted, writer);
    yield* exchangeSite(place, 'condition', own, blocks);
  }
}

function conditionsFor(
  test: string | undefined,
  variable: string | undefined,
  value: Json,
  write: DocumentWrite,
): readonly BlockParts[] {
  if (test !== undefined && variable !== undefined) {
    return [conditionBlock(test, variable, value, write)];
  }
  const whole = test === undefined ? value : { [test]: value };
  return conditionBlocks('Condition', whole, write) ?? [];
}

/** Removes the old blocks and adds the new ones in a single edit. */
function* exchangeSite(
  place: StatementPlace,
  type: string,
  gone: readonly { readonly occurrence: BlockOccurrence }[],
  come: readonly BlockParts[],
): Generator<Site> {
  const { file, content } = place.occurrence;
  const written = gone.map(({ occurrence }) => occurrence);
  if (written.some(({ dynamic }) => dynamic !== undefined)) return;
  const [first, ...more] = written;
  const [only, ...others] = come;
  if (first !== undefined && only !== undefined && more.length + others.length === 0) {
    yield rewriteSite(place, type, first, only);
    return;
  }
  const kind = first === undefined ? 'new block' : 'block';
  const start = first?.content.start ?? content.start;
  yield siteIn(file, start, kind, statementLabel(place, type), () => {
    return allEdits([
      ...written.map((each) => removeBlock(file.hcl, each.content)),
      ...come.map((input) => insertBlock(file.hcl, content.body, input)),
    ]);
  });
}

/** Turns one block into another by changing its arguments, which keeps the text around them. */
function rewriteSite(
  place: StatementPlace,
  type: string,
  block: BlockOccurrence,
  { attributes }: BlockParts,
): Site {
  const { file, content } = block;
  return siteIn(file, content.start, 'block', statementLabel(place, type), () => {
    const made = attributes.flatMap(({ name, value }): readonly EditResult[] => {
      const attribute = attributeIn(content, name);
      return attribute === undefined ? [] : [setExpression(file.hcl, attribute.value, value)];
    });
    return allEdits(made);
  });
}
