import { providerSettings } from '../../code/terraform/config/provider-settings.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { Foreseen } from '../../reconcile/drift/read-back.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { RunOptions } from '../run/options.ts';
import { independentGroups } from './independent.ts';
import { knownDifference } from './known.ts';
import { createVerifyQuestions, type VerifyQuestion } from './question.ts';
import { filesInPlace, sortedUniqueTexts } from './request.ts';

/**
 * Texts of patches that follow from the log alone, by path, for one plan that proves them unless
 * the provider reads other changes. That works where they only change values of these resources,
 * which are not moved or imported, and no provider settings. Undefined otherwise.
 */
export function filesAhead(
  options: RunOptions,
  state: TerraformState,
  { result, load }: Foreseen,
  addresses: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const questions = createVerifyQuestions(options.proof, result);
  if (questions.length === 0) return undefined;
  const isInPlace = questions.every(
    ({ each, adopted, level }) =>
      level === 'plan' && adopted.length === 0 && each.moved.length === 0,
  );
  const read = new Set(addresses);
  const isRead = questions.every((question) => question.addresses.every((each) => read.has(each)));
  if (!isInPlace || !isRead || !isRestKnown(result, read, questions)) return undefined;
  const files = filesOfFirst(options, state, result, questions);
  if (files === undefined) return undefined;
  const { tree, evaluation } = result.original;
  const before = providerSettings(evaluation);
  const after = providerSettings(load(new Map([...tree, ...files])).evaluation);
  return before !== undefined && before === after ? files : undefined;
}

/** True if it can be told from a plan that it only undoes what no patch is for. */
function isRestKnown(
  { report }: RunResult,
  read: ReadonlySet<string>,
  questions: readonly VerifyQuestion[],
): boolean {
  const patched = new Set(questions.flatMap(({ each }) => each.patch.drifts));
  return report.drifts.every(
    (drift) =>
      patched.has(drift.id) || !read.has(drift.address) || knownDifference(drift) !== undefined,
  );
}

/**
 * The files of the first plan by which patches will be proved, if it is for all of their resources.
 * Other patches of the same resources are planned behind it, from what it has read.
 */
function filesOfFirst(
  { delivery: { write } }: RunOptions,
  state: TerraformState,
  result: RunResult,
  questions: readonly VerifyQuestion[],
): ReadonlyMap<string, string> | undefined {
  if (write) return filesInPlace(result);
  const asked = addressesOf(questions);
  const groups = independentGroups(questions, state);
  const together = new Set(groups.flatMap((group) => group.questions));
  const alone = questions
    .filter((question) => !together.has(question))
    .map((question) => ({
      questions: [question],
      files: new Map(question.each.files.map(({ path, after }) => [path, after])),
    }));
  return [...groups, ...alone].find((one) => addressesOf(one.questions) === asked)?.files;
}

function addressesOf(questions: readonly VerifyQuestion[]): string {
  return JSON.stringify(sortedUniqueTexts(questions.flatMap(({ addresses }) => addresses)));
}
