import type { DriftValue } from '../../model/drift.ts';
import { canonicalJson } from '../../model/json.ts';
import type { ClosingReason, OpenDrift } from '../../model/open-drift.ts';
import type { Reverted } from '../../model/reverted.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import { declaredAt } from '../managed/declared.ts';
import { declaredObject } from '../managed/objects.ts';
import { knownEstate, type Stage } from '../stages.ts';

/** Why a drift without settled fields is closed; undefined if that is unknown. */
export function otherReason(
  stage: Stage,
  reverted: readonly Pick<Reverted, 'evidence'>[],
  drift: OpenDrift,
): ClosingReason | undefined {
  return (
    objectReason(stage, drift) ?? creationReason(stage, reverted, drift) ?? goneReason(stage, drift)
  );
}

/** Objects of clusters have no settled fields, so the reason follows from the manifests. */
function objectReason(
  { manifests }: Stage,
  { address, path, type, live, declared: before }: OpenDrift,
): ClosingReason | undefined {
  if (!isObjectType(type) || manifests === undefined) return undefined;
  if (declaredObject(manifests, address, []) === undefined) return 'gone';
  if (path.length === 0) return live.kind === 'value' ? 'in-code' : 'went-back';
  const declared = canonicalJson(declaredObject(manifests, address, path) ?? null);
  const valueIn = (side: DriftValue) => (side.kind === 'value' ? side.value : null);
  if (declared === canonicalJson(valueIn(live))) return 'in-code';
  // The manifests may have another value by now, which the object got as well.
  const isComparable = before.kind === 'value' || before.kind === 'absent';
  const isAnew = isComparable && declared !== canonicalJson(valueIn(before));
  return isAnew ? 'in-code' : 'went-back';
}

/** For a resource that was created out of band: it is in the code now, or was deleted again. */
function creationReason(
  stage: Stage,
  reverted: readonly Pick<Reverted, 'evidence'>[],
  { creation, evidence }: OpenDrift,
): ClosingReason | undefined {
  if (creation === undefined) return undefined;
  const { ingested, index, loaded } = stage;
  const { evaluation } = loaded.project;
  const ids = new Set(evidence.map(({ event }) => event));
  const refs = [...ids].flatMap((id) => {
    const translation = ingested.events.get(id)?.translation;
    return translation?.kind === 'effects' ? translation.effects.map((one) => one.resource) : [];
  });
  const estate = knownEstate(stage);
  const addresses = refs.flatMap((ref) => estate.find(ref)?.address ?? []);
  const isDeclared = (address: string) =>
    declaredAt(evaluation, index, address, []).value.kind !== 'absent';
  if (addresses.some(isDeclared)) return 'in-code';
  return reverted.some((each) => each.evidence.some((id) => ids.has(id))) ? 'went-back' : undefined;
}

function goneReason({ index, loaded }: Stage, drift: OpenDrift): ClosingReason | undefined {
  const { address, creation } = drift;
  if (creation !== undefined || index.get(address) !== undefined) return undefined;
  const { evaluation } = loaded.project;
  const { kind } = declaredAt(evaluation, index, address, []).value;
  return kind === 'absent' ? 'gone' : undefined;
}
