import type { Decision } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { KnownDrift } from './known.ts';

/** A person's answer about an intent; see `src/ports/store/answer.ts`. */
export interface RecalledAnswer {
  readonly intent: string;
  readonly action: 'accept' | 'reject' | 'delegate' | 'hold' | (string & {});
  readonly by: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly until?: string | undefined;
  /** The drifts that it covers, if not all of the intent. */
  readonly drifts?: readonly string[] | undefined;
}

export interface Recollection {
  readonly open: readonly OpenDrift[];
  readonly intents: readonly Intent[];
  /** From the last run. They contain more about a verdict than what is remembered of it. */
  readonly decisions: readonly Decision[];
  readonly answers: readonly RecalledAnswer[];
}

/** The open drifts, each with the actor behind it and the latest verdict or answer. */
export function knownDrifts({ open, ...rest }: Recollection): readonly KnownDrift[] {
  const intents = new Map(rest.intents.map((intent) => [intent.id, intent]));
  const decisions = new Map(rest.decisions.map((one) => [`${one.drift} ${one.intent}`, one]));
  return open.map((drift): KnownDrift => {
    const last = drift.verdicts.at(-1);
    if (last === undefined) return { drift };
    const intent = intents.get(last.intent);
    const covers = ({ drifts }: RecalledAnswer) => drifts?.includes(drift.id) !== false;
    const answer = newest(
      rest.answers.filter((each) => each.intent === last.intent && covers(each)),
    );
    const decision = decisions.get(`${drift.id} ${last.intent}`);
    const isAnswered = answer !== undefined && Date.parse(answer.at) > Date.parse(last.at);
    const answerVerdict = isAnswered ? verdictOfAnswer(answer) : undefined;
    return {
      drift,
      ...(intent === undefined
        ? {}
        : {
            intent: {
              id: intent.id,
              who: intent.actor.name,
              summary: intent.summary,
              since: intent.window.from,
            },
          }),
      verdict: answerVerdict ?? {
        outcome: last.outcome,
        rule: last.rule,
        ...(decision?.verdict.outcome === last.outcome ? detailsOf(decision) : {}),
      },
    };
  });
}

function detailsOf({ verdict: { because, expires, value } }: Decision) {
  return {
    because,
    ...(expires === undefined ? {} : { expires }),
    ...(value === undefined ? {} : { value }),
  };
}

const outcomes = {
  accept: 'accept',
  reject: 'reject',
  delegate: 'delegate',
  hold: 'defer',
} as const;

/** An answer that no run has used yet already counts from when it was given. */
function verdictOfAnswer({ action, by, until }: RecalledAnswer): KnownDrift['verdict'] {
  const known = Object.entries(outcomes).find(([name]) => name === action);
  if (known === undefined) return undefined;
  return {
    outcome: known[1],
    rule: 'answer',
    because: `${by} said so`,
    ...(until === undefined ? {} : { expires: until }),
  };
}

function newest(answers: readonly RecalledAnswer[]): RecalledAnswer | undefined {
  return [...answers].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
}
