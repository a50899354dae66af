import type { InstanceKey } from '../../../code/terraform/address.ts';
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

/** One of the calls that lead to a resource. */
export interface LinkedCall extends ForeignCall {
  /** The key of the module's instance, if the call makes several. */
  readonly key: InstanceKey;
  /** The module comes from a registry or from Git. */
  readonly isForeign: boolean;
  readonly isEditable: boolean;
}

/** The outermost call, in editable code, of an external module that contains a resource. */
export function foreignCall(project: Project, goal: Goal): ForeignCall | undefined {
  return callChain(project, goal).findLast(({ isForeign, isEditable }) => isForeign && isEditable);
}

/** The calls that lead to a resource, the innermost first; empty for the root module. */
export function callChain({ evaluation, tree }: Project, goal: Goal): readonly LinkedCall[] {
  const chain: LinkedCall[] = [];
  let at = evaluation.instance(goal.address)?.scope.instance;
  for (; at?.caller !== undefined; at = at.caller.scope.instance) {
    const { editable, dir } = at.module;
    const { call, key } = at.caller;
    const isForeign = !editable && !dir.startsWith('../');
    const isEditable = call.file.editable;
    const line = sourceLineAt(tree, call.file, call.block.start);
    chain.push({ name: call.name, at: line, key, isForeign, isEditable });
  }
  return chain;
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
