import type { Decision } from '../../model/decision.ts';
import { groupBy } from '../../model/group.ts';
import { formatCount } from '../../model/words.ts';
import {
  reasonText,
  type SharedReason,
  sharedReasons,
} from '../../stages/arbitration/explain/account.ts';
import { participles } from '../../stages/arbitration/explain/text.ts';
import { fieldCell } from './field.ts';
import { folded, markdownCode, markdownProse } from './markdown.ts';
import type { Room, Subject } from './subject.ts';

/**
 * The verdict and the rule, the facts it used, who lost by which key, and what would change the
 * verdict.
 */
export function whySection({ decisions }: Subject, room: Room): readonly string[] {
  const alike = [...groupBy(decisions, ({ explanation }) => explanation.join('\n')).values()];
  const shown = alike.slice(0, Math.ceil(room.rows / 3));
  const details = shown.flatMap((group) => explanationOf(group));
  const more = decisions.length - shown.flat().length;
  const rest = more === 0 ? [] : ['', `And ${formatCount(more, 'more field')}.`];
  return [
    '',
    '### Verdict',
    '',
    ...sharedReasons(decisions).map(reasonLine),
    ...elseLines(decisions),
    '',
    ...folded('What each rule matched, and why the others lost', [...details, ...rest]),
  ];
}

function reasonLine(reason: SharedReason): string {
  const { verdict, grounds } = reason.decision;
  const place = grounds?.rules.find(({ rule }) => rule === verdict.rule)?.place;
  const at = place === undefined ? '' : ` (${markdownCode(place)})`;
  return `- **${verdict.outcome}** by rule ${markdownCode(verdict.rule)}${at}: ${markdownProse(reasonText(reason))}`;
}

const maxElse = 4;

function elseLines(decisions: readonly Decision[]): readonly string[] {
  const lines = decisions.flatMap(({ grounds }) =>
    (grounds?.counterfactuals ?? []).map(
      ({ outcome, condition, rule }) =>
        `- It would be **${participles[outcome]}** ${markdownProse(condition)} (rule ${markdownCode(rule)}).`,
    ),
  );
  return [...new Set(lines)].slice(0, maxElse);
}

const maxPlaces = 6;

/**
 * Fields with the same explanation, and that explanation without the lines on what would change the
 * verdict.
 */
function explanationOf(group: readonly Decision[]): readonly string[] {
  const [first] = group;
  const places = group
    .slice(0, maxPlaces)
    .map(({ address, path }) => `${markdownCode(address)} ${fieldCell(path)}`);
  const more = group.length - places.length;
  const named = more === 0 ? places : [...places, formatCount(more, 'more field')];
  const lines = first?.explanation.filter((line) => !line.startsWith('It would be ')) ?? [];
  return [`- ${named.join(', ')}`, ...lines.map((line) => `  - ${markdownProse(line)}`)];
}
