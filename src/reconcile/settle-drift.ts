import type { Drift, Pending } from '../model/drift.ts';
import type { Ignored, Unresolved } from '../model/report.ts';
import type { KeptEvent } from '../ports/store/kept-event.ts';
import type { SeenDifference } from '../ports/store/seen-difference.ts';
import type { NetDriftResult } from '../stages/drift/types.ts';
import { applyIgnoreRules } from './drift/apply-ignore-rules.ts';
import { withCoverage } from './drift/coverage.ts';
import { settlePending } from './drift/pending.ts';
import type { LiveState } from './drift/read-back.ts';
import { lastWriteReadings } from './drift/readings.ts';
import { type CodeHistory, codeHistory } from './managed/code-history.ts';
import { earlierPlaces, openDriftPlaces } from './memory/earlier-places.ts';
import type { Recalled } from './memory/recall.ts';
import { type Renewed, withoutOldSecrets, withoutRenewed } from './memory/secrets.ts';
import { type Follower, followReferences, yetToFollow } from './patch/followers.ts';
import { type Questions, settleQuestions } from './questions/settle.ts';
import { foldDrift, foldObjects, type Stage, withObserved } from './stages.ts';
import type { TranslatedLog } from './translate-log.ts';

/** What differs from the code, and what is known about it, before anything is decided. */
export interface SettledDrift {
  /** The drifts to decide. */
  readonly net: NetDriftResult;
  /** Including drifts that ignore rules exclude, and those that wait for an event. */
  readonly all: NetDriftResult;
  /** Fields that `ignore_changes` or a delegation leaves to others. */
  readonly left: readonly Drift[];
  readonly ignored: readonly Ignored[];
  readonly pending: readonly Pending[];
  /** Differences without an event, for the next run. */
  readonly seen: readonly SeenDifference[];
  readonly live: LiveState | undefined;
  /**
   * Attributes that follow resources with a newer version in the cloud, whether or not the code
   * changes.
   */
  readonly followers: readonly Follower[];
  readonly recalled: Recalled;
  readonly history: CodeHistory;
  readonly questions: Questions;
  /** Secrets that the code has set again since they were changed. */
  readonly renewed: Renewed;
  /** Calls whose other records may be in a later log. */
  readonly halves: readonly KeptEvent[];
  /** What could not be folded. */
  readonly unfolded: readonly Unresolved[];
}

/** What differs, with the stage that later steps use. */
export interface Settled {
  readonly stage: Stage;
  readonly drift: SettledDrift;
}

/** Folds the log, the live values and what is remembered. */
export async function settleDrift(
  translatedLog: TranslatedLog,
  live: LiveState | undefined,
): Promise<Settled> {
  const { recalled, translated, effects, halves, log } = translatedLog;
  const { input, index } = translatedLog.stage;
  const following = followReferences(translatedLog.stage, effects, live);
  const folded = foldObjects(
    following.stage,
    foldDrift(following.stage, withoutOldSecrets(effects, live), live),
    translated,
  );
  const read = withObserved(following.stage, lastWriteReadings(input, live, folded.net.drifts));
  const { net, pending, observed, seen } = settlePending(
    folded.net,
    input.startedAt,
    input.earlier.pending,
    {
      events: read.ingested.events,
      isBaseline: input.earlier.isBaseline === true,
      open: openDriftPlaces(input.earlier),
    },
  );
  const stage = withObserved(read, observed);
  const actorOf = (event: string) => stage.ingested.events.get(event)?.actor;
  const asked = applyIgnoreRules(withCoverage(net, effects), log.rules, index, actorOf);
  const places = [...asked.net.drifts, ...earlierPlaces(input.earlier, asked.net)];
  const history = await codeHistory(input.code.blame, stage.loaded.project, places);
  const questions = settleQuestions({
    ...{ stage: translatedLog.stage, effects: translated.effects, live, rules: log.rules },
  });
  const drift: SettledDrift = {
    ...withoutRenewed(asked.net, history),
    all: folded.net,
    left: folded.net.left,
    ignored: asked.ignored,
    ...{ pending, seen, live, recalled, history, questions, halves },
    followers: yetToFollow(following.followers, folded.net.settled),
    unfolded: folded.unresolved,
  };
  return { stage, drift };
}
