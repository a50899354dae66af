import type { Drift } from '../model/drift.ts';
import type { ResourceRef } from '../model/effect.ts';
import { contentId } from '../model/id.ts';
import type { Json } from '../model/json.ts';
import type { Stranger } from './correlate.ts';
import { keysOf } from './correlate.ts';
import type { Created } from './creation.ts';
import { blockAddresses, proposeAddress } from './propose.ts';
import type { NetDriftInput } from './types.ts';

export interface Candidate {
  readonly stranger: Stranger;
  readonly created: Created;
}

export interface Adoption {
  readonly drifts: readonly Drift[];
  readonly refused: readonly { readonly stranger: Stranger; readonly because: string }[];
  /** The address proposed for each stranger adopted. */
  readonly addresses: ReadonlyMap<Stranger, string>;
}

/** Proposes addresses for the created resources that the mode adopts, parents before children. */
export function adopt(input: NetDriftInput, candidates: readonly Candidate[]): Adoption {
  const taken = blockAddresses(input.takenAddresses);
  const drifts: Drift[] = [];
  const refused: { stranger: Stranger; because: string }[] = [];
  const addresses = new Map<Stranger, string>();
  let pending = [...candidates];
  while (pending.length > 0) {
    const ready = pending.filter((one) => pendingParent(one, pending) === undefined);
    // Parents that name each other are adopted in order of time.
    const next = ready.length > 0 ? ready : pending.slice(0, 1);
    for (const candidate of next) {
      const parent = parentAddress(input, candidate.created.parent, addresses);
      const because = refusal(input, candidate, parent);
      if (because !== undefined) {
        refused.push({ stranger: candidate.stranger, because });
        continue;
      }
      const { type } = candidate.stranger.resource;
      const address = proposeAddress(type, candidate.created.attributes, parent, taken);
      taken.add(address);
      addresses.set(candidate.stranger, address);
      drifts.push(creationDrift(candidate, address, parent));
    }
    pending = pending.filter((one) => !next.includes(one));
  }
  return { drifts, refused, addresses };
}

function refusal(
  input: NetDriftInput,
  { created }: Candidate,
  parent: string | undefined,
): string | undefined {
  if (input.adopt === 'none') return 'it is not in the state, and adoption is off';
  if (input.adopt === 'related' && parent === undefined) {
    return 'it is not in the state and belongs to no managed resource';
  }
  if (parent === undefined && !created.effects.every(({ event }) => input.owns?.(event) ?? true)) {
    return 'it is not in the state, and lies where this code manages nothing';
  }
  if (created.importId === undefined) {
    return 'it is not in the state, and the log does not tell what to import it by';
  }
  return undefined;
}

function pendingParent(
  { stranger, created }: Candidate,
  pending: readonly Candidate[],
): Candidate | undefined {
  const parent = created.parent;
  if (parent === undefined) return undefined;
  return pending.find((one) => one.stranger !== stranger && isNamedBy(one.stranger, parent));
}

function isNamedBy(stranger: Stranger, ref: ResourceRef): boolean {
  const keys = new Set(keysOf(stranger.resource));
  return keysOf(ref).some((key) => keys.has(key));
}

function parentAddress(
  input: NetDriftInput,
  parent: ResourceRef | undefined,
  addresses: ReadonlyMap<Stranger, string>,
): string | undefined {
  if (parent === undefined) return undefined;
  const managed = input.estate.find(parent)?.address;
  if (managed !== undefined) return managed;
  return [...addresses].find(([stranger]) => isNamedBy(stranger, parent))?.[1];
}

function creationDrift(
  { stranger, created }: Candidate,
  address: string,
  parent: string | undefined,
): Drift {
  const { attributes, withheld, importId, effects } = created;
  const { type } = stranger.resource;
  const declared = { kind: 'absent' } as const;
  const live = { kind: 'value', value: {} } as const;
  const writes = effects.filter(({ change }) => change.kind === 'create');
  return {
    id: contentId('d', { address, attributes, withheld, path: [] } as unknown as Json),
    address,
    type,
    path: [],
    declared,
    declaredFrom: 'code',
    live,
    evidence: [...new Set(effects.map(({ event }) => event))],
    basis: 'inferred',
    writes: writes.map(({ event, time }) => ({ event, time, value: live })),
    creation: {
      attributes,
      importId: importId ?? '',
      ...(parent === undefined ? {} : { parent }),
      ...(withheld.length === 0 ? {} : { withheld }),
    },
  };
}
