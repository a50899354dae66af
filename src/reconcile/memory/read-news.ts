import type { LiveResource } from '../../code/terraform/run/live.ts';
import { groupBy } from '../../model/group.ts';
import type { OpenDrift } from '../../model/open-drift.ts';
import { type AttributePath, startsWith } from '../../model/path.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import type { ProviderSchema } from '../../providers/schema/types.ts';
import type { NetDriftResult, ReadResource } from '../../stages/drift/types.ts';
import type { LiveState } from '../drift/read-back.ts';
import { isSecretValue } from '../managed/declaration.ts';
import { type DriftLook, observedDrift, type ShownDrift } from './observation.ts';
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
      const shown = shownAt(read, path, schema);
      return shown === undefined ? [] : [observedDrift({ address, type, shown, look, at })];
    });
  });
}

/** What the provider read at a place, as far as it may be kept. */
export function shownAt(
  { resource, at }: ReadResource,
  path: AttributePath,
  schema: ProviderSchema,
): ShownDrift | undefined {
  if (hasNewSecret(resource, path)) return { kind: 'hidden', path };
  const isHidden = resource.secrets.some(
    (secret) => startsWith(secret.path, path) || startsWith(path, secret.path),
  );
  const value = at(path);
  if (isHidden || isSecretValue(schema, resource.type, path, value ?? null)) return undefined;
  return { kind: 'value', path, value };
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
