import { type Answer, regretOf, type Score } from './score.ts';
import type { Situation } from './situation.ts';

/** Scores of policies, one line each, as in docs/policy.md. */
export function table(count: number, scores: readonly (readonly [string, Score])[]): string {
  const lines = scores.map(([name, { agreement, regret, grave }]) => {
    const percent = ((100 * agreement) / count).toFixed(1);
    return `| ${name} | ${agreement} of ${count} (${percent} %) | ${regret} | ${grave.length} |`;
  });
  return ['| | agrees | regret | wrong unasked, 4 or 5 |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
}

/** Decisions that differ from the label, highest regret first. */
export function disagreements(
  read: readonly { readonly file: string; readonly one: Situation }[],
  answers: ReadonlyMap<Situation, Answer>,
): string {
  const wrong = read.flatMap(({ file, one }) => {
    const answer = answers.get(one);
    if (answer === undefined || one.best.includes(answer.outcome)) return [];
    const regret = regretOf(one, answer.outcome);
    const best = one.best.join(' or ');
    const text = `${file}: ${one.name}: ${answer.outcome} for ${best} (${answer.because})`;
    return [{ regret, text: `${regret}  ${text}` }];
  });
  return wrong
    .sort((a, b) => b.regret - a.regret || (a.text < b.text ? -1 : 1))
    .map(({ text }) => text)
    .join('\n');
}
