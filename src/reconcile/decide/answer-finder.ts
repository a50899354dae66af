import type { KeptAnswer } from '../../ports/store/kept-answer.ts';
import { driftDigest } from '../report/digest.ts';
import {
  type AnswerableDrift,
  type AnswerableIntent,
  answeredFields,
  type FormerAddresses,
  fieldKey,
} from './answered-field.ts';
import { isNewer } from './dismissal.ts';
import type { AnsweredAs } from './only.ts';

/** What people answered about a drift of an intent. */
export interface FoundAnswer {
  readonly drift: string;
  /** The newest answer to the drift or to its intent, which takes the place of earlier ones. */
  readonly newest?: KeptAnswer | undefined;
  /** True if it was about this drift with these values. */
  readonly isExact: boolean;
}

export type FindAnswers = (
  intent: AnswerableIntent,
  drifts: ReadonlyMap<string, AnswerableDrift>,
) => readonly FoundAnswer[];

type Newest = Map<string, KeptAnswer>;

/**
 * Creates a function that finds the newest answer to each drift of an intent, ignoring dismissals:
 * one to the intent, to the drift as it is, or to the same field in the same session.
 */
export function createAnswerFinder(
  answers: readonly KeptAnswer[],
  former: FormerAddresses,
): FindAnswers {
  const byIntent: Newest = new Map();
  const byField: Newest = new Map();
  const bySession: Newest = new Map();
  for (const answer of answers) {
    if (answer.action === 'dismiss') continue;
    note(byIntent, answer.intent, answer);
    for (const field of answer.fields ?? []) {
      note(byField, fieldKey(field), answer);
      note(bySession, field.session, answer);
    }
  }
  return (intent, drifts) => {
    const own = byIntent.get(intent.id);
    const isWhole = own !== undefined && own.digest === driftDigest(intent.drifts);
    return intent.drifts.map((id): FoundAnswer => {
      const drift = drifts.get(id);
      const fields = drift === undefined ? [] : answeredFields(intent, drift, former);
      const exact = newestOf(fields.map((field) => byField.get(fieldKey(field))));
      const near = newestOf(fields.map((field) => bySession.get(field.session)));
      const newest = newestOf([own, exact, near]);
      const isExact = newest !== undefined && (newest === exact || (newest === own && isWhole));
      return { drift: id, newest, isExact };
    });
  };
}

function note(newest: Newest, key: string, answer: KeptAnswer): void {
  const other = newest.get(key);
  if (other === undefined || isNewer(answer, other)) newest.set(key, answer);
}

function newestOf(answers: readonly (KeptAnswer | undefined)[]): KeptAnswer | undefined {
  return answers.reduce((last, one) => {
    if (one === undefined) return last;
    return last === undefined || isNewer(one, last) ? one : last;
  }, undefined);
}

/** Creates a function that finds what belonged to an intent when people answered it. */
export function createAnsweredAs(
  answers: readonly KeptAnswer[],
  drifts: readonly AnswerableDrift[],
  former: FormerAddresses,
): AnsweredAs {
  const byId = new Map(drifts.map((drift) => [drift.id, drift]));
  return (name, intent) => {
    const own = answers.filter((one) => one.intent === name);
    const keys = new Set(own.flatMap(({ fields = [] }) => fields.map(fieldKey)));
    return intent.drifts.filter((id) => {
      const drift = keys.size === 0 ? undefined : byId.get(id);
      const fields = drift === undefined ? [] : answeredFields(intent, drift, former);
      return fields.some((field) => keys.has(fieldKey(field)));
    });
  };
}
