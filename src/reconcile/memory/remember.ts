import type { Decision } from '../../model/decision.ts';
import type { Intent } from '../../model/intent.ts';
import type { KnowledgeJudgment } from '../../model/knowledge.ts';
import type { ClosedDrift, Confirmed, OpenDrift } from '../../model/open-drift.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { type MemoryUpdate, nothingRemembered } from '../../ports/store/memory.ts';
import { dismissalsIn } from '../decide/dismissal.ts';
import type { Learning } from '../ingest/learn.ts';
import type { CodeHistory } from '../managed/code-history.ts';
import { type QuestionSet, questionSet } from '../questions/question-set.ts';
import type { SettledDrift } from '../settle-drift.ts';
import type { Stage } from '../stages.ts';
import { createDriftCloser } from './closing.ts';
import { placeShownBy } from './observation.ts';
import { confirmationKind, openSet } from './open.ts';
import { otherReason } from './other-reason.ts';
import { placeKey } from './place.ts';
import { memoryUpdate } from './update.ts';

export interface RememberInput
  extends Omit<SettledDrift, 'left' | 'pending' | 'seen' | 'followers' | 'history' | 'unfolded'> {
  readonly stage: Stage;
  readonly intents: readonly Intent[];
  readonly decisions: readonly Decision[];
  /** The commit that set a field, if version control shows it. */
  readonly commitOf: CodeHistory['commitOf'];
  readonly learning: Pick<Learning, 'used'>;
  readonly knowledge: readonly KnowledgeJudgment[];
  /** Called with each moment with which the time of the run was compared. */
  readonly compared: (moment: number) => void;
}

export interface Remembering {
  readonly open: readonly OpenDrift[];
  readonly unseen: readonly OpenDrift[];
  readonly closed: readonly ClosedDrift[];
  /** Calls whose effects are unknown. */
  readonly questions: QuestionSet;
  /** What to store; undefined if there is no store. */
  readonly update: MemoryUpdate | undefined;
}

/** The drifts that are open or closed after a run, and what the next run needs. */
export function rememberDrifts(input: RememberInput): Remembering {
  const { stage, net, decisions, live } = input;
  const { input: run, ingested, index, replaced } = stage;
  const earlier = run.earlier.memory ?? nothingRemembered;
  const now = run.startedAt;
  const close = createDriftCloser({
    isReplaced: replaced.drift,
    serial: run.state.serial,
    drifts: net.drifts,
    reverted: net.reverted,
    settled: net.settled,
    ignored: input.ignored,
    events: ingested.events,
    void: input.recalled.void,
    dismissals: dismissalsIn(run.people.answers ?? []),
    renewed: input.renewed,
    live,
    reasonOf: (drift) => otherReason(stage, net.reverted, drift),
    isInState: (address) => index.get(address) !== undefined,
    commitOf: input.commitOf,
    now,
  });
  const owners = new Map(input.intents.map(({ id, actor }) => [id, actor.principal]));
  const read = live === undefined ? new Set<string>() : new Set(live.resources.keys());
  const set = openSet({
    earlier: earlier.open,
    places: (stage.stored ?? nothingRemembered).open.map(({ address, path }) =>
      placeKey(address, path),
    ),
    net,
    decisions,
    events: ingested.events,
    lookAt: looksIn(ingested.events.values()),
    ownerOf: (intent) => owners.get(intent),
    wasRead: (address) => read.has(address),
    isReplaced: replaced.drift,
    close,
    now,
  });
  const { open, unseen, closed } = set;
  const questions = questionSet(stage, input.questions, input.recalled.void);
  const update = run.earlier.memory === undefined ? undefined : memoryUpdate(input, set, questions);
  return { open, unseen, closed, questions, update };
}

/** The last observation of each place. */
function looksIn(events: Iterable<KeptEvent>): (place: string) => readonly Confirmed[] {
  const last = new Map<string, Confirmed>();
  for (const event of events) {
    const place = placeShownBy(event);
    const known = place === undefined ? undefined : last.get(place);
    if (place === undefined || (known !== undefined && known.at > event.time)) continue;
    last.set(place, { at: event.time, how: confirmationKind(event) });
  }
  return (place) => {
    const found = last.get(place);
    return found === undefined ? [] : [found];
  };
}
