import { insertBlock } from '../hcl/edit/block.ts';
import { ensureListElement } from '../hcl/edit/ensure.ts';
import { indentAt, newlineOf } from '../hcl/edit/text.ts';
import type { EditResult } from '../hcl/edit/types.ts';
import type { Block, HclFile } from '../hcl/syntax/ast.ts';
import type { Evaluation } from '../terraform/config/types.ts';
import { nestedBlock } from './ignored.ts';
import { siteIn } from './site.ts';
import type { IgnoreGoal, Site } from './types.ts';

/** `lifecycle.ignore_changes` of the resource gets the attribute, with a note on whose it is now. */
export function* ignoreGoalSites(goal: IgnoreGoal, evaluation: Evaluation): Generator<Site> {
  const instance = evaluation.instance(goal.address);
  const [attribute] = goal.path;
  if (instance === undefined || typeof attribute !== 'string') return;
  const { file, block } = instance.declaration;
  const lifecycle = nestedBlock(block, 'lifecycle');
  const label = `ignore_changes of ${goal.address}`;
  yield siteIn(file, lifecycle?.start ?? block.start, 'block', label, () =>
    lifecycle === undefined
      ? insertBlock(file.hcl, block.body, { raw: lifecycleText(attribute, goal.note) })
      : extend(file.hcl, lifecycle, attribute, goal.note),
  );
}

function lifecycleText(attribute: string, note: string): string {
  return `lifecycle {\n  # ${note}\n  ignore_changes = [${attribute}]\n}`;
}

/** The list gets the attribute, and the line above it the note. */
function extend(file: HclFile, lifecycle: Block, attribute: string, note: string): EditResult {
  const element = { kind: 'raw', text: attribute } as const;
  const added = ensureListElement(file, lifecycle.body, 'ignore_changes', element);
  const list = lifecycle.body.items.find(
    (item) => item.kind === 'attribute' && item.name === 'ignore_changes',
  );
  if (!added.ok || added.edits.length === 0 || list === undefined) return added;
  const indent = indentAt(file.text, list.start);
  const comment = `# ${note}${newlineOf(file.text)}${indent}`;
  return { ok: true, edits: [{ offset: list.start, length: 0, text: comment }, ...added.edits] };
}
