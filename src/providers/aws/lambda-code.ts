import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { omittedEffect, setEffect, unknownChange } from '../catalog/effects.ts';
import { boolAt, textAt } from '../catalog/request.ts';
import { list, setMembers } from '../catalog/sources.ts';
import type { DraftEffect, Estate, ManagedResource } from '../catalog/types.ts';
import { functionKeys } from './lambda-names.ts';

const sources = {
  image_uri: 'imageUri',
  s3_bucket: 's3Bucket',
  s3_key: 's3Key',
  s3_object_version: 's3ObjectVersion',
};

/** The effects on the location of the function's code and on its hash. */
export function codeEffects(event: AuditEvent, estate: Estate): readonly DraftEffect[] {
  if (boolAt(event.request, 'dryRun') === true) return [];
  const ref = functionKeys(event, estate);
  if (event.omitted.includes('request')) return [unknownChange(ref)];
  const moved = setMembers(event, ref, sources);
  const managed = estate.find(ref);
  return [
    ...setMembers(event, ref, { architectures: list('architectures') }),
    ...moved,
    ...(showsTheCode(moved, managed) ? [] : [hashEffect(event, ref, managed)]),
  ];
}

/** A new location shows that the code changed. The same location or an upload does not. */
function showsTheCode(
  moved: readonly DraftEffect[],
  managed: ManagedResource | undefined,
): boolean {
  if (moved.length === 0) return false;
  return moved.some(({ change }) => {
    if (change.kind !== 'set' || change.value.kind !== 'known') return true;
    const [name] = change.path;
    return managed?.attributes[String(name)] !== change.value.value;
  });
}

const sha256 = /^[A-Za-z0-9+/]{43}=$/;

/** The hash in the response, set on the attribute in which the state has one. */
function hashEffect(
  event: AuditEvent,
  ref: ResourceRef,
  managed: ManagedResource | undefined,
): DraftEffect {
  const has = (name: string): boolean => sha256.test(String(managed?.attributes[name] ?? ''));
  const isOld = !has('code_sha256') && has('source_code_hash');
  const path = [isOld ? 'source_code_hash' : 'code_sha256'];
  const hash = textAt(event.response, 'codeSha256');
  return hash === undefined ? omittedEffect(ref, path) : setEffect(ref, path, hash);
}
