import type { Effect } from '../model/effect.ts';
import { type JoinedHalves, joinHalves } from './halves/join.ts';
import { collectEffects, type Translated } from './ingest/translate.ts';
import { createAddressFollower, movedMemory } from './memory/moved-memory.ts';
import { type Recalled, recallDrifts, withStateNews } from './memory/recall.ts';
import { findReplaced } from './memory/replaced.ts';
import { withHiddenCalls } from './questions/hidden-calls.ts';
import type { ReadLog } from './read-log.ts';
import type { RunInput } from './run-input.ts';
import type { Stage } from './stages.ts';

/**
 * The content of the log together with what earlier runs remember, before a provider is queried.
 */
export interface TranslatedLog {
  readonly log: ReadLog;
  readonly stage: Stage;
  readonly recalled: Recalled;
  readonly halves: JoinedHalves['halves'];
  readonly translated: Translated;
  readonly effects: readonly Effect[];
}

export function translateLog(given: RunInput, log: ReadLog): TranslatedLog {
  const { loaded, index, manifests, ingested: read, learning } = log;
  const { memory: stored } = given.earlier;
  const memory = stored && movedMemory(stored, createAddressFollower(loaded, index));
  const input: RunInput =
    memory === undefined ? given : { ...given, earlier: { ...given.earlier, memory } };
  const replaced = findReplaced(input, index);
  const news = withStateNews(input, index, replaced);
  const joined = joinHalves({ ...read, events: learning.events }, news);
  const recalled = recallDrifts(joined.ingested, joined.memory);
  const { ingested } = recalled;
  const stage: Stage = { input, stored, replaced, ingested, loaded, index, manifests };
  const translated = collectEffects(ingested.events.values());
  const effects = withHiddenCalls(stage, translated.effects);
  return { log, stage, recalled, halves: joined.halves, translated, effects };
}
