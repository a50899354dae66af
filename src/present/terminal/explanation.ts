import type { Decision } from '../../model/decision.ts';
import type { Drift, DriftValue } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Patch } from '../../model/patch.ts';
import type { Report, Unresolved } from '../../model/report.ts';
import { shortPath } from '../../model/short-path.ts';
import { displayText } from '../../model/text.ts';
import { secondText, spanText } from '../../model/time-text.ts';
import { appliedChanges, putBack } from '../../reconcile/put-back/changes.ts';
import { intentAccount } from '../../stages/arbitration/explain/account.ts';
import { costText } from '../../stages/arbitration/explain/harm-text.ts';
import { readingLine } from './advice.ts';
import { type Numbers, renderChoice } from './choice.ts';
import { renderOpenDrift } from './past.ts';
import { renderPutBack, terraformPlace } from './put-back.ts';
import { paintOutcome, type TerminalStyle } from './style.ts';
import { longestValue, renderTerminalValue } from './value.ts';

/**
 * One intent in full: its actor, what it changed, the decision with its reasons, and why the patch
 * is where it is.
 */
export function renderExplanation(
  report: Report,
  id: string,
  style: TerminalStyle,
  dir = '.',
): string {
  const intent = report.intents.find((each) => each.id === id);
  if (intent === undefined) return '';
  const decisions = report.decisions.filter((decision) => decision.intent === id);
  const patch = report.patches.find((each) => each.intent === id);
  const { who, isClaimed, when, ticket } = intentAccount(intent, decisions);
  return [
    `${style.bold(intent.summary)}  ${style.dim(id)}`,
    `Who     ${who.name} (${who.class}), ${who.principal}`,
    `        recognized by signature ${who.signature}${isClaimed ? ', which the caller could have chosen' : ''}`,
    `When    ${spanText(when)}`,
    `Purpose ${intent.purpose}, ${Math.round(intent.confidence * 100)} % sure (rule ${intent.rule})`,
    ...renderOrigin(report, intent),
    ...(ticket === undefined ? [] : [`Ticket  ${ticket} (claimed)`]),
    ...(report.lifecycle ?? [])
      .filter((status) => status.intent === id)
      .map(({ state, because }) => `State   ${state}. ${because}`),
    ...(intent.reading === undefined
      ? []
      : [`Model   ${readingLine(intent)} ${intent.reading.model}, ${intent.reading.prompt}`]),
    '',
    ...decisions.flatMap((decision) => renderDecision(report, decision, patch, style)),
    ...renderRestoring(report, id, style, dir),
    ...(patch === undefined ? [] : renderPatch(patch, style)),
  ].join('\n');
}

function renderOpen({ openDrifts = [] }: Report, drift: string): readonly string[] {
  const open = openDrifts.find(({ id }) => id === drift);
  return open === undefined ? [] : renderOpenDrift(open).map((line) => `  ${line}`);
}

/** How to revert what was refused, and what that changes as well. */
function renderRestoring(
  report: Report,
  id: string,
  style: TerminalStyle,
  dir: string,
): readonly string[] {
  const back = putBack(appliedChanges(report), ({ intent }) => intent === id);
  const lines = renderPutBack(back, terraformPlace(report, dir), style);
  return lines.length === 0
    ? []
    : [style.bold('How to put it back'), ...lines.map((line) => `  ${line}`), ''];
}

/** What was declared in advance, by this intent or by the one that announced it. */
function renderOrigin(report: Report, { declared, announced, expires }: Intent): readonly string[] {
  const until = expires === undefined ? '' : ` until ${secondText(expires)}`;
  if (declared === true)
    return [`Origin  declared beforehand${until === '' ? ', without an end' : until}`];
  if (announced === undefined) return [];
  const by = report.intents.find(({ id }) => id === announced);
  const ticket = by?.ticket === undefined ? '' : `, ticket ${displayText(by.ticket, 80)}`;
  const why = by === undefined ? '' : `: ${displayText(by.summary, longestValue)}`;
  return [`Origin  announced by ${announced}${why}${ticket}${until}`];
}

function renderDecision(
  report: Report,
  decision: Decision,
  patch: Patch | undefined,
  style: TerminalStyle,
): readonly string[] {
  const drift = report.drifts.find((each) => each.id === decision.drift);
  const place = displayText(`${decision.address} ${shortPath(decision.path)}`, longestValue);
  return [
    `${style.bold(place)}  ${style.dim(decision.drift)}`,
    ...(drift === undefined ? [] : [`  ${renderSides(drift)}`]),
    ...(drift?.cost === undefined ? [] : [`  cost: ${costText(drift.cost)}`]),
    `  ${paintOutcome(style, decision.verdict.outcome)} by rule ${decision.verdict.rule}: ${decision.verdict.because}`,
    ...decision.explanation.map((line) => `    ${line}`),
    ...(drift === undefined ? [] : [style.dim(`  evidence: ${drift.evidence.join(', ')}`)]),
    ...renderOpen(report, decision.drift),
    ...(patch === undefined ? [] : renderPlace(patch, decision.drift, style)),
    '',
  ];
}

function renderSides({ path, declared, declaredFrom, live, basis, loggedValue }: Drift): string {
  // The heading already shows the values of a member of a set.
  const side = (value: DriftValue): string =>
    typeof path.at(-1) === 'object' && value.kind === 'value'
      ? 'present'
      : renderTerminalValue(value);
  const sides = `${declaredFrom === 'code' ? 'code' : 'state'} ${side(declared)}, live ${side(live)}`;
  if (basis === 'inferred') return sides;
  if (loggedValue === undefined) return `${sides} (read from the provider)`;
  return `${sides} (the log said ${renderTerminalValue(loggedValue)}, the provider says ${renderTerminalValue(live)})`;
}

/** The places that were considered for a value that could not be written. */
export function renderRefusedPatches(
  { address, traces = [], candidates = [] }: Unresolved,
  style: TerminalStyle,
): string {
  const lines = renderChoice(traces, candidates, style, '  ');
  const path = traces[0] === undefined ? '' : ` ${shortPath(traces[0].path)}`;
  const place = displayText(`${address ?? ''}${path}`, longestValue);
  return lines.length === 0 ? '' : [style.bold(place), ...lines].join('\n');
}

function renderPatch(patch: Patch, style: TerminalStyle): readonly string[] {
  const radius = patch.blastRadius.map(
    ({ address, path }) => `  ${displayText(`${address} ${shortPath(path)}`, longestValue)}`,
  );
  // Reports of earlier versions do not assign places to drifts.
  const unplaced = patch.candidates.filter(({ drift }) => drift === undefined);
  const sites = patch.site === '' ? [] : patch.site.split('\n');
  const { level, passed, notes } = patch.verification;
  return [
    style.bold(`Patch (${passed ? 'verified' : 'failed'}: ${level})`),
    ...sites.map((site) => `  edits ${displayText(site, longestValue)}`),
    ...notes.map((note) => `  ${displayText(note, longestValue)}`),
    ...renderChoice([], unplaced, style, '  ', numbersOf(patch)),
    ...(radius.length === 0 ? ['It changes no value.'] : ['Changes exactly:', ...radius]),
  ];
}

/** The numbers that `--pick` accepts. */
function numbersOf({ candidates }: Patch): Numbers {
  return new Map(candidates.map((candidate, index) => [candidate, index + 1]));
}

/** Why a value was changed in this place. */
function renderPlace(patch: Patch, drift: string, style: TerminalStyle): readonly string[] {
  if (!patch.drifts.includes(drift)) return [];
  const traces = (patch.traces ?? []).filter((trace) => trace.drift === drift);
  const candidates = patch.candidates.filter((candidate) => candidate.drift === drift);
  const lines = renderChoice(traces, candidates, style, '  ', numbersOf(patch));
  const isBorne = candidates.length === 0 && traces.length > 0;
  return isBorne ? [...lines, '  An edit made for another value also fixes it.'] : lines;
}
