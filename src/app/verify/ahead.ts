import { providerSettings } from '../../code/terraform/config/provider-settings.ts';
import type { TerraformState } from '../../code/terraform/state/types.ts';
import type { Foreseen } from '../../reconcile/drift/read-back.ts';
import type { RunResult } from '../../reconcile/run-types.ts';
import type { RunOptions } from '../run/options.ts';
import { groupsOf } from './independent.ts';
import { questionsOf, type VerifyQuestion } from './question.ts';
import { filesInPlace, sortedUniqueTexts } from './request.ts';

/**
 * Texts of the patches that follow from the log alone, by path, for one plan that proves all of
 * them unless the provider reads other changes. That works where they only change values of exactly
 * these resources, which are not moved or imported, and no provider settings. Undefined otherwise.
 */
export function filesAhead(
  options: RunOptions,
  state: TerraformState,
  { result, load }: Foreseen,
  addresses: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const questions = questionsOf(options, result);
  const isInPlace = questions.every(
    ({ each, adopted, level }) =>
      level === 'plan' && adopted.length === 0 && each.moved.length === 0,
  );
  const asked = sortedUniqueTexts(questions.flatMap((question) => question.addresses));
  const isWhole = JSON.stringify(asked) === JSON.stringify(sortedUniqueTexts(addresses));
  if (!isInPlace || !isWhole) return undefined;
  const files = filesOfAll(options, state, result, questions);
  if (files === undefined) return undefined;
  const { tree, evaluation } = result.original;
  const before = providerSettings(evaluation);
  const after = providerSettings(load(new Map([...tree, ...files])).evaluation);
  return before !== undefined && before === after ? files : undefined;
}

/** The files as the proof will use them; undefined where it takes several plans. */
function filesOfAll(
  { write }: RunOptions,
  state: TerraformState,
  result: RunResult,
  questions: readonly VerifyQuestion[],
): ReadonlyMap<string, string> | undefined {
  if (write) return filesInPlace(result);
  const [first, ...more] = questions;
  if (first === undefined) return undefined;
  if (more.length === 0) return new Map(first.each.files.map(({ path, after }) => [path, after]));
  const [group] = groupsOf(questions, state);
  return group?.questions.length === questions.length ? group.files : undefined;
}
