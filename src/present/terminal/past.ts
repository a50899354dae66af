import type { ClosedDrift, Confirmed, OpenDrift, PastVerdict } from '../../model/open-drift.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { secondText } from '../../model/time-text.ts';
import type { TerminalStyle } from './style.ts';
import { renderTerminalValue } from './value.ts';

/** Number of verdicts shown at most: the first one and the latest. */
const maxVerdicts = 6;

const confirmations: Readonly<Record<Confirmed['how'], string>> = {
  log: 'by an event of the log',
  'read-back': 'read from the provider',
  state: 'by a newer state',
};

/** Since when a drift is open, what last confirmed it, and what was decided about it over time. */
export function renderOpenDrift({
  state,
  firstSeen,
  lastConfirmed,
  verdicts,
  proposal,
}: OpenDrift): readonly string[] {
  const since =
    state === 'new'
      ? `first seen by this run, ${secondText(firstSeen)}`
      : `since ${secondText(firstSeen)}`;
  const { at, how } = lastConfirmed;
  return [
    `open: ${since}; last confirmed ${secondText(at)}, ${confirmations[how]}`,
    ...verdictLines(verdicts),
    ...(proposal === undefined
      ? []
      : [`proposed: ${displayText(`${proposal.branch}, ${proposal.location}`, 300)}`]),
  ];
}

/** A single verdict is shown with the decision, so the history begins with the second one. */
function verdictLines(verdicts: readonly PastVerdict[]): readonly string[] {
  if (verdicts.length < 2) return [];
  const [first, ...others] = verdicts;
  const shown = others.slice(1 - maxVerdicts);
  const more = others.length - shown.length;
  return [
    'earlier verdicts:',
    ...(first === undefined ? [] : [verdictText(first)]),
    ...(more > 0 ? [`  ${more} more`] : []),
    ...shown.map(verdictText),
  ];
}

function verdictText({ at, outcome, rule, intent, owner }: PastVerdict): string {
  const to = owner === undefined ? '' : ` to ${displayText(owner, 80)}`;
  return `  ${secondText(at)}  ${outcome}${to} by rule ${displayText(rule, 80)} (${intent})`;
}

/** An open drift that the run could not see. */
export function renderUnseen(drift: OpenDrift, style: TerminalStyle): string {
  const { id, address, path, declared, live, evidence } = drift;
  const place = displayText(`${address} ${shortPath(path)}`.trim(), 300);
  return [
    `${style.bold(place)}  ${style.dim(id)}`,
    `  code ${renderTerminalValue(declared)}, live ${renderTerminalValue(live)} when it was last seen`,
    ...renderOpenDrift(drift).map((line) => `  ${line}`),
    style.dim(`  evidence: ${evidence.map(({ event }) => displayText(event, 100)).join(', ')}`),
  ].join('\n');
}

/** Closed drifts: since when each was open, until when, and why it closed. */
export function renderClosedDrifts(closed: readonly ClosedDrift[], style: TerminalStyle): string {
  if (closed.length === 0) return '';
  const lines = closed.flatMap(({ id, address, path, firstSeen, closedAt, reason, because }) => [
    `  ${displayText(address, 160)} ${shortPath(path)}  ${style.dim(id)}`,
    `    open since ${secondText(firstSeen)}, found closed ${secondText(closedAt)} (${reason}): ${displayText(because, 300)}`,
  ]);
  return [style.bold('Closed'), ...lines].join('\n');
}
