import type { Drift, DriftValue } from '../../../model/drift.ts';
import type { Intent } from '../../../model/intent.ts';
import type { Json } from '../../../model/json.ts';
import { formatPath } from '../../../model/path.ts';
import { inferIntents } from '../infer.ts';
import { type Model, noTokens, type TokenCount } from '../llm/port.ts';
import type { Prompt } from '../llm/prompt.ts';
import { readSessions } from '../llm/read-sessions.ts';
import type { SessionFacts } from '../llm/session.ts';
import { createInferInput, type LabeledSession } from './session-file.ts';

/** How well one reader did on one session. */
export interface Score {
  readonly session: string;
  /** Undefined if there was no answer. */
  readonly purpose: string | undefined;
  readonly summary: string | undefined;
  readonly isRight: boolean;
  /** The summary mentions everything that a useful one does. */
  readonly isUseful: boolean;
}

export interface Measured {
  /** `rules`, or the name of the model. */
  readonly reader: string;
  readonly scores: readonly Score[];
  readonly tokens: TokenCount;
  readonly notes: readonly string[];
}

/** The rules' reading of each session, as the baseline. */
export function measureRules(sessions: readonly LabeledSession[]): Measured {
  const scores = sessions.map((session) => {
    const intents = inferIntents(createInferInput(session));
    // A session that is split counts as misread, whatever its parts are called.
    const [only] = intents.length === 1 ? intents : [];
    return scoreOf(session, only?.purpose, only?.summary);
  });
  return { reader: 'rules', scores, tokens: noTokens, notes: [] };
}

/** A model's reading of each session, with the same checks as in a run. */
export async function measureModel(
  model: Model,
  prompt: Prompt,
  sessions: readonly LabeledSession[],
): Promise<Measured> {
  const { readings, asked } = await readSessions(model, prompt, sessions.map(factsOf));
  const scores = sessions.map((session) => {
    const reading = readings.get(session.id);
    return scoreOf(session, reading?.purpose, reading?.summary);
  });
  const { tokens, notes } = asked;
  return { reader: model.name, scores, tokens, notes };
}

/** Shares of correct purposes and of useful summaries, 0 to 1. */
export function accuracy({ scores }: Measured): {
  readonly purpose: number;
  readonly summary: number;
} {
  const share = (test: (score: Score) => boolean) => scores.filter(test).length / scores.length;
  return { purpose: share(({ isRight }) => isRight), summary: share(({ isUseful }) => isUseful) };
}

function scoreOf(
  session: LabeledSession,
  purpose: Intent['purpose'] | undefined,
  summary: string | undefined,
): Score {
  const text = summary?.toLowerCase() ?? '';
  return {
    session: session.id,
    purpose,
    summary,
    isRight: purpose !== undefined && session.purpose.includes(purpose),
    isUseful: session.mentions.every((each) => text.includes(each.toLowerCase())),
  };
}

function factsOf(session: LabeledSession): SessionFacts {
  const { drifts, event } = createInferInput(session);
  const events = drifts.flatMap(({ evidence }) => evidence.flatMap((id) => event(id) ?? []));
  const { id, who } = session;
  return {
    id,
    actor: who,
    ...(session.session === undefined ? {} : { sessionName: session.session }),
    window: { from: events[0]?.time ?? '', to: events.at(-1)?.time ?? '' },
    changes: drifts.map(changeOf),
    calls: [],
  };
}

function changeOf({
  id,
  address,
  path,
  declared,
  live,
  creation,
}: Drift): SessionFacts['changes'][number] {
  return {
    id,
    address,
    attribute: formatPath(path),
    before: sideValue(declared),
    after: creation === undefined ? sideValue(live) : creation.attributes,
  };
}

function sideValue(side: DriftValue): Json {
  return side.kind === 'value' ? side.value : null;
}
