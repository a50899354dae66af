import type { Decision } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';
import { fieldCell } from '../plan/describe/field.ts';
import { code, count, prose } from '../plan/describe/markdown.ts';

const mostFields = 15;

/** What `parley explain` says of the decisions about an intent. */
export function whyText(report: Report | undefined, id: string): string {
  const intent = report?.intents.find((one) => one.id === id);
  if (report === undefined || intent === undefined) {
    return `The latest run does not know ${code(id)} any more: the drift is gone, or has changed.`;
  }
  const decisions = report.decisions.filter((decision) => decision.intent === id);
  const shown = decisions.slice(0, mostFields);
  const more = decisions.length - shown.length;
  return [
    `${prose(intent.summary, 400)} (${code(id)})`,
    '',
    ...shown.flatMap(decisionLines),
    ...(more === 0
      ? []
      : ['', `And ${count(more, 'more field')}; ${code(`parley explain ${id}`)} has all of it.`]),
  ].join('\n');
}

function decisionLines({ address, path, verdict, explanation }: Decision): readonly string[] {
  const { outcome, rule, because } = verdict;
  return [
    `- ${code(address)} ${fieldCell(path)}: **${outcome}** by rule ${code(rule)}: ${prose(because)}`,
    ...explanation.map((line) => `  - ${prose(line)}`),
  ];
}
