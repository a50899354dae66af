import { keepAlignment } from '../../../code/hcl/edit/align.ts';
import { insertBlock } from '../../../code/hcl/edit/block.ts';
import { ensureListElement } from '../../../code/hcl/edit/ensure.ts';
import type { EditResult } from '../../../code/hcl/edit/types.ts';
import type { Block, HclFile } from '../../../code/hcl/syntax/ast.ts';
import type { ResourceInstance } from '../../../code/terraform/config/scope.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { BlockSchema, ProviderSchema } from '../../../providers/schema/types.ts';
import { indentAt, lineStartAt, newlineOf, nextLineAt } from '../../../text/lines.ts';
import type { IgnoreGoal } from '../types.ts';
import { isNoteOn, linesBetween } from './delegation.ts';
import { ignorablePath, ignoreList, nestedBlock } from './ignored.ts';
import { siteIn } from './site.ts';
import { chainEdits } from './then-edit.ts';
import type { Site } from './types.ts';

/**
 * Adds the attribute to `lifecycle.ignore_changes` of the resource, with a note that names the
 * owner.
 */
export function* ignoreGoalSites(
  goal: IgnoreGoal,
  evaluation: Evaluation,
  schema: ProviderSchema,
): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  const entry = ignoreEntry(ignorablePath(goal.path), schema.resource(goal.type));
  if (instance === undefined || entry === undefined) return;
  const { file, block } = instance.declaration;
  const lifecycle = nestedBlock(block, 'lifecycle');
  const label = `ignore_changes of ${goal.address}`;
  const comment = `# ${entry}: ${goal.note}`;
  const site = siteIn(file, lifecycle?.start ?? block.start, 'block', label, () =>
    lifecycle === undefined
      ? insertBlock(file.hcl, block.body, { raw: lifecycleText(entry, comment) })
      : extend(file.hcl, block, lifecycle, entry, comment),
  );
  const note = sharedNote(evaluation, instance);
  yield note === undefined ? site : { ...site, note };
}

/**
 * A path in the notation of `ignore_changes`: `tags["Owner"]`, `scaling_config[0].desired_size`.
 * The entry ends before the first step that the notation does not support.
 */
function ignoreEntry(path: AttributePath, schema: BlockSchema | undefined): string | undefined {
  const [head, ...steps] = path;
  if (typeof head !== 'string') return undefined;
  const isMap = schema?.attributes.get(head)?.type.kind === 'map';
  let text = head;
  for (const step of steps) {
    if (typeof step === 'object') return text;
    if (typeof step === 'number') text += `[${step}]`;
    else text += isMap || !/^[A-Za-z_][\w-]*$/.test(step) ? `[${quoted(step)}]` : `.${step}`;
  }
  return text;
}

/** Escapes template markers in keys, since keys come from outside. */
function quoted(key: string): string {
  return JSON.stringify(key).replace(/[$%](?=\{)/g, (marker) => marker + marker);
}

/** One `lifecycle` applies to all instances of a block, in all uses of its module. */
function sharedNote(
  evaluation: Evaluation,
  { address, declaration }: ResourceInstance,
): string | undefined {
  const { file, block } = declaration;
  const others = [...evaluation.configuration.modules.values()]
    .flatMap((module) => [...module.resources.values()])
    .filter((each) => each.file.path === file.path && each.block.start === block.start)
    .flatMap((each) => evaluation.instancesOf(each))
    .map((each) => each.address)
    .filter((each) => each !== address)
    .sort();
  if (others.length === 0) return undefined;
  const more = others.length > 5 ? ` and ${others.length - 5} more` : '';
  return `The rule also holds for ${others.slice(0, 5).join(', ')}${more}, which the same block declares.`;
}

function lifecycleText(entry: string, comment: string): string {
  return `lifecycle {\n  ${comment}\n  ignore_changes = [${entry}]\n}`;
}

/** Adds the attribute to the list and the note to the line above it, replacing an older note. */
function extend(
  file: HclFile,
  block: Block,
  lifecycle: Block,
  entry: string,
  comment: string,
): EditResult {
  const index = file.body.items.indexOf(block);
  return chainEdits(file, [
    (now) => withoutNotes(now, index, entry),
    (now) => {
      const body = lifecycleAt(now, index)?.body ?? lifecycle.body;
      return ensureListElement(now, body, 'ignore_changes', { kind: 'raw', text: entry });
    },
    (now) => {
      const item = now.body.items[index];
      const list = item?.kind === 'block' ? ignoreList(item) : undefined;
      if (list === undefined) return { ok: true, edits: [] };
      const indent = indentAt(now.text, list.start);
      const text = `${comment}${newlineOf(now.text)}${indent}`;
      // A comment interrupts a run of aligned arguments.
      return { ok: true, edits: keepAlignment(now, [{ offset: list.start, length: 0, text }]) };
    },
  ]);
}

function lifecycleAt(file: HclFile, index: number): Block | undefined {
  const item = file.body.items[index];
  return item?.kind === 'block' ? nestedBlock(item, 'lifecycle') : undefined;
}

/** Two notes on one entry would name two owners. */
function withoutNotes(file: HclFile, index: number, entry: string): EditResult {
  const item = file.body.items[index];
  const lifecycle = lifecycleAt(file, index);
  const list = item?.kind === 'block' ? ignoreList(item) : undefined;
  if (lifecycle === undefined || list === undefined) return { ok: true, edits: [] };
  const notes = linesBetween(file.text, lifecycle.open + 1, list.start).filter(({ text }) =>
    isNoteOn(text, entry),
  );
  return {
    ok: true,
    edits: notes.map(({ offset }) => {
      const start = lineStartAt(file.text, offset);
      return { offset: start, length: nextLineAt(file.text, offset) - start, text: '' };
    }),
  };
}
