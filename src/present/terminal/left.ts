import type { Decision, Outcome } from '../../model/decision.ts';
import { decides } from '../../model/parties.ts';
import type { Report } from '../../model/report.ts';
import { isObjectAddress } from '../../providers/kubernetes/names.ts';
import { appliedChanges, putBack } from '../../reconcile/put-back/changes.ts';
import { countOf } from './count.ts';
import { renderPutBack, terraformPlace } from './put-back.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';

type Open = Extract<Outcome, 'reject' | 'expired' | 'escalate' | 'defer'>;

/** What each outcome that changes no code leaves to somebody. */
export function renderLeft(
  report: Report,
  style: TerminalStyle,
  { dir, whole }: { readonly dir: string; readonly whole: Report },
): string {
  const shown = new Set(report.intents.map(({ id }) => id));
  const back = putBack(
    appliedChanges(whole),
    ({ intent }) => report.only === undefined || shown.has(intent),
  );
  const refused = (['reject', 'expired'] as const).flatMap((outcome) =>
    renderOutcome(report, outcome, style),
  );
  const open = (['escalate', 'defer'] as const).flatMap((outcome) =>
    renderOutcome(report, outcome, style),
  );
  const told = renderPutBack(back, terraformPlace(report, dir), style);
  const lines = [...refused, ...told.map((line) => `    ${line}`), ...open];
  return lines.length === 0 ? '' : [style.bold('Left to do'), ...lines].join('\n');
}

function renderOutcome(
  { decisions, drifts }: Report,
  outcome: Open,
  style: TerminalStyle,
): readonly string[] {
  const made = new Set(drifts.flatMap(({ id, creation }) => (creation ? [id] : [])));
  const isApart = outcome === 'reject' || outcome === 'expired';
  // Where another verdict says what becomes of the field, this one leaves nothing to do.
  const all = decisions.filter(
    (each) => each.verdict.outcome === outcome && (outcome === 'escalate' || decides(each)),
  );
  const foreign = isApart ? all.filter(({ drift }) => made.has(drift)) : [];
  const rest = all.filter((each) => !foreign.includes(each));
  const [own, objects] = isApart ? byTool(rest) : [rest, []];
  const [unknown, stray] = byTool(foreign);
  return [
    ...lineFor(outcome, own, adviceFor(outcome), style),
    ...lineFor(outcome, objects, 'the manifests stay, and applying them puts it back', style),
    ...lineFor(outcome, unknown, 'Terraform does not know it; remove it by hand', style),
    ...lineFor(outcome, stray, 'no manifest has it; remove it by hand', style),
  ];
}

/** What Terraform applies, and what is in manifests. */
function byTool(
  decisions: readonly Decision[],
): readonly [readonly Decision[], readonly Decision[]] {
  const isObject = ({ address }: Decision): boolean => isObjectAddress(address);
  return [decisions.filter((one) => !isObject(one)), decisions.filter(isObject)];
}

function lineFor(
  outcome: Open,
  decisions: readonly Decision[],
  advice: string,
  style: TerminalStyle,
): readonly string[] {
  if (decisions.length === 0) return [];
  const values = countOf(decisions.length, 'value');
  const label = paintOutcome(style, outcome) + ' '.repeat(10 - outcome.length);
  const ids = [...new Set(decisions.map(({ intent }) => intent))];
  const shown = ids.slice(0, 3).join(', ');
  const intents = ids.length > 3 ? `${shown}, ...` : shown;
  return [`  ${label}${values}: ${advice} (${intents})`];
}

function adviceFor(outcome: Open): string {
  switch (outcome) {
    case 'reject':
    case 'expired':
      return 'the code stays, and applying it puts the cloud back';
    case 'escalate':
      return 'a person decides; `parley explain` has the reasons';
    case 'defer':
      return 'not decided in this run';
  }
}
