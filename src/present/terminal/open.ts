import { isDismissed } from '../../model/decision.ts';
import type { Report } from '../../model/report.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { minuteText, secondText, spanText } from '../../model/time-text.ts';
import { formatCount } from '../../model/words.ts';
import type { TerminalStyle } from './style.ts';

/** Longer lists are left to the report. */
const maxShown = 20;

/** What the run found in total, and for which period. */
export function renderFinding(report: Report): string {
  const { drifts, intents, policy, openDrifts = [], inputs } = report;
  const unseen = openDrifts.length - drifts.length;
  if (drifts.length === 0 && unseen <= 0) return noDrift(report);
  if (drifts.length === 0) return `${standing(report)} (${lookedAt(report)})`;
  const dismissed = report.decisions.filter(isDismissed).length;
  const apart = dismissed === 0 ? '' : `, ${dismissed} dismissed`;
  const found = `${formatCount(drifts.length, 'drift')} in ${formatCount(intents.length, 'intent')}${apart}, decided by policy ${policy}.`;
  return inputs.remembers === true ? `${found}\n${standing(report)}` : found;
}

/** Codes of findings that may be drift, which neither log nor state can tell. */
const unclearCodes: ReadonlySet<string> = new Set([
  'ambiguous-resource',
  'in-state-only',
  'request-omitted',
  'unexpected-request',
  'unidentified-resource',
  'unknown-operation',
]);

/** The absence of drift is claimed only for what was read, and never next to an open question. */
function noDrift(report: Report): string {
  const { beside = [], pending = [], unresolved } = report;
  const maybe = unresolved.filter(({ code }) => unclearCodes.has(code)).length;
  const questions = [
    ...(beside.length === 0 ? [] : ['unmanaged changes touch managed resources']),
    ...(maybe === 0 ? [] : [`${formatCount(maybe, 'finding')} may be drift`]),
    ...(pending.length === 0
      ? []
      : [`${formatCount(pending.length, 'difference')} wait for an event`]),
  ];
  if (questions.length === 0) return silence(report);
  return `No certain drift in ${lookedAt(report)}, but ${questions.join(', and ')}: see below.`;
}

function silence(report: Report): string {
  const { inputs, closedDrifts = [] } = report;
  if (inputs.remembers === true) {
    const closed =
      closedDrifts.length === 0 ? '' : ` ${formatCount(closedDrifts.length, 'drift')} closed.`;
    if (inputs.baseline === report.startedAt) return `${wholeState(report)}${closed}`;
    const known = `No drift is open, according to ${lookedAt(report)} and earlier runs.${closed}`;
    return inputs.baseline === undefined ? `${known}\n${notLooked}` : known;
  }
  const within =
    inputs.window === undefined
      ? 'No drift in these records: they contain no changes.'
      : `No drift in the records ${stretch(inputs.window)}.`;
  return `${within}\nWhat happened before or after was not checked. \`parley init\` lets runs remember what is open; \`--all --verify plan\` reads everything back.`;
}

const notLooked =
  'Drift older than the records has not been looked for yet: `parley baseline` does that.';

/** The result of a baseline, which reads few records or none. */
function wholeState({ unresolved }: Report): string {
  const unread = unresolved.filter(({ code, address }) => {
    return code === 'read-back-failed' && address !== undefined;
  });
  const but = unread.length === 0 ? '' : ` but for ${formatCount(unread.length, 'resource')}`;
  return `No drift is open: the provider read the whole state back${but}, and nothing differs from it. Where the code differs from the state, a plan shows it.`;
}

function lookedAt({ inputs: { window } }: Report): string {
  return window === undefined ? 'a log without changes' : `the log ${stretch(window)}`;
}

function stretch({ from, to }: NonNullable<Report['inputs']['window']>): string {
  const isOne = secondText(from) === secondText(to);
  return `${isOne ? 'of' : 'from'} ${spanText({ from, to })}`;
}

/** `12 open: 10 since 2026-03-14 09:00 UTC, 2 new; 1 closed.` */
function standing({ openDrifts = [], closedDrifts = [], openQuestions = [] }: Report): string {
  const times = openDrifts
    .filter(({ state }) => state === 'open')
    .map(({ firstSeen }) => firstSeen)
    .sort();
  const [oldest, latest = oldest] = [times[0], times.at(-1)];
  const fresh = openDrifts.length - times.length;
  const parts = [
    ...(oldest === undefined
      ? []
      : [`${times.length} since ${minuteText(oldest)}${oldest === latest ? '' : ' or later'}`]),
    ...(fresh === 0 ? [] : [`${fresh} new`]),
  ];
  const open = `${openDrifts.length} open${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
  const closed = closedDrifts.length === 0 ? '' : `; ${closedDrifts.length} closed`;
  const asked =
    openQuestions.length === 0 ? '' : `; ${formatCount(openQuestions.length, 'open question')}`;
  return `${open}${closed}${asked}.`;
}

/** Drifts of earlier runs that this run found closed, with the reason. */
export function renderClosed(
  { closedDrifts = [], closedQuestions = [] }: Report,
  style: TerminalStyle,
): string {
  const all = [
    ...closedDrifts.map(({ address, path, because }) => [address, shortPath(path), because]),
    ...closedQuestions.map(({ address, operation, because }) => [
      address,
      `question about ${displayText(operation, 80)}`,
      because,
    ]),
  ];
  if (all.length === 0) return '';
  const lines = all
    .slice(0, maxShown)
    .map(([address, what, because = '']) => `  ${address} ${what}  ${style.dim(because)}`);
  const rest = all.length - lines.length;
  const more = rest === 0 ? [] : [style.dim(`  and ${rest} more`)];
  return [style.bold('Closed since the last run'), ...lines, ...more].join('\n');
}
