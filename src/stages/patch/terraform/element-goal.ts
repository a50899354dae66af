import { insertAttribute } from '../../../code/hcl/edit/attribute.ts';
import { insertBlock, removeBlock } from '../../../code/hcl/edit/block.ts';
import type { Location } from '../../../code/terraform/config/location.ts';
import { isWrittenAsBlock } from './block-input.ts';
import { ownBlockSite, sharedBlockSite } from './dynamic/repeat.ts';
import { dynamicAdditionSites, dynamicRemovalSites } from './dynamic/sites.ts';
import {
  blockInput,
  type ElementSearch,
  elementBlock,
  newBlockLabel,
  writeList,
} from './element-input.ts';
import { blockValue, mergeSites } from './element-merge.ts';
import { memberId, membersByIdentity } from './member.ts';
import { blockAt, valuesAround } from './missing-block.ts';
import { listOverrideSite, listWithdrawalSites } from './override/list.ts';
import { siteIn } from './site.ts';
import { attributeUse } from './trace/context.ts';
import { memberSites } from './trace/member.ts';
import type { Site } from './types.ts';

/** Every place to edit so that the member is added to or removed from the collection. */
export function* elementGoalSites(search: ElementSearch): Generator<Site> {
  const { goal, evaluation } = search;
  const location = evaluation.locate(goal.address, goal.path);
  switch (location?.kind) {
    case 'attribute':
      yield* listSites(search, location);
      return;
    case 'blocks':
      if (goal.action === 'add') yield* addBlockSites(search, location);
      else yield* removeBlockSites(search, location);
      return;
    case 'absent':
      if (goal.action === 'add') yield* absentSites(search, location);
      return;
    default:
      return;
  }
}

type Of<K extends Location['kind']> = Extract<Location, { kind: K }>;

function* listSites(search: ElementSearch, location: Of<'attribute'>): Generator<Site> {
  const { goal, evaluation } = search;
  const input = search.write(goal, goal.element);
  const context = attributeUse(evaluation, location, goal.address);
  const { action, element } = goal;
  const membership = { action, element, input };
  yield* listWithdrawalSites(context, membership);
  yield* memberSites(context, membership);
  if (location.rest.length === 0) yield listOverrideSite(context, membership);
}

/**
 * Adds the member to a list in an otherwise equal block, to the collection of a dynamic block, or
 * as a separate block.
 */
function* addBlockSites(search: ElementSearch, location: Of<'blocks'>): Generator<Site> {
  const { goal } = search;
  for (const occurrence of location.occurrences) {
    yield* mergeSites(search, occurrence);
  }
  for (const dynamic of location.dynamics) {
    yield* dynamicAdditionSites(search.evaluation, dynamic, location, goal);
  }
  // In the content of another dynamic block, all of its blocks would get the new one.
  if (location.dynamics.length > 0 && location.through.some(({ dynamic }) => dynamic)) return;
  const { parent, occurrences } = location;
  const last = occurrences.filter((occurrence) => occurrence.dynamic === undefined).at(-1);
  const { file, block } = last === undefined ? parent : { ...parent, file: last.file };
  yield siteIn(file, last?.content.start ?? block.start, 'new block', newBlockLabel(goal), () => {
    const input = elementBlock(search, goal.element);
    return insertBlock(
      file.hcl,
      block.body,
      input,
      last === undefined ? {} : { after: last.content },
    );
  });
  const { repetition } = location.scope;
  if (repetition === undefined || location.through.length > 0) return;
  const input = () => elementBlock(search, goal.element);
  yield ownBlockSite({ file, block }, repetition, input, newBlockLabel(goal));
}

/**
 * Removes the member from a list with other members, or removes the block or collection entry that
 * has no other.
 */
function* removeBlockSites(search: ElementSearch, location: Of<'blocks'>): Generator<Site> {
  const { goal, evaluation } = search;
  const wanted = memberId(goal.type, goal.path, goal.element);
  for (const occurrence of location.occurrences) {
    const value = blockValue(search, occurrence);
    if (value === undefined) continue;
    const members = membersByIdentity(goal.type, goal.path, [value]);
    if (!members.has(wanted)) continue;
    if (members.size > 1) {
      yield* mergeSites(search, occurrence);
    } else if (occurrence.dynamic !== undefined) {
      yield* dynamicRemovalSites(evaluation, occurrence, location, goal);
    } else {
      const { file, content } = occurrence;
      yield siteIn(file, content.start, 'block', newBlockLabel(goal), () =>
        removeBlock(file.hcl, content),
      );
      const { repetition } = occurrence.scope;
      if (repetition !== undefined && location.through.length === 0) {
        yield sharedBlockSite(file, content, repetition, newBlockLabel(goal));
      }
    }
  }
}

function* absentSites(search: ElementSearch, location: Of<'absent'>): Generator<Site> {
  const { goal, schema } = search;
  const [name, ...inner] = location.rest;
  if (typeof name !== 'string') return;
  const { file, block } = location.parent;
  const above = goal.path.slice(0, goal.path.length - location.rest.length);
  const parent = blockAt(schema.resource(goal.type), above);
  if (inner.length > 0) {
    const missing = parent?.blocks.get(name)?.block;
    const values = valuesAround(inner, [goal.element]);
    if (missing === undefined || values === undefined) return;
    yield siteIn(file, block.start, 'new block', `${name} block of ${goal.address}`, () =>
      insertBlock(file.hcl, block.body, blockInput(search, name, values, missing)),
    );
    return;
  }
  if (isWrittenAsBlock(parent, name)) {
    const input = () => elementBlock(search, goal.element);
    const label = newBlockLabel(goal);
    yield siteIn(file, block.start, 'new block', label, () =>
      insertBlock(file.hcl, block.body, input()),
    );
    const { repetition } = location.scope;
    if (repetition === undefined || location.through.length > 0) return;
    yield ownBlockSite(location.parent, repetition, input, label);
    return;
  }
  const label = `${name} of ${goal.address}`;
  yield siteIn(file, block.start, 'new attribute', label, () =>
    insertAttribute(file.hcl, block.body, name, writeList(search, [goal.element])),
  );
}
