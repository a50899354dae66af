import type { Intent } from '../../model/intent.ts';
import type { KnowledgeEntry } from '../../model/knowledge.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import { formatCount } from '../../model/words.ts';
import type { TerminalStyle } from './style.ts';

/** Calls that were interpreted with learned knowledge, and what plans show about them. */
export function renderKnowledge({ knowledge = [] }: Report, style: TerminalStyle): string {
  const lines = knowledge.map(({ entry, trust, outcome, because }) => {
    const by = { reviewed: 'a person', confirmed: 'an earlier plan', proposed: 'a proposal' }[
      trust
    ];
    const { operation, service, type } = entry;
    return `  ${operation} (${service}) on ${type} is interpreted by ${by}: ${outcome}. ${because}`;
  });
  return lines.length === 0 ? '' : [style.bold('Learned operations'), ...lines].join('\n');
}

/** What the language model added, what it cost, and what kept it from answering. */
export function renderAdvice(report: Report, style: TerminalStyle): string {
  const { advice, tokens } = report;
  if (advice === undefined) return '';
  const read = report.intents.filter(({ reading }) => reading !== undefined);
  const spent = tokens.prompt + tokens.completion;
  if (read.length + advice.proposed.length + advice.notes.length + spent === 0) return '';
  return [
    `${style.bold(`Language model ${displayText(advice.model, 60)}`)}  ${style.dim(`${formatCount(spent, 'token')}; it decides nothing`)}`,
    ...read.map((intent) => `  ${readingLine(intent)}  ${style.dim(intent.id)}`),
    ...advice.proposed.map((entry) => `  ${proposalLine(entry)}`),
    ...advice.notes.map((note) => `  ${displayText(note, 300)}`),
    ...leftOut(advice),
  ].join('\n');
}

function leftOut({ rejected = 0, unasked = 0 }: NonNullable<Report['advice']>): readonly string[] {
  return [
    ...(rejected === 0
      ? []
      : [`  ${formatCount(rejected, 'answer')} not used; the summaries of the rules are kept.`]),
    ...(unasked === 0 ? [] : [`  ${formatCount(unasked, 'question')} not asked.`]),
  ];
}

/** The model's interpretation as one line; empty where there is none. */
export function readingLine({ reading }: Intent): string {
  if (reading === undefined) return '';
  const { summary, purpose, confidence } = reading;
  return `It reads this as: ${displayText(summary, 200)} (${purpose}, ${Math.round(confidence * 100)} % sure).`;
}

function proposalLine({ operation, service, type, changes }: KnowledgeEntry): string {
  const mapped = changes.map(({ attribute, member }) => `${attribute} from ${member}`).join(', ');
  return `It suggests that ${operation} (${service}) sets ${mapped} of ${type}; a plan has to confirm it (--verify plan).`;
}
