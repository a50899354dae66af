import type { Decision } from '../../model/decision.ts';
import type { Ending } from '../../model/drift.ts';
import { type AttributePath, formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import type { StoredField } from '../../pipeline/store.ts';
import { code, prose } from '../plan/describe/markdown.ts';

export interface ClosedProposal {
  readonly intent: string;
  readonly addresses: readonly string[];
  /** What the intent was about, as far as it is remembered. */
  readonly fields: readonly StoredField[];
}

/** A word why a proposal is closed, from what the latest run says of its intent and its fields. */
export function whyClosed(report: Report, closed: ClosedProposal): string {
  const own = report.decisions.filter(({ intent }) => intent === closed.intent);
  if (own.length > 0) return decidedOtherwise(report, closed.intent, own);
  return overtaken(report, closed) ?? putBack(report, closed) ?? gone(closed);
}

/** The intent is still there, and something else is to become of it. */
function decidedOtherwise(report: Report, intent: string, own: readonly Decision[]): string {
  const stuck = report.unresolved.find((one) => one.intent === intent);
  const isStuck = own.every(({ verdict: { outcome } }) => outcome === 'accept');
  if (isStuck && stuck !== undefined) {
    return `Closed: the change can no longer be written into the code: ${prose(stuck.reason)}`;
  }
  const outcomes = [...new Set(own.map(({ verdict }) => verdict.outcome))].sort();
  const [first] = own;
  const because = first === undefined ? '.' : `: ${prose(first.verdict.because)}`;
  return `Closed: decided otherwise (${outcomes.join(', ')})${because}`;
}

function overtaken({ decisions, intents }: Report, closed: ClosedProposal): string | undefined {
  const by = decisions.find((one) => closed.fields.some((field) => meet(field, one)));
  const intent = by && intents.find(({ id }) => id === by.intent);
  if (intent === undefined) return undefined;
  return `Closed: overtaken by intent ${code(intent.id)}: ${prose(intent.summary)}`;
}

function putBack({ reverted }: Report, closed: ClosedProposal): string | undefined {
  const back = reverted.filter((one) => closed.fields.some((field) => meet(field, one)));
  if (back.length === 0) return undefined;
  const addresses = [...new Set(back.map(({ address }) => address))].sort();
  const endings = new Set(back.map(({ ending = 'put-back' }) => ending));
  const [only = 'put-back'] = endings.size === 1 ? endings : [];
  const how = howEnded[only];
  return `Closed: ${how} (${listed(addresses)}), so that nothing is left to change.`;
}

const howEnded: Readonly<Record<Ending, string>> = {
  'put-back': 'it was put back',
  refuted: 'it was put back',
  overwritten: 'another value took its place',
  'in-code': 'it was replaced with what the code says',
  deleted: 'the resource was deleted',
  undeclared: 'the code no longer declares the resource',
};

function gone({ addresses }: ClosedProposal): string {
  const where = addresses.length === 0 ? '' : ` on ${listed(addresses)}`;
  return `Closed: the drift${where} is gone.`;
}

interface Field {
  readonly address: string;
  readonly path: AttributePath;
}

/** The same field, or one within the other. */
function meet(a: Field, b: Field): boolean {
  if (a.address !== b.address) return false;
  const [one, other] = [formatPath(a.path), formatPath(b.path)];
  return one === other || isWithin(one, other) || isWithin(other, one);
}

function isWithin(inner: string, outer: string): boolean {
  if (outer === '') return true;
  return inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length));
}

const most = 10;

function listed(texts: readonly string[]): string {
  const rest = texts.length - most;
  const shown = texts.slice(0, most).map((text) => code(text));
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
