import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from '../catalog/effects.ts';
import { RequestError } from '../catalog/request.ts';
import type { Estate, ManagedResource } from '../catalog/types.ts';
import type { IamTarget } from './iam-targets.ts';
import { textIn } from './members.ts';
import { fill, type GoogleNames, namesIn } from './names.ts';

/** The resource that has the policy, with its names in this event. */
export interface PolicyHolder {
  readonly target: IamTarget;
  readonly names: GoogleNames;
  /** The prefix of ids of the IAM types. */
  readonly prefix: string;
}

export function policyHolder(
  targets: readonly IamTarget[],
  event: AuditEvent,
  estate: Estate,
): PolicyHolder {
  const texts = [
    textIn(event.details, 'resourceName'),
    textIn(event.request, 'resource'),
    textIn(event.request, 'iamRequest.resource'),
  ].filter((text) => text !== undefined);
  const isPlain = texts.length > 0 && texts.every((text) => !text.includes('/'));
  for (const target of targets) {
    const collection = target.path.split('/').at(-2) ?? '';
    const isIt = texts.some((text) => text.split('/').includes(collection));
    const isLeft = isPlain && target.isPlain === true;
    if (!isIt && !isLeft && targets.length > 1) continue;
    const names = withAddress(namesIn(event, target.path), estate);
    return { target, names, prefix: fill(target.importId, names) };
  }
  throw new RequestError('the resource of the policy is missing.');
}

/** Replaces the number by which logs name a service account with the address in the state. */
function withAddress(names: GoogleNames, estate: Estate): GoogleNames {
  const { account } = names;
  if (account === undefined || account.includes('@')) return names;
  const [managed] = estate.where('google_service_account', 'unique_id', account);
  const email = managed && textIn(managed.attributes, 'email');
  return email === undefined ? names : { ...names, account: email };
}

export function holderRef({ whole }: IamTarget, names: GoogleNames): ResourceRef {
  const entries = Object.entries(whole.key).map(([name, text]) => [name, fill(text, names)]);
  return refTo(whole.type, Object.fromEntries(entries));
}

export function isHeldBy({ attributes }: ManagedResource, prefix: string): boolean {
  return textIn(attributes, 'id')?.startsWith(`${prefix}/`) === true;
}

export function refById({ type, attributes }: ManagedResource): ResourceRef {
  return refTo(type, { id: textIn(attributes, 'id') });
}
