import type { Candidate } from '../../model/patch.ts';
import type { Report } from '../../model/report.ts';
import { formatPlace, type Problem } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import { isPicked, type PickedPlace } from '../../stages/patch/pick.ts';

/** Why the patch does not edit the picked place; undefined if it does. */
export function unpicked(
  { patches, unresolved }: Pick<Report, 'patches' | 'unresolved'>,
  picked: PickedPlace,
): Problem | undefined {
  const tried: readonly Candidate[] = [
    ...patches.flatMap(({ candidates }) => candidates),
    ...unresolved.flatMap(({ candidates = [] }) => candidates),
  ].filter((candidate) => isPicked(picked, candidate));
  if (tried.some(({ chosen }) => chosen)) return undefined;
  const { file, line, kind, description } = picked;
  const name = `${formatPlace({ file, line })} (${displayText(`${kind}: ${description}`, 200)})`;
  const [found] = tried;
  if (found === undefined) {
    return {
      code: 'pick-gone',
      message: `The place ${name} is not one of those that this run could edit.`,
      hint: 'The code or the drift has changed since: run `parley scan`, and `parley explain` for the places as they are now.',
    };
  }
  return {
    code: 'pick-refused',
    message: `The place ${name} does not work: ${displayText(found.because, 500)}`,
    hint: 'Pick another one that `parley explain` lists, or leave --pick out.',
  };
}
