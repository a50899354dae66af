import type { LiveResource } from '../../code/terraform/run/live.ts';
import { groupBy } from '../../model/group.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import type { LiveState } from '../drift/read-back.ts';
import { isSecretValue } from '../managed/declaration.ts';
import { type DriftLook, observedDrift, placeShownBy, shownBy } from './observation.ts';
import { placeKey, readablePath } from './place.ts';

export interface ReadNewsInput {
  readonly live: LiveState;
  readonly net: NetDriftResult;
  /** Open drifts of earlier runs. */
  readonly open: readonly OpenDrift[];
  readonly schema: ProviderSchema;
  readonly look: DriftLook;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Stores as observations what the provider read of everything that drifts, drifted before, or was
 * changed and reverted, so that later runs without a read-back have it, too. For secrets, only the
 * difference from the state is recorded.
 */
export function readNews(input: ReadNewsInput): readonly RememberedEvent[] {
  const places = placesByAddress(input);
  return [...input.live.resources].flatMap(([address, read]) => {
    const { resource } = read;
    const { type } = resource;
    const { look, at, schema } = input;
    if (resource.kind === 'gone') {
      return [observedDrift({ address, type, shown: { kind: 'gone' }, look, at })];
    }
    const paths = places.get(address) ?? [];
    return paths.flatMap((path) => {
      if (path.length === 0)
        return [observedDrift({ address, type, shown: { kind: 'there' }, look, at })];
      const isHidden = resource.secrets.some(
        (secret) => startsWith(secret.path, path) || startsWith(path, secret.path),
      );
      const value = read.at(path);
      if (hasNewSecret(resource, path)) {
        return [observedDrift({ address, type, shown: { kind: 'hidden', path }, look, at })];
      }
      if (isHidden || isSecretValue(schema, type, path, value ?? null)) return [];
      return [observedDrift({ address, type, shown: { kind: 'value', path, value }, look, at })];
    });
  });
}

/** Whether the provider read a secret there that differs from the state. */
export function hasNewSecret({ secrets }: LiveResource, path: AttributePath): boolean {
  return secrets.some((secret) => secret.changed && startsWith(path, secret.path));
}

/** Places of all changes by address, each once. */
function placesByAddress({
  net,
  open,
}: ReadNewsInput): ReadonlyMap<string, readonly AttributePath[]> {
  const places = [...net.drifts, ...net.unexplained, ...net.settled, ...open].map(
    ({ address, path }) => ({ address, path: readablePath(path) }),
  );
  const once = new Map(places.map((each) => [placeKey(each.address, each.path), each]));
  return new Map(
    [...groupBy(once.values(), ({ address }) => address)].map(([address, own]) => [
      address,
      own.map(({ path }) => path),
    ]),
  );
}

/**
 * Of the observations of one place, keeps the first and the last that showed its current value:
 * since when it is known, and when it was last confirmed. All others are no longer needed.
 */
export function latestLooks(
  remembered: readonly RememberedEvent[],
  fresh: readonly RememberedEvent[],
): { readonly kept: readonly RememberedEvent[]; readonly forgotten: readonly string[] } {
  const looks = groupBy(
    [...remembered, ...fresh].flatMap((event) => {
      const shown = shownBy(event);
      return shown === undefined ? [] : [{ event, ...shown }];
    }),
    ({ place }) => place,
  );
  const kept = new Map<string, RememberedEvent>();
  for (const own of looks.values()) {
    const sorted = own.toSorted((a, b) => compareText(a.event.time, b.event.time));
    const last = sorted.at(-1);
    const change = sorted.findLastIndex(({ value }) => value !== last?.value);
    const first = sorted[change + 1];
    for (const look of [first, last]) if (look !== undefined) kept.set(look.event.id, look.event);
  }
  return {
    kept: fresh.filter(({ id }) => kept.has(id)),
    forgotten: remembered
      .filter((event) => !kept.has(event.id) && placeShownBy(event) !== undefined)
      .map(({ id }) => id),
  };
}
