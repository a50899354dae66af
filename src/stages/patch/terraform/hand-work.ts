import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { type EditLine, formatLine, sourceLineAt } from '../place.ts';
import type { Goal } from '../types.ts';
import { workApart } from './hand-work-apart.ts';
import type { Project } from './types.ts';
import { furtherText, type WantedText, wantedText } from './wanted-text.ts';

/** What a person has to do, and where. */
export type HandWork = Pick<Refusal, 'suggestion' | 'nearest' | 'write'>;

export interface HandWorkOptions {
  /** The value is a secret, and never shown. */
  readonly hide: boolean;
  /** An edit of the code would change other stacks, too. */
  readonly isElsewhere?: boolean;
}

/**
 * The line where a person would start, and what it should contain. If others share that line, the
 * place where this one alone can differ.
 */
export function handWork(
  project: Project,
  goal: Goal,
  { hide, isElsewhere = false }: HandWorkOptions,
): HandWork {
  const line = lineOfGoal(project, goal);
  const wanted: WantedText = hide ? { kind: 'value' } : wantedText(project.evaluation, goal);
  const apart = workApart(project, goal, { wanted, isElsewhere, line });
  if (apart !== undefined) return apart;
  const at = line === undefined ? '' : ` in ${formatLine(line)}`;
  const write = wanted.kind === 'value' ? wanted.write : undefined;
  return {
    suggestion: `${taskOf(goal, wanted)}${at}.${furtherText(wanted)}`,
    ...(line === undefined ? {} : { nearest: line }),
    ...(write === undefined ? {} : { write }),
  };
}

function taskOf(goal: Goal, wanted: WantedText): string {
  const what = 'path' in goal ? formatPath(goal.path) : '';
  const write = wanted.kind === 'value' ? wanted.write : undefined;
  switch (goal.kind) {
    case 'value':
      if (goal.value === null) return `Remove \`${what}\` from ${goal.address} by hand`;
      if (wanted.kind === 'document') return documentTask(goal.address, what, wanted);
      return write === undefined
        ? `Set \`${what}\` of ${goal.address} by hand; the value is a secret and not shown`
        : `Make \`${what}\` of ${goal.address} say \`${write}\` by hand`;
    case 'element': {
      const member = write === undefined ? 'the member' : `\`${write}\``;
      return goal.action === 'add'
        ? `Add ${member} to \`${what}\` of ${goal.address} by hand`
        : `Remove ${member} from \`${what}\` of ${goal.address} by hand`;
    }
    case 'create':
      return `Declare ${goal.address} with an import block by hand`;
    case 'delete':
      return `Take ${goal.address} out by hand`;
    case 'ignore':
      return `Add \`${String(goal.path[0])}\` to ignore_changes of ${goal.address} by hand`;
    case 'unignore':
      return `Remove \`${goal.entry}\` from ignore_changes of ${goal.address} by hand`;
  }
}

function documentTask(
  address: string,
  what: string,
  { entry, orders }: Extract<WantedText, { kind: 'document' }>,
): string {
  if (entry !== undefined) {
    return `Set ${entry.place} to \`${entry.write}\` in \`${what}\` of ${address} by hand`;
  }
  const is = orders.length === 0 ? 'is live' : 'follows';
  return `Make \`${what}\` of ${address} say what ${is} by hand`;
}

/** The line that declares the attribute, or otherwise its parent block, or the resource. */
function lineOfGoal({ evaluation, tree }: Project, goal: Goal): EditLine | undefined {
  const location = 'path' in goal ? evaluation.locate(goal.address, goal.path) : undefined;
  switch (location?.kind) {
    case 'attribute':
      return sourceLineAt(tree, location.file, location.attribute.start);
    case 'block':
      return sourceLineAt(tree, location.occurrence.file, location.occurrence.content.start);
    case 'blocks':
    case 'absent':
      return sourceLineAt(tree, location.parent.file, location.parent.block.start);
    case undefined: {
      const declaration = evaluation.instance(goal.address)?.declaration;
      return declaration && sourceLineAt(tree, declaration.file, declaration.block.start);
    }
  }
}
