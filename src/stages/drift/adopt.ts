import { type Whole, whyUnadopted } from '../../model/adoption.ts';
import type { Drift } from '../../model/drift.ts';
import type { ResourceRef } from '../../model/effect.ts';
import { creationId } from '../../model/id.ts';
import { correlationKeys, type UnmanagedResource } from './correlate.ts';
import type { Created } from './creation.ts';
import { proposeAddress } from './propose.ts';
import type { NetDriftInput } from './types.ts';

export interface AdoptionCandidate {
  readonly unmanagedResource: UnmanagedResource;
  readonly created: Created;
}

export interface Adoption {
  /** The drift of each unmanaged resource for which one was proposed. */
  readonly found: ReadonlyMap<UnmanagedResource, Drift>;
  /** Resources that belong to nothing managed and were not adopted, with the reason. */
  readonly left: readonly {
    readonly unmanagedResource: UnmanagedResource;
    readonly because: string;
  }[];
}

/**
 * Proposes addresses for created resources, parents before children. A resource that belongs to a
 * managed one is found in every mode and under the same address; the mode only says whether it may
 * be written. Other resources are found only in mode `all`.
 */
export function adopt(input: NetDriftInput, candidates: readonly AdoptionCandidate[]): Adoption {
  const search = createSearch(input);
  const others = takeRelated(search, candidates);
  if (input.adopt !== 'all') {
    const because = 'it is not in the state and belongs to no managed resource';
    return {
      found: search.found,
      left: others.map(({ unmanagedResource }) => ({ unmanagedResource, because })),
    };
  }
  const left: { unmanagedResource: UnmanagedResource; because: string }[] = [];
  let pending = others;
  while (pending.length > 0) {
    const ready = pending.filter((one) => pendingParent(one, pending) === undefined);
    // Candidates that name each other as parent are adopted in order of time.
    const next = ready.length > 0 ? ready : pending.slice(0, 1);
    for (const candidate of next) {
      const isHere = candidate.created.effects.every(({ event }) => input.owns?.(event) ?? true);
      const because = 'it is not in the state, and lies where this code manages nothing';
      if (isHere || search.wholeOf(candidate) !== undefined) search.take(candidate);
      else left.push({ unmanagedResource: candidate.unmanagedResource, because });
    }
    pending = pending.filter((one) => !next.includes(one));
  }
  return { found: search.found, left };
}

/**
 * Takes every candidate that belongs to a managed resource, directly or through another candidate,
 * and returns the rest.
 */
function takeRelated(
  search: Search,
  candidates: readonly AdoptionCandidate[],
): readonly AdoptionCandidate[] {
  let rest = candidates;
  for (;;) {
    const related = rest.filter((one) => search.wholeOf(one) !== undefined);
    if (related.length === 0) return rest;
    for (const candidate of related) search.take(candidate);
    const taken = new Set(related);
    rest = rest.filter((one) => !taken.has(one));
  }
}

/** What was found so far, to which further candidates may belong. */
interface Search {
  readonly found: ReadonlyMap<UnmanagedResource, Drift>;
  /** The managed resource, or the one found earlier, that this candidate belongs to. */
  wholeOf(candidate: AdoptionCandidate): Whole | undefined;
  take(candidate: AdoptionCandidate): void;
}

function createSearch(input: NetDriftInput): Search {
  const proposed = new Set<string>();
  const isTaken = (address: string) => proposed.has(address) || input.isTaken(address);
  const found = new Map<UnmanagedResource, Drift>();
  const byKey = new Map<string, UnmanagedResource>();
  const wholeOf = ({
    unmanagedResource,
    created: { parent },
  }: AdoptionCandidate): Whole | undefined => {
    if (parent === undefined) return undefined;
    const managed = input.estate.find(parent);
    if (managed !== undefined) return { address: managed.address };
    const others = correlationKeys(parent).flatMap((key) => byKey.get(key) ?? []);
    const other = others.find((one) => one !== unmanagedResource);
    const drift = other && found.get(other);
    return drift && { address: drift.address, unadopted: drift.creation?.unadopted };
  };
  return {
    found,
    wholeOf,
    take(candidate) {
      const { unmanagedResource } = candidate;
      const drift = creationDrift(input, candidate, wholeOf(candidate), isTaken);
      proposed.add(drift.address);
      found.set(unmanagedResource, drift);
      for (const key of correlationKeys(unmanagedResource.resource))
        byKey.set(key, unmanagedResource);
    },
  };
}

function pendingParent(
  { unmanagedResource, created }: AdoptionCandidate,
  pending: readonly AdoptionCandidate[],
): AdoptionCandidate | undefined {
  const parent = created.parent;
  if (parent === undefined) return undefined;
  return pending.find(
    (one) =>
      one.unmanagedResource !== unmanagedResource && isNamedBy(one.unmanagedResource, parent),
  );
}

function isNamedBy(unmanagedResource: UnmanagedResource, ref: ResourceRef): boolean {
  const keys = new Set(correlationKeys(unmanagedResource.resource));
  return correlationKeys(ref).some((key) => keys.has(key));
}

function creationDrift(
  { adopt: mode, codeBehind, homeOf }: NetDriftInput,
  { unmanagedResource, created }: AdoptionCandidate,
  whole: Whole | undefined,
  isTaken: (address: string) => boolean,
): Drift {
  const { attributes, withheld, credential, importId, effects } = created;
  const { type } = unmanagedResource.resource;
  const parent = whole?.address;
  const modules = parent === undefined ? undefined : homeOf?.(parent);
  const address = proposeAddress(type, attributes, { parent, modules }, isTaken);
  const declared = { kind: 'absent' } as const;
  const live = { kind: 'value', value: {} } as const;
  const writes = effects.filter(({ change }) => change.kind === 'create');
  const code = codeBehind?.(effects, attributes);
  const unadopted = whyUnadopted(mode, { code, importId }, whole);
  return {
    id: creationId({ address, attributes, withheld }),
    address,
    type,
    path: [],
    declared,
    declaredFrom: 'code',
    live,
    evidence: [...new Set(effects.map(({ event }) => event))],
    basis: 'inferred',
    ...(credential === undefined ? {} : { credential }),
    writes: writes.map(({ event, time }) => ({ event, time, value: live })),
    creation: {
      attributes,
      importId: importId ?? '',
      ...(whole === undefined ? {} : { parent: whole.address }),
      ...(withheld.length === 0 ? {} : { withheld }),
      ...(unadopted === undefined ? {} : { unadopted }),
    },
  };
}
