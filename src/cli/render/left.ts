import type { Decision, Outcome } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';
import { count } from './count.ts';
import { paintOutcome, type Style } from './style.ts';

/** What each outcome that changes no code leaves to somebody. */
export function renderLeft(report: Report, style: Style): string {
  const lines = (['reject', 'expired', 'escalate', 'defer'] as const).flatMap((outcome) => {
    const decisions = report.decisions.filter((each) => each.verdict.outcome === outcome);
    if (decisions.length === 0) return [];
    const values = count(decisions.length, 'value');
    const label = paintOutcome(style, outcome) + ' '.repeat(10 - outcome.length);
    return [`  ${label}${values}: ${adviceFor(outcome, decisions)}`];
  });
  return lines.length === 0 ? '' : [style.bold('Left to do'), ...lines].join('\n');
}

function adviceFor(
  outcome: Extract<Outcome, 'reject' | 'expired' | 'escalate' | 'defer'>,
  decisions: readonly Decision[],
): string {
  const ids = [...new Set(decisions.map(({ intent }) => intent))];
  const shown = ids.slice(0, 3).join(', ');
  const intents = ids.length > 3 ? `${shown}, ...` : shown;
  switch (outcome) {
    case 'reject':
    case 'expired':
      return `\`terraform apply\` puts back what the code says (${intents})`;
    case 'escalate':
      return `a person decides; \`parley explain\` has the reasons (${intents})`;
    case 'defer':
      return `not decided in this run (${intents})`;
  }
}
