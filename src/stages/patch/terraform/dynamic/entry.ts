import { valueToJson } from '../../../../code/hcl/eval/json.ts';
import type { Block, Expression } from '../../../../code/hcl/syntax/ast.ts';
import type { Scope } from '../../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../../code/terraform/config/types.ts';
import { isJsonArray, isJsonObject, type Json, jsonAt } from '../../../../model/json.ts';
import { assignmentsFor, mentions } from './assign.ts';
import { type AssignmentReading, type DynamicAssignment, isBlankAssignment } from './assignment.ts';
import { composeEntry, type DynamicEntry } from './compose.ts';
import { keyFor } from './key.ts';
import { type BlockTemplate, blockTemplate } from './template.ts';

/** The existing entries, which show which of several notations is usual. */
export type Siblings = readonly Json[];

/**
 * The entries from which a dynamic block would generate `element`, found by solving its content:
 * `from_port = rule.value.port` needs a `port`. The first entry omits what the block does not set,
 * the second sets it to an empty value, and the last ones have all the fields that their siblings
 * have in common. Empty if an argument cannot be produced.
 */
export function dynamicEntriesFor(
  evaluation: Evaluation,
  template: BlockTemplate,
  scope: Scope,
  element: Json,
  siblings: Siblings,
): readonly DynamicEntry[] {
  if (!isJsonObject(element)) return [];
  const base = { evaluation, template, scope };
  const entries = [true, false].flatMap((lean): readonly DynamicEntry[] => {
    const asked = askedBy({ ...base, lean }, template.content, element);
    if (asked === undefined) return [];
    const entry =
      composeEntry(asked.map((alternatives) => asSiblings(alternatives, siblings))) ??
      composeEntry(asked.map(first));
    return entry === undefined ? [] : [{ ...entry, value: likeSiblings(entry.value, siblings) }];
  });
  const whole = entries.map((entry) => ({
    ...entry,
    value: addMissingFields(siblings, entry.value),
  }));
  return [...entries, ...whole];
}

/** What an entry has to contain so that a block in the content that it generates is `element`. */
export function entryPartFor(
  evaluation: Evaluation,
  template: BlockTemplate,
  scope: Scope,
  content: Block,
  element: Json,
): Json | undefined {
  const asked = askedBy({ evaluation, template, scope, lean: true }, content, element);
  return asked && composeEntry(asked.map(first))?.value;
}

interface Search {
  readonly evaluation: Evaluation;
  readonly template: BlockTemplate;
  readonly scope: Scope;
  /** Attributes that the block does not set are omitted from the entry. */
  readonly lean: boolean;
}

type Alternatives = readonly (readonly DynamicAssignment[])[];

/** What each argument of the content requires of the entry; undefined if one cannot be produced. */
function askedBy(search: Search, content: Block, element: Json): Alternatives[] | undefined {
  const asked: Alternatives[] = [];
  for (const item of content.body.items) {
    if (item.kind === 'broken') return undefined;
    if (item.kind === 'attribute') {
      const want = member(element, item.name);
      const alternatives = assignmentsFor(createAssignmentReading(search), item.value, want);
      // An argument that is not set may be left to the expression's fallback.
      if (alternatives.length === 0 && !isBlankAssignment(want)) return undefined;
      asked.push(isBlankAssignment(want) && (search.lean || want === null) ? [[]] : alternatives);
      continue;
    }
    const inner =
      item.type === 'dynamic'
        ? askedByDynamic(search, item, element)
        : askedBy(search, item, firstElement(member(element, item.type)));
    if (inner === undefined) return undefined;
    asked.push(...inner);
  }
  return asked;
}

/** For a nested dynamic block: its collection needs an entry for each of the wanted blocks. */
function askedByDynamic(search: Search, block: Block, element: Json): Alternatives[] | undefined {
  const template = blockTemplate({ file: search.template.file, block });
  if (template === undefined) return undefined;
  const wanted = member(element, template.type);
  const blocks = isJsonArray(wanted) ? wanted : wanted === null ? [] : [wanted];
  if (blocks.length === 0 && search.lean) return [];
  const { evaluation, scope } = search;
  const [only, ...more] = blocks;
  const { content } = template;
  const isOfOuter = mentions(content, search.template.iterator);
  if (
    only !== undefined &&
    more.length === 0 &&
    isOfOuter &&
    !mentions(content, template.iterator)
  ) {
    return askedBy(search, content, only);
  }
  const entries = blocks.map((each) => dynamicEntriesFor(evaluation, template, scope, each, [])[0]);
  const reading = createAssignmentReading(search);
  const alternatives = collectionsOf(entries, blocks).flatMap((collection) =>
    assignmentsFor(reading, template.collection.value, collection),
  );
  if (blocks.length === 0) return [alternatives];
  return alternatives.length === 0 ? undefined : [alternatives];
}

/** A list and a map of the entries, or only a map if the blocks read its keys. */
function collectionsOf(
  entries: readonly (DynamicEntry | undefined)[],
  blocks: readonly Json[],
): readonly Json[] {
  const map = new Map<string, Json>();
  for (const [index, entry] of entries.entries()) {
    if (entry === undefined) return [];
    const key = entry.key ?? keyFor(blocks[index] ?? null, [...map.keys()]);
    if (key !== undefined && !map.has(key)) map.set(key, entry.value);
  }
  const isNamed = entries.some((entry) => entry?.key !== undefined);
  const lists = isNamed ? [] : [entries.map((entry) => entry?.value ?? null)];
  return map.size < entries.length ? lists : [...lists, Object.fromEntries(map)];
}

/** What is needed to solve the expressions in a dynamic block's content. */
export function createAssignmentReading({
  evaluation,
  template,
  scope,
}: Pick<Search, 'evaluation' | 'template' | 'scope'>): AssignmentReading {
  return {
    iterator: template.iterator,
    text: template.file.text,
    evaluate: (expr: Expression) => valueToJson(evaluation.evaluate(expr, scope)),
  };
}

function member(element: Json, name: string): Json {
  return jsonAt(element, name) ?? null;
}

function firstElement(value: Json): Json {
  return isJsonArray(value) ? (value[0] ?? null) : value;
}

function first(alternatives: Alternatives): readonly DynamicAssignment[] {
  return alternatives[0] ?? [];
}

/** The first of them whose attribute names all occur in the other entries. */
function asSiblings(alternatives: Alternatives, siblings: Siblings): readonly DynamicAssignment[] {
  const known = ({ path, value }: DynamicAssignment): boolean =>
    siblings.some((each) => {
      const own = member(each, path[0] ?? '');
      return own !== null && isJsonArray(own) === (path.length === 1 && isJsonArray(value));
    });
  return alternatives.find((alternative) => alternative.every(known)) ?? first(alternatives);
}

/** The entry with empty values for what it lacks and all of its siblings have. */
function addMissingFields(siblings: Siblings, entry: Json): Json {
  const [first, ...others] = siblings.filter(isJsonObject);
  if (first === undefined || !isJsonObject(entry)) return entry;
  const missing = Object.entries(first).filter(
    ([name]) => !Object.hasOwn(entry, name) && others.every((each) => Object.hasOwn(each, name)),
  );
  const blank = missing.map(([name, value]) => [name, blankLike(value)] as const);
  return { ...entry, ...Object.fromEntries(blank) };
}

function blankLike(value: Json): Json {
  if (isJsonArray(value)) return [];
  return isJsonObject(value) ? {} : null;
}

/** Writes numbers as texts if all other entries have texts: next to `"443"`, 22 becomes `"22"`. */
function likeSiblings(value: Json, siblings: Siblings): Json {
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, inner]) => {
      const others = siblings.map((each) => member(each, name)).filter((each) => each !== null);
      return [name, isJsonObject(inner) ? inner : likeSiblings(inner, others)] as const;
    });
    return Object.fromEntries(entries);
  }
  const isText = siblings.length > 0 && siblings.every((each) => typeof each === 'string');
  return isText && typeof value === 'number' ? String(value) : value;
}
