import type { CodeCommit } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Effect } from '../../model/effect.ts';
import { compareInstants } from '../../model/instant.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import { isLook } from '../../stages/drift/look.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import type { LiveState } from '../drift/read-back.ts';
import { type CodeHistory, commitName } from '../managed/code-history.ts';
import type { Closing } from './closed.ts';
import { addressIn, isObservation } from './observation.ts';
import { placeKey } from './place.ts';
import { hasNewSecret } from './read-news.ts';

/**
 * Removes observations of changed secrets for resources that this run's provider has read again.
 */
export function withoutOldSecrets(
  effects: readonly Effect[],
  live: LiveState | undefined,
): readonly Effect[] {
  if (live === undefined) return effects;
  return effects.filter((effect) => {
    const address = isHiddenLook(effect) ? addressIn(effect) : undefined;
    return address === undefined || !live.resources.has(address);
  });
}

/**
 * Ids of such observations that are outdated, because the provider now reads the same secret as the
 * state.
 */
export function oldSecrets(
  events: readonly RememberedEvent[],
  live: LiveState | undefined,
): readonly string[] {
  return events.filter(isObservation).flatMap((event) => {
    const { translation } = event;
    const [effect] = translation.kind === 'effects' ? translation.effects : [];
    if (effect === undefined || !isHiddenLook(effect) || effect.change.kind !== 'set') return [];
    const resource = live?.resources.get(addressIn(effect) ?? '')?.resource;
    if (resource === undefined || hasNewSecret(resource, effect.change.path)) return [];
    return [event.id];
  });
}

function isHiddenLook(effect: Effect): boolean {
  const { change } = effect;
  return isLook(effect) && change.kind === 'set' && change.value.kind === 'redacted';
}

/**
 * A drift of a secret that only a provider reported is closed once the provider reads the state's
 * value again.
 */
export function secretReadBack(
  { address, path, live: shown, evidence }: OpenDrift,
  live: LiveState | undefined,
): Closing | undefined {
  const resource = live?.resources.get(address)?.resource;
  if (shown.kind !== 'redacted' || resource === undefined || resource.kind === 'gone') {
    return undefined;
  }
  const isOfLog = evidence.some(({ digest }) => digest !== undefined);
  if (isOfLog || hasNewSecret(resource, path)) return undefined;
  return { reason: 'went-back', because: 'The provider reads the secret that the state has.' };
}

/** The commits that set a secret again after it was changed, by place. */
export type Renewed = ReadonlyMap<string, CodeCommit>;

/**
 * Removes drifts of secrets that the code has set since they were changed. The values cannot be
 * compared, and whoever set the secret again decided on it.
 */
export function withoutRenewed(
  net: NetDriftResult,
  history: CodeHistory,
): { readonly net: NetDriftResult; readonly renewed: Renewed } {
  const renewed = new Map<string, CodeCommit>();
  const isOpen = (drift: Drift): boolean => {
    const commit = renewing(drift, history);
    if (commit !== undefined) renewed.set(placeKey(drift.address, drift.path), commit);
    return commit === undefined;
  };
  return { net: { ...net, drifts: net.drifts.filter(isOpen) }, renewed };
}

function renewing(
  { address, path, live, declared, writes }: Drift,
  history: CodeHistory,
): CodeCommit | undefined {
  if (live.kind !== 'redacted' || declared.kind !== 'redacted') return undefined;
  const last = (writes ?? []).at(-1)?.time;
  const commit = history.commitOf(address, path);
  if (last === undefined || commit === undefined || commit.first === true) return undefined;
  return compareInstants(commit.time, last) > 0 ? commit : undefined;
}

/** The closing of a drift whose secret the code has set again. */
export function renewedBy({ address, path }: OpenDrift, renewed: Renewed): Closing | undefined {
  const commit = renewed.get(placeKey(address, path));
  if (commit === undefined) return undefined;
  const because = `The code sets the secret again since ${commitName(commit)}; nobody can compare the two.`;
  return { reason: 'in-code', because, commit: commit.commit };
}
