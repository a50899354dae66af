import type { Actor } from '../../../model/actor.ts';
import type { Decision, Verdict } from '../../../model/decision.ts';
import { groupBy } from '../../../model/group.ts';
import type { Intent } from '../../../model/intent.ts';
import { shortPath } from '../../../model/short-path.ts';
import { formatCount } from '../../../model/words.ts';

/** Who made the changes of an intent, when and where, which each text for people lays out. */
export interface IntentAccount {
  readonly who: Pick<Actor, 'name' | 'class' | 'principal' | 'signature'>;
  /** True if only the caller says who it was. */
  readonly isClaimed: boolean;
  readonly when: Intent['window'];
  readonly ticket?: string | undefined;
  readonly places: readonly ChangedPlace[];
}

/** A resource, named once. */
interface ChangedPlace {
  readonly address: string;
  /** The fields that changed, each once; empty for the resource itself. */
  readonly fields: readonly string[];
}

/** A verdict, and how many others differ from it only in the place. */
export interface SharedReason {
  readonly decision: Decision;
  readonly alike: number;
}

export function intentAccount(
  { actor, window, ticket }: Intent,
  decisions: readonly Decision[],
): IntentAccount {
  const places = [...groupBy(decisions, ({ address }) => address)].map(([address, own]) => ({
    address,
    fields: [...new Set(own.map(({ path }) => shortPath(path)))],
  }));
  return {
    who: actor,
    isClaimed: actor.evidence === 'claimed',
    when: window,
    ticket,
    places,
  };
}

/** One reason for each outcome and rule; `terms` sets verdicts apart whose other terms differ. */
export function sharedReasons(
  decisions: readonly Decision[],
  terms: (verdict: Verdict) => readonly unknown[] = () => [],
): readonly SharedReason[] {
  const groups = groupBy(decisions, ({ verdict }) =>
    JSON.stringify([verdict.outcome, verdict.rule, ...terms(verdict)]),
  );
  return [...groups.values()].flatMap(([decision, ...others]) =>
    decision === undefined ? [] : [{ decision, alike: others.length }],
  );
}

/** `and 2 similar changes`; empty if there are none. */
export function alikeText(alike: number): string {
  return alike === 0 ? '' : `and ${formatCount(alike, 'similar change')}`;
}

/** A reason in plain text: `ben changed it (and 2 similar changes).` */
export function reasonText({ decision: { verdict }, alike }: SharedReason): string {
  const { because } = verdict;
  if (alike === 0) return because;
  const [, sentence = because, end = ''] = /^(.*?)(\.?)$/s.exec(because) ?? [];
  return `${sentence} (${alikeText(alike)})${end}`;
}

/** The same reasons with each sentence once, whichever outcomes and rules it is the reason of. */
export function distinctReasons(reasons: readonly SharedReason[]): readonly SharedReason[] {
  const bySentence = groupBy(reasons, ({ decision: { verdict } }) => verdict.because);
  return [...bySentence.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const more = others.reduce((sum, { alike }) => sum + alike + 1, 0);
    return [{ ...first, alike: first.alike + more }];
  });
}
