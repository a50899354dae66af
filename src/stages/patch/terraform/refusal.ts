import { renderHclValue } from '../../../code/hcl/edit/render.ts';
import { isSensitiveDeep } from '../../../code/hcl/eval/marks.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import { isJsonObject, type Json } from '../../../model/json.ts';
import type { Refusal } from '../../../model/patch.ts';
import { formatPath } from '../../../model/path.ts';
import { displayText } from '../../../model/text.ts';
import { isSensitive } from '../../../providers/schema/query.ts';
import type { Attempt } from '../attempt.ts';
import { type EditLine, formatLine, sourceLineAt } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import type { TerraformTools } from './code-base.ts';
import { callOf, foreign, foreignCall } from './foreign-call.ts';
import type { Project } from './types.ts';

/** The maximum length of a text that a person is asked to write, in characters. */
const longest = 160;

type Trial = Attempt<Project>;

/** Why no edit was possible, with the line that a person would have to change and the new value. */
export function refusalOf(
  tools: TerraformTools,
  project: Project,
  goal: Goal,
  trials: readonly Trial[],
  attempt: (site: EditSite) => Trial,
): Refusal {
  const hide = isSecretGoal(tools, project.evaluation, goal);
  const last = trials.at(-1);
  if (last?.kind === 'exact' && last.site.byHand !== undefined) {
    return byHand(last.site.byHand, hide);
  }
  const [first] = trials;
  const module = foreignCall(project, goal);
  if (module !== undefined) {
    const inside = trials.find((each) => each.kind === 'refused');
    const isExact = inside && beyond(attempt, inside) === undefined;
    const relevant = isExact === true ? trials : trials.filter((each) => each.kind !== 'refused');
    return foreign(module, goal, relevant, hide);
  }
  if (first === undefined) return noSource(project, goal, hide);
  if (first.kind === 'refused' && trials.every(({ kind }) => kind === 'refused')) {
    const because = beyond(attempt, first);
    if (because !== undefined) return narrowed(first.refusal, because, project, goal, hide);
    const own = byHand(first.refusal, hide);
    // The wanted value of the entire attribute does not belong at the place that the site names.
    if (own.suggestion !== undefined && own.nearest !== undefined) return own;
    return { ...handWork(project, goal, hide), ...own };
  }
  const tried = trials.find(({ kind }) => kind === 'inexact') ?? first;
  const { site } = tried;
  const at = formatLine(site.at());
  const because = tried.kind === 'inexact' ? tried.because : '';
  return {
    code: 'no-exact-edit',
    reason: `No edit does exactly this. ${site.label} (${at}): ${because}`,
    ...handWork(project, goal, hide),
  };
}

/** What else the edit would change if a person made it; undefined if nothing. */
function beyond(attempt: (site: EditSite) => Trial, { kind, site }: Trial): string | undefined {
  if (kind !== 'refused' || site.would === undefined) return undefined;
  const made = attempt({ ...site, edit: site.would });
  return made.kind === 'inexact' ? made.because : undefined;
}

/** For a place that is used elsewhere too: suggests a change for this resource only. */
function narrowed(
  { code, reason }: Refusal,
  because: string,
  project: Project,
  goal: Goal,
  hide: boolean,
): Refusal {
  const work = handWork(project, goal, hide);
  const call = callOf(project, goal, () => true);
  const cause = { code, reason: `${reason} ${because}` };
  if (call === undefined || !('path' in goal)) return { ...work, ...cause };
  const { write } = work;
  const value = write === undefined ? '' : ` to \`${write}\``;
  const input = `Give module \`${call.name}\` an input for \`${formatPath(goal.path)}\``;
  return {
    ...cause,
    suggestion: `${input} that has the old value as its default, and set it${value} in ${formatLine(call.at)}.`,
    nearest: call.at,
    ...(write === undefined ? {} : { write }),
  };
}

/** Adds the line to edit and the suggestion to a refusal that lacks them. */
export function completed(
  tools: TerraformTools,
  project: Project,
  goal: Goal,
  refusal: Refusal,
): Refusal {
  if (refusal.suggestion !== undefined && refusal.nearest !== undefined) return refusal;
  const hide = isSecretGoal(tools, project.evaluation, goal);
  const work = handWork(project, goal, hide);
  return refusal.suggestion === undefined
    ? { ...work, ...refusal }
    : { ...(work.nearest === undefined ? {} : { nearest: work.nearest }), ...refusal };
}

/** The site's own refusal with an instruction for the reader; a secret is never shown. */
function byHand({ write, ...refusal }: Refusal, hide: boolean): Refusal {
  const { nearest } = refusal;
  if (nearest === undefined || write === undefined || hide) return refusal;
  const order = `Write \`${write}\` in ${formatLine(nearest)}.`;
  const { suggestion } = refusal;
  return {
    ...refusal,
    write,
    suggestion: suggestion === undefined ? order : `${order} ${suggestion}`,
  };
}

function noSource(project: Project, goal: Goal, hide: boolean): Refusal {
  const declared = project.evaluation.instance(goal.address) !== undefined;
  return {
    code: 'no-source',
    reason: declared
      ? 'No code that Parley may edit sets this value.'
      : `The code does not declare ${goal.address} where Parley could edit it.`,
    ...handWork(project, goal, hide),
  };
}

/** The line of the resource where a person would start, and what it should contain. */
function handWork(
  project: Project,
  goal: Goal,
  hide: boolean,
): Pick<Refusal, 'suggestion' | 'nearest' | 'write'> {
  const nearest = lineOfGoal(project, goal);
  const at = nearest === undefined ? '' : ` in ${formatLine(nearest)}`;
  const write = hide ? undefined : wantedText(goal);
  return {
    suggestion: `${taskOf(goal, write)}${at}.`,
    ...(nearest === undefined ? {} : { nearest }),
    ...(write === undefined ? {} : { write }),
  };
}

function taskOf(goal: Goal, write: string | undefined): string {
  const what = 'path' in goal ? formatPath(goal.path) : '';
  switch (goal.kind) {
    case 'value':
      if (goal.value === null) return `Take \`${what}\` out of ${goal.address} by hand`;
      return write === undefined
        ? `Set \`${what}\` of ${goal.address} by hand; the value is a secret and not shown`
        : `Make \`${what}\` of ${goal.address} say \`${write}\` by hand`;
    case 'element': {
      const member = write === undefined ? 'the member' : `\`${write}\``;
      return goal.action === 'add'
        ? `Add ${member} to \`${what}\` of ${goal.address} by hand`
        : `Take ${member} out of \`${what}\` of ${goal.address} by hand`;
    }
    case 'create':
      return `Declare ${goal.address} with an import block by hand`;
    case 'delete':
      return `Take ${goal.address} out by hand`;
    case 'ignore':
      return `Add \`${String(goal.path[0])}\` to ignore_changes of ${goal.address} by hand`;
    case 'unignore':
      return `Take \`${goal.entry}\` out of ignore_changes of ${goal.address} by hand`;
  }
}

/** The value as HCL on one line; undefined if there is none or it would not help. */
function wantedText(goal: Goal): string | undefined {
  switch (goal.kind) {
    case 'value':
      return goal.value === null ? undefined : shortText(goal.value);
    case 'element':
      return shortText(isJsonObject(goal.element) ? present(goal.element) : goal.element);
    case 'create':
    case 'delete':
    case 'ignore':
    case 'unignore':
      return undefined;
  }
}

function present(element: Readonly<Record<string, Json>>): Json {
  const isBlank = (value: Json): boolean =>
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(element).filter(([, value]) => !isBlank(value)));
}

function shortText(value: Json): string {
  return displayText(renderHclValue(value, { layout: 'inline' }), longest);
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

/** True if the provider or a variable marks the value as sensitive. */
export function isSecretGoal(
  { schema }: Pick<TerraformTools, 'schema'>,
  evaluation: Evaluation,
  goal: Goal,
): boolean {
  if (goal.kind !== 'value' && goal.kind !== 'element') return false;
  if (isSensitive(schema, goal.type, goal.path)) return true;
  const value = evaluation.valueAt(goal.address, goal.path);
  return value !== undefined && isSensitiveDeep(value);
}
