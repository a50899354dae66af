import type { Decision } from '../../model/decision.ts';
import type { Harm } from '../../model/harm.ts';
import type { Intent } from '../../model/intent.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { OpenQuestion } from '../../model/open-question.ts';
import { formatPath } from '../../model/path.ts';
import type { Report } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import type { AnsweredField, KeptAnswer } from '../../ports/store/kept-answer.ts';
import { answeredField } from '../../reconcile/decide/answered-field.ts';
import { callKey, driftKey } from '../../reconcile/decide/dismissal.ts';

/** The subject of an answer. */
export interface AnswerTarget {
  /** Id of the intent, or of the question or drift that has no intent in the latest run. */
  readonly id: string;
  /** A summary for people. */
  readonly summary: string;
  /** Ids of the drifts that one answer covers. */
  readonly drifts: readonly string[];
  readonly decisions: readonly Decision[];
  /** Ids that a dismissal covers. */
  readonly about: readonly string[];
  /** The drifts of the intent as they are now. */
  readonly fields: readonly AnsweredField[];
  /** Undefined for targets that can only be dismissed. */
  readonly intent?: Intent;
  /** The worst harm of its drifts. */
  readonly harm?: Pick<Harm, 'dimension' | 'severity'>;
}

/**
 * What a report has under an id: an intent, an open question, or an open drift that the run could
 * not see.
 */
export function findAnswerTarget(report: Report, id: string): AnswerTarget | undefined {
  const intent = report.intents.find((one) => one.id === id);
  if (intent !== undefined) return ofIntent(report, intent);
  const question = (report.openQuestions ?? []).find((one) => one.id === id);
  if (question !== undefined) return ofQuestion(question);
  const found = new Set(report.drifts.map((drift) => drift.id));
  const unseen = (report.openDrifts ?? []).find((one) => one.id === id && !found.has(id));
  return unseen === undefined ? undefined : ofUnseen(unseen);
}

/**
 * What was dismissed under an id that the latest run no longer has, so that it can be opened again:
 * a question, or a drift that no run could see.
 */
export function dismissedTarget(
  answers: readonly Pick<KeptAnswer, 'action' | 'intent' | 'about'>[],
  id: string,
): AnswerTarget | undefined {
  const own = answers.filter(({ intent }) => intent === id);
  const about = [
    ...new Set(own.flatMap((one) => (one.action === 'dismiss' ? (one.about ?? []) : []))),
  ];
  if (about.length === 0) return undefined;
  return {
    id,
    summary: `What was dismissed as ${id}`,
    drifts: [id],
    decisions: [],
    about,
    fields: [],
  };
}

/** The target for an intent, with the drifts and decisions of its run. */
export function ofIntent(
  report: Pick<Report, 'drifts' | 'decisions'>,
  intent: Intent,
): AnswerTarget {
  const { id, summary, drifts } = intent;
  const own = report.drifts.filter((drift) => drifts.includes(drift.id));
  const decisions = report.decisions.filter((one) => one.intent === id);
  const [harm] = own
    .flatMap((drift) => drift.harm ?? [])
    .filter(({ direction }) => direction === 'weakens')
    .sort((a, b) => b.severity - a.severity);
  const about = own.map(driftKey);
  const fields = own.map((drift) => answeredField(intent, drift));
  const worst = harm === undefined ? {} : { harm };
  return { id, summary, drifts, decisions, about, fields, intent, ...worst };
}

function ofQuestion({ id, address, service, operation, calls }: OpenQuestion): AnswerTarget {
  const name = displayText(`${service}:${operation}`, 200);
  const about = calls.map(({ event }) => callKey(id, event));
  const summary = `What ${name} changed of ${address}`;
  return { id, summary, drifts: [id], decisions: [], about, fields: [] };
}

function ofUnseen({ id, address, path, evidence }: OpenDrift): AnswerTarget {
  const field = displayText(formatPath(path), 200);
  const about = [driftKey({ id, evidence: evidence.map(({ event }) => event) })];
  const summary = `The drift of ${address}${field === '' ? '' : ` ${field}`}`;
  return { id, summary, drifts: [id], decisions: [], about, fields: [] };
}
