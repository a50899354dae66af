import type { Evaluation } from '../../../code/terraform/config/types.ts';
import type { Refusal } from '../../../model/patch.ts';
import { displayText } from '../../../model/text.ts';
import { formatLine, sourceLineAt } from '../place.ts';
import type { Goal } from '../types.ts';
import { handWork } from './hand-work.ts';
import type { Project } from './types.ts';

/** The maximum length of a condition that is shown, in characters. */
const longest = 120;

/** The refusal if there is no place at all that an edit could change. */
export function noSource(project: Project, goal: Goal, hide: boolean): Refusal {
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
