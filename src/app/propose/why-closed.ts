import { isAtOrBelow } from '../../model/address.ts';
import { type Decision, isDismissed } from '../../model/decision.ts';
import type { ClosedDrift, ClosingReason } from '../../model/open-drift.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { compareText } from '../../model/text.ts';
import type { StoredField } from '../../ports/store/run-store.ts';
import { markdownCode, markdownProse } from '../../present/proposal/markdown.ts';
import { asksForProposal, unseenIntents } from './unseen.ts';

export interface SettledProposal {
  readonly intent: string;
  /** The fields of the intent, as far as they are remembered. */
  readonly fields: readonly StoredField[];
  /** What last closed drifts on these resources, in this run or an earlier one. */
  readonly closings: readonly ClosedDrift[];
}

/**
 * Why a proposal is closed: what closed its drifts, or what was decided about them since. Undefined
 * where nothing shows that the intent is over; the mere absence of a drift from a run is no reason.
 */
export function whyClosed(report: Report, about: SettledProposal): string | undefined {
  if (unseenIntents(report).has(about.intent)) return undefined;
  const own = report.decisions.filter(({ intent }) => intent === about.intent);
  if (own.length > 0) return decidedOtherwise(report, about.intent, own);
  const asked = about.fields.filter(({ outcome }) => asksForProposal(outcome));
  const fates = (asked.length === 0 ? about.fields : asked).map((field) =>
    fateOf(report, field, about.closings),
  );
  if (fates.length === 0) return undefined;
  const known = fates.flatMap((fate) => fate ?? []);
  return known.length < fates.length ? undefined : `Closed: ${sentenceFor(known)}`;
}

/** The intent still exists, but the decision has changed. */
function decidedOtherwise(
  report: Report,
  intent: string,
  own: readonly Decision[],
): string | undefined {
  if (own.some(({ verdict: { outcome } }) => asksForProposal(outcome))) {
    const stuck = report.unresolved.find((one) => one.intent === intent);
    if (stuck === undefined) return undefined;
    return `Closed: the change can no longer be written into the code: ${sentence(stuck.reason)} The drift is still open.`;
  }
  if (own.every(isDismissed))
    return `Closed: it was dismissed. ${sentence(own[0]?.verdict.because ?? '')}`;
  const outcomes = [...new Set(own.map(({ verdict }) => verdict.outcome))].sort();
  const [{ verdict } = { verdict: undefined }] = own;
  const because = verdict === undefined ? '' : `: ${sentence(verdict.because)}`;
  const rule = verdict === undefined ? '' : `, rule ${markdownCode(verdict.rule)}`;
  return `Closed: decided otherwise (${outcomes.join(', ')}${rule})${because} The drift is still open.`;
}

/** What happened to one field of a proposal. */
type Fate =
  | { readonly kind: 'overtaken'; readonly intent: string; readonly summary: string }
  | { readonly kind: 'closed'; readonly drift: ClosedDrift };

/** Undefined where that is unknown. */
function fateOf(
  { decisions, intents, openDrifts = [] }: Report,
  field: StoredField,
  closings: readonly ClosedDrift[],
): Fate | undefined {
  const own =
    field.path.length === 0 ? endOfWhole(field, { decisions, openDrifts }, closings) : undefined;
  if (own !== undefined) return { kind: 'closed', drift: own };
  const by = decisions.find((one) => meet(field, one));
  const intent = by && intents.find(({ id }) => id === by.intent);
  if (intent !== undefined) {
    return { kind: 'overtaken', intent: intent.id, summary: intent.summary };
  }
  if (openDrifts.some((drift) => meet(field, drift))) return undefined;
  const drift = lastClosed(closings.filter((closing) => meet(field, closing)));
  return drift === undefined ? undefined : { kind: 'closed', drift };
}

/**
 * What closed the drift of an entire resource, such as its deletion. Drifts of the fields that it
 * has now do not continue that.
 */
function endOfWhole(
  field: Field,
  now: { readonly decisions: readonly Field[]; readonly openDrifts: readonly Field[] },
  closings: readonly ClosedDrift[],
): ClosedDrift | undefined {
  const isWhole = ({ address, path }: Field) => address === field.address && path.length === 0;
  if ([...now.decisions, ...now.openDrifts].some(isWhole)) return undefined;
  const isKnown = ({ live }: ClosedDrift) => live.kind === 'absent' || live.kind === 'value';
  return lastClosed(closings.filter((one) => isWhole(one) && isKnown(one)));
}

function lastClosed(closings: readonly ClosedDrift[]): ClosedDrift | undefined {
  return closings.toSorted((a, b) => compareText(a.closedAt, b.closedAt)).at(-1);
}

const reasons: Readonly<Record<ClosingReason, string>> = {
  'in-code': 'the code says it now',
  'went-back': 'it was put back',
  gone: 'the resource is gone',
  'handed-over': 'the field was handed over',
  dismissed: 'it was dismissed',
};

/** Lists each event once, with the resources it happened to. */
function sentenceFor(fates: readonly Fate[]): string {
  const addresses = new Map<string, Set<string>>();
  const note = (clause: string, address?: string): void => {
    const own = addresses.get(clause) ?? new Set();
    addresses.set(clause, address === undefined ? own : own.add(address));
  };
  const because = new Set<string>();
  for (const fate of fates) {
    if (fate.kind === 'overtaken') {
      note(`overtaken by intent ${markdownCode(fate.intent)}`);
      because.add(sentence(fate.summary));
      continue;
    }
    const { reason, address, commit } = fate.drift;
    const since = commit === undefined ? '' : ` since ${markdownCode(commit.slice(0, 10))}`;
    note(`${reasons[reason]}${since}`, address);
    because.add(sentence(fate.drift.because));
  }
  const clauses = [...addresses].map(([clause, own]) =>
    own.size === 0 ? clause : `${clause} (${listed([...own].sort())})`,
  );
  const shown = [...because].slice(0, max);
  const rest = because.size - shown.length;
  return `${clauses.join('; ')}. ${shown.join(' ')}${rest > 0 ? ` And ${rest} more.` : ''}`;
}

interface Field {
  readonly address: string;
  readonly path: AttributePath;
}

/** True for the same field, or where one contains the other. */
function meet(a: Field, b: Field): boolean {
  if (a.address !== b.address) return false;
  const [one, other] = [formatPath(a.path), formatPath(b.path)];
  const contains = (outer: string, inner: string): boolean =>
    outer === '' || isAtOrBelow(inner, outer);
  return contains(one, other) || contains(other, one);
}

const max = 10;

function listed(texts: readonly string[]): string {
  const rest = texts.length - max;
  const shown = texts.slice(0, max).map((text) => markdownCode(text));
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

function sentence(text: string): string {
  const shown = markdownProse(text);
  return shown.endsWith('.') ? shown : `${shown}.`;
}
