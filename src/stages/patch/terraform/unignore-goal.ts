import { removeAttribute } from '../../../code/hcl/edit/attribute.ts';
import { removeBlock } from '../../../code/hcl/edit/block.ts';
import { listRemove } from '../../../code/hcl/edit/list.ts';
import type { EditResult } from '../../../code/hcl/edit/types.ts';
import type { Block, HclFile } from '../../../code/hcl/syntax/ast.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { lineStartAt, nextLineAt } from '../../../text/lines.ts';
import type { UnignoreGoal } from '../types.ts';
import { linesBetween } from './delegation.ts';
import { ignoreList, nestedBlock } from './ignored.ts';
import { siteIn } from './site.ts';
import { chainEdits } from './then-edit.ts';
import type { Site } from './types.ts';

/**
 * Removes the entry and its note from `ignore_changes`. A list or `lifecycle` that is then empty is
 * removed too; comments are kept.
 */
export function* unignoreGoalSites(goal: UnignoreGoal, evaluation: Evaluation): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  if (instance === undefined) return;
  const { file, block } = instance.declaration;
  const list = ignoreList(block);
  if (list === undefined) return;
  const index = file.hcl.body.items.indexOf(block);
  const inBlock =
    (edit: (file: HclFile, block: Block) => EditResult) =>
    (now: HclFile): EditResult => {
      const item = now.body.items[index];
      return item?.kind === 'block' ? edit(now, item) : nothing;
    };
  yield siteIn(file, list.start, 'block', `ignore_changes of ${goal.address}`, () =>
    chainEdits(file.hcl, [
      inBlock((now, at) => withoutNote(now, at, goal.note)),
      inBlock((now, at) => withoutEntry(now, at, goal.entry)),
      inBlock(withoutEmptyList),
      inBlock(withoutEmptyLifecycle),
    ]),
  );
}

const nothing: EditResult = { ok: true, edits: [] };

function withoutNote(file: HclFile, block: Block, note: string): EditResult {
  const lifecycle = nestedBlock(block, 'lifecycle');
  const list = ignoreList(block);
  if (lifecycle === undefined || list === undefined) return nothing;
  const line = linesBetween(file.text, lifecycle.open + 1, list.start).find(
    ({ text }) => text === note,
  );
  if (line === undefined) return nothing;
  const start = lineStartAt(file.text, line.offset);
  const end = file.text.indexOf('\n', line.offset) + 1;
  return { ok: true, edits: [{ offset: start, length: end - start, text: '' }] };
}

function withoutEntry(file: HclFile, block: Block, entry: string): EditResult {
  const list = ignoreList(block)?.value;
  if (list?.kind !== 'tuple') return nothing;
  const wanted = squeeze(entry);
  const index = list.items.findIndex(
    (item) => squeeze(file.text.slice(item.start, item.end)) === wanted,
  );
  return index < 0 ? nothing : listRemove(file, list, index);
}

/** Removes only the argument, since comments above it may have been written by people. */
function withoutEmptyList(file: HclFile, block: Block): EditResult {
  const list = ignoreList(block);
  if (list?.value.kind !== 'tuple' || list.value.items.length > 0) return nothing;
  if (file.text.slice(list.value.start + 1, list.value.end - 1).trim() !== '') return nothing;
  const start = lineStartAt(file.text, list.start);
  const end = nextLineAt(file.text, list.end);
  const line = file.text.slice(start, list.start) + file.text.slice(list.end, end);
  if (line.trim() !== '') return removeAttribute(file, list);
  return { ok: true, edits: [{ offset: start, length: end - start, text: '' }] };
}

function withoutEmptyLifecycle(file: HclFile, block: Block): EditResult {
  const lifecycle = nestedBlock(block, 'lifecycle');
  if (lifecycle === undefined) return nothing;
  const inner = file.text.slice(lifecycle.open + 1, lifecycle.close);
  return inner.trim() === '' ? removeBlock(file, lifecycle) : nothing;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
