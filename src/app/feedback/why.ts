import type { Decision } from '../../model/decision.ts';
import { groupBy } from '../../model/group.ts';
import type { Report } from '../../model/report.ts';
import { formatCount } from '../../model/words.ts';
import { fieldCell } from '../../present/proposal/field.ts';
import { markdownCode, markdownProse } from '../../present/proposal/markdown.ts';

const maxGroups = 15;
const maxPlaces = 6;

/** What `parley explain` prints about the decisions on an intent. Equal texts appear once. */
export function whyText(report: Report | undefined, id: string): string {
  const intent = report?.intents.find((one) => one.id === id);
  if (report === undefined || intent === undefined) {
    return `The latest run no longer knows ${markdownCode(id)}: the drift is gone or has changed.`;
  }
  const decisions = report.decisions.filter((decision) => decision.intent === id);
  const groups = [
    ...groupBy(decisions, ({ verdict: { outcome, rule }, explanation }) =>
      JSON.stringify([outcome, rule, explanation]),
    ).values(),
  ];
  const shown = groups.slice(0, maxGroups);
  const more = decisions.length - shown.flat().length;
  return [
    `${markdownProse(intent.summary, 400)} (${markdownCode(id)})`,
    '',
    ...shown.flatMap(groupLines),
    ...(more === 0
      ? []
      : [
          '',
          `And ${formatCount(more, 'more field')}; ${markdownCode(`parley explain ${id}`)} shows all of it.`,
        ]),
  ].join('\n');
}

function groupLines(group: readonly Decision[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { outcome, rule, because } = first.verdict;
  const places = group
    .slice(0, maxPlaces)
    .map(({ address, path }) => `${markdownCode(address)} ${fieldCell(path)}`);
  const more = group.length - places.length;
  const named = more === 0 ? places : [...places, formatCount(more, 'more field')];
  const alike = group.length === 1 ? '' : ' The same for the others.';
  return [
    `- **${outcome}** by rule ${markdownCode(rule)}: ${markdownProse(because)}${alike}`,
    `  - Fields: ${named.join(', ')}.`,
    ...first.explanation.map((line) => `  - ${markdownProse(line)}`),
  ];
}
