import type { JsonObject } from '../../../model/json.ts';
import type { AttributePath } from '../../../model/path.ts';
import type { Problem } from '../../../model/result.ts';
import type { PlannedChange, SecretPlace } from './plan.ts';

/** What the provider reads of one resource, against what the state says. */
export type LiveResource =
  /** As the state has it, as far as the provider reads it back. */
  | (Common & { readonly kind: 'same' })
  | (Common & { readonly kind: 'gone' })
  /** `attributes` is all of it, without secrets. */
  | (Common & {
      readonly kind: 'changed';
      readonly attributes: JsonObject;
      /** Places that the provider calls secret, and neither the cloud nor the code does. */
      readonly opened?: readonly AttributePath[];
    });

interface Common {
  readonly address: string;
  readonly type: string;
  /** Where sensitive values are; the values themselves are never included. */
  readonly secrets: readonly SecretPlace[];
}

/** A resource that could not be read, and why. */
export interface Unread {
  readonly address: string;
  readonly problem: Problem;
}

export interface LiveReading {
  /** Resources that differ from the state, by address. */
  readonly changed: ReadonlyMap<string, LiveResource>;
  /** By address. */
  readonly unread: readonly Unread[];
}

/** What a plan shows of managed resources that are not as the state says, of those asked for. */
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
