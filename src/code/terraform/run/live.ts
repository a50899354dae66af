import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';
import type { PlannedChange, SecretPlace } from './plan.ts';

/** One resource as the provider reads it, compared with the state. */
export type LiveResource =
  /** Equal to the state, as far as the provider reads it back. */
  | (Common & { readonly kind: 'same' })
  | (Common & { readonly kind: 'gone' })
  /** `attributes` has all attributes, without secrets. */
  | (Common & {
      readonly kind: 'changed';
      readonly attributes: JsonObject;
      /** Paths that the provider marks as secret, although neither the cloud nor the code does. */
      readonly opened?: readonly AttributePath[];
    });

interface Common {
  readonly address: string;
  readonly type: string;
  /** The paths of sensitive values; the values themselves are never included. */
  readonly secrets: readonly SecretPlace[];
}

/** A resource that could not be read, and the reason. */
export interface Unread {
  readonly address: string;
  readonly problem: Problem;
}

export interface LiveReading {
  /** Resources that differ from the state, by address. */
  readonly changed: ReadonlyMap<string, LiveResource>;
  /** Sorted by address. */
  readonly unread: readonly Unread[];
}

/** The requested managed resources that a plan shows as different from the state. */
export function changedResources(
  drift: readonly PlannedChange[],
  isAsked: (address: string) => boolean,
): ReadonlyMap<string, LiveResource> {
  return new Map(
    drift
      .filter(({ mode, address }) => mode === 'managed' && isAsked(address))
      .map((change) => [change.address, liveResource(change)]),
  );
}

function liveResource({ address, type, actions, after, secrets }: PlannedChange): LiveResource {
  if (after === null || actions.includes('delete')) return { kind: 'gone', address, type, secrets };
  return { kind: 'changed', address, type, attributes: after, secrets };
}
