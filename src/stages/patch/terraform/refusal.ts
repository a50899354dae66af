import { isSensitiveDeep } from '../../../code/hcl/eval/marks.ts';
import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import { displayText } from '../../../model/text.ts';
import { isSensitive } from '../../../providers/schema/query.ts';
import type { Attempt } from '../attempt.ts';
import { formatLine, formatNamed, type NamedLine, sourceLineAt } from '../place.ts';
import type { EditSite } from '../site.ts';
import type { Goal } from '../types.ts';
import type { TerraformTools } from './code-base.ts';
import { neededBy } from './delete-goal.ts';
import { foreign, foreignCall } from './foreign-call.ts';
import { handWork } from './hand-work.ts';
import type { Project } from './types.ts';

type Trial = Attempt<Project>;

/** Why no edit was possible, with the line that a person would have to change and the new value. */
export function explainRefusal(
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
    if (because !== undefined) {
      const { code, reason } = first.refusal;
      const work = handWork(project, goal, { hide, isElsewhere: true });
      return { ...work, code, reason: `${reason} ${because}` };
    }
    const own = byHand(first.refusal, hide);
    // The wanted value of the entire attribute does not belong at the place that the site names.
    if (own.suggestion !== undefined && own.nearest !== undefined) return own;
    return { ...handWork(project, goal, { hide }), ...own };
  }
  const tried = trials.find(({ kind }) => kind === 'inexact') ?? first;
  const { site } = tried;
  const at = formatLine(site.at());
  const because = tried.kind === 'inexact' ? tried.because : '';
  const needed = tried.kind === 'inexact' ? (tried.needed ?? []) : [];
  const [place] = needed;
  if (place !== undefined && goal.kind === 'delete') return neededBy(goal.address, needed);
  const isElsewhere = trials.some((each) => each.kind === 'inexact' && each.onlyElsewhere);
  return {
    code: 'no-exact-edit',
    reason: `No edit does exactly this. ${site.label} (${at}): ${because}`,
    ...(place === undefined ? handWork(project, goal, { hide, isElsewhere }) : together(place)),
  };
}

/** What a person has to change first, where the edit alone would leave it failing. */
function together(place: NamedLine): Pick<Refusal, 'suggestion' | 'nearest'> {
  const { file, line } = place;
  return { suggestion: `Change ${formatNamed(place)} with it, by hand.`, nearest: { file, line } };
}

/** What else the edit would change if a person made it; undefined if nothing. */
function beyond(attempt: (site: EditSite) => Trial, { kind, site }: Trial): string | undefined {
  if (kind !== 'refused' || site.would === undefined) return undefined;
  const made = attempt({ ...site, edit: site.would });
  return made.kind === 'inexact' ? made.because : undefined;
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
  const work = handWork(project, goal, { hide });
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

/** The maximum length of a condition that is shown, in characters. */
const longest = 120;

/** The refusal if there is no place at all that an edit could change. */
function noSource(project: Project, goal: Goal, hide: boolean): Refusal {
  return {
    code: 'no-source',
    reason: reasonOf(project, goal),
    ...handWork(project, goal, { hide }),
  };
}

function reasonOf({ evaluation, tree }: Project, goal: Goal): string {
  const { address } = goal;
  if (evaluation.instance(address) === undefined) {
    return `The code does not declare ${address} where Parley could edit it.`;
  }
  if (goal.kind !== 'delete') return 'No code that Parley may edit sets this value.';
  const condition = conditionOf(evaluation, address);
  if (condition === undefined) {
    return `No edit that Parley may make takes ${address} alone out of the code.`;
  }
  const { file, start, end } = condition;
  const shown = displayText(file.text.slice(start, end).replace(/\s+/g, ' '), longest);
  return `\`${shown}\` (${formatLine(sourceLineAt(tree, file, start))}) decides whether there is ${address}, and may decide more than that.`;
}

/** The condition in `count = var.env == "prod" ? 1 : 0`. */
function conditionOf(evaluation: Evaluation, address: string) {
  const count = evaluation.instance(address)?.declaration.count;
  if (count?.expr.kind !== 'conditional') return undefined;
  const { start, end } = count.expr.condition;
  return { file: count.file, start, end };
}
