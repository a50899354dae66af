import type { Module } from '../../../code/terraform/config/configuration.ts';
import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import type { Attempt } from '../attempt.ts';
import { type EditLine, formatLine, sourceLineAt } from '../place.ts';
import type { Goal } from '../types.ts';
import type { Project } from './types.ts';

/** A module call and the line where it is written. */
export interface ForeignCall {
  readonly name: string;
  readonly at: EditLine;
}

/** The call, in editable code, of the external module that contains a resource. */
export function foreignCall(project: Project, goal: Goal): ForeignCall | undefined {
  return callOf(project, goal, ({ editable, dir }) => !editable && !dir.startsWith('../'));
}

/** The outermost call, in editable code, of such a module that contains a resource. */
export function callOf(
  { evaluation, tree }: Project,
  goal: Goal,
  isMeant: (module: Module) => boolean,
): ForeignCall | undefined {
  let found: ForeignCall | undefined;
  let at = evaluation.instance(goal.address)?.scope.instance;
  for (; at?.caller !== undefined; at = at.caller.scope.instance) {
    const { file, block, name } = at.caller.call;
    if (isMeant(at.module) && file.editable)
      found = { name, at: sourceLineAt(tree, file, block.start) };
  }
  return found;
}

/**
 * The refusal for an external module, which nobody edits in place: its inputs, its source, or the
 * cloud have to change.
 */
export function foreign(
  { name, at }: ForeignCall,
  goal: Goal,
  trials: readonly Attempt<Project>[],
  hide: boolean,
): Refusal {
  const what = 'path' in goal && goal.path.length > 0 ? formatPath(goal.path) : goal.address;
  const input = trials.find(({ kind }) => kind === 'inexact');
  const missing =
    input?.kind === 'inexact'
      ? `no input of it gives ${what} alone: ${input.site.label} (${formatLine(input.site.at())}): ${input.because}`
      : `it has no input for ${what}.`;
  const inside = trials.find(({ kind }) => kind === 'refused');
  const place = inside?.kind === 'refused' ? inside.refusal : undefined;
  const write = hide ? undefined : place?.write;
  const change =
    write === undefined || place?.nearest === undefined
      ? 'Change it at its source'
      : `It would have to say \`${write}\` in ${formatLine(place.nearest)}: change it at its source`;
  return {
    code: 'foreign-module',
    reason: `Module \`${name}\` (${formatLine(at)}) comes from a registry or from Git; ${missing}`,
    suggestion: `${change}, or put the value back in the cloud.`,
    nearest: at,
    ...(write === undefined ? {} : { write }),
  };
}
