import { parseArn, plainArn, scopesAgree } from '../../code/terraform/state/names.ts';
import type { StateIndex, TerraformState } from '../../code/terraform/state/types.ts';
import { foldArmId, isArmId } from '../../model/arm-id.ts';
import type { AuditEvent } from '../../model/event.ts';
import { identifyingAttributes } from '../../providers/traits/identity.ts';
import { isNamedWorldwide } from '../../providers/traits/scopes.ts';
import type { NamedText } from './named-texts.ts';

/** A managed resource together with the attribute that contains an identifying text. */
export interface NameIdentity {
  readonly address: string;
  readonly type: string;
  readonly attribute: string;
}

/** What a text in a record refers to. */
export type Meaning =
  | { readonly kind: 'one'; readonly identity: NameIdentity }
  /** A bare word that may also be the name of something else, judging by the record. */
  | { readonly kind: 'word'; readonly identities: readonly NameIdentity[] }
  /** A name that several managed resources share. */
  | { readonly kind: 'shared'; readonly identities: readonly NameIdentity[] };

/** Shorter names are as often ordinary words. */
const shortestName = 4;

/**
 * Returns what a text in an event refers to, by the ids, ARNs and names of all managed resources.
 */
export function createMeaning(
  state: TerraformState,
  index: StateIndex,
): (event: AuditEvent, found: NamedText) => Meaning | undefined {
  const identities = identitiesIn(state, index);
  const isNear = (
    { scope, region, cloud }: AuditEvent,
    { address, type }: NameIdentity,
  ): boolean => {
    const place = isNamedWorldwide(type) ? { account: scope } : { account: scope, region };
    return cloud !== 'aws' || scopesAgree(index.scope(address) ?? {}, place);
  };
  return (event, found) => {
    const { text, loose } = found;
    const exact = spellingsOf(text).map((one) => identities.get(one));
    const all = exact.find((one) => one !== undefined) ?? [];
    if (isUnique(text)) return one(owners(all, index)) ?? shared(owners(all, index));
    const near = owners(
      all.filter((identity) => isNear(event, identity)),
      index,
    );
    const meant = near.filter((identity) => isMeant(identity, event, found));
    if (!isWord(text)) return one(near) ?? one(meant) ?? shared(near);
    if (loose || near.length === 0) return undefined;
    return one(meant) ?? (meant.length > 1 ? shared(meant) : { kind: 'word', identities: near });
  };
}

function one(found: readonly NameIdentity[]): Meaning | undefined {
  const [identity] = found;
  const isOne =
    identity !== undefined && found.every(({ address }) => address === identity.address);
  return isOne ? { kind: 'one', identity } : undefined;
}

function shared(identities: readonly NameIdentity[]): Meaning | undefined {
  return identities.length === 0 ? undefined : { kind: 'shared', identities };
}

/**
 * Removes the parts of a resource that are identified by its name, such as its policy or settings.
 */
function owners(found: readonly NameIdentity[], index: StateIndex): readonly NameIdentity[] {
  if (found.length < 2) return found;
  const arnOf = ({ address }: NameIdentity) => index.get(address)?.attributes['arn'];
  const isPartOf = (part: NameIdentity, whole: NameIdentity): boolean => {
    const own = arnOf(part);
    return part.type.startsWith(`${whole.type}_`) && (own === undefined || own === arnOf(whole));
  };
  return found.filter((part) => !found.some((whole) => isPartOf(part, whole)));
}

/** Ids that AWS generates. */
const generatedId = /^[a-z]+(?:-[a-z]+)*-[0-9a-f]{8,17}$/;

/** True for texts that mean the same in any place. */
function isUnique(text: string): boolean {
  return text.startsWith('arn:') || generatedId.test(text) || isArmId(text);
}

/** True for a bare word, which need not be a name. */
function isWord(text: string): boolean {
  return /^[A-Za-z]+$/.test(text);
}

/** Whether the service or the member of a record indicates that this type is meant. */
function isMeant({ type }: NameIdentity, { service }: AuditEvent, { member }: NamedText): boolean {
  const words = type.split('_').slice(1);
  const [serviceName = ''] = service.split('.');
  if (words[0] === serviceName) return true;
  const last = (member.split('.').at(-1) ?? '').toLowerCase();
  const [, stem = ''] = /^([a-z]+?)(?:name|id|arn|identifier)s?$/.exec(last) ?? [];
  return stem !== '' && (words.at(-1) === stem || words.join('').endsWith(stem));
}

const longestArn = 2048;

/**
 * The text itself, then what contains it, such as the bucket of an object or the function of a
 * version.
 */
function spellingsOf(text: string): readonly string[] {
  if (parseArn(text) === undefined) return [foldArmId(text)];
  if (text.length > longestArn) return [];
  const whole = plainArn(text);
  const start = whole.split(':', 5).join(':').length + 1;
  const outer: string[] = [];
  for (let end = lastBreak(whole); end > start; end = lastBreak(whole.slice(0, end))) {
    outer.push(whole.slice(0, end));
  }
  return [whole, ...outer];
}

function lastBreak(text: string): number {
  return Math.max(text.lastIndexOf('/'), text.lastIndexOf(':'));
}

function identitiesIn(
  state: TerraformState,
  index: StateIndex,
): ReadonlyMap<string, readonly NameIdentity[]> {
  const byText = new Map<string, NameIdentity[]>();
  for (const { address, type, mode } of state.resources) {
    const resource = mode === 'managed' ? index.get(address) : undefined;
    const known = new Set<string>();
    for (const attribute of resource === undefined ? [] : identifyingAttributes(type)) {
      const value = resource?.attribute(attribute);
      if (typeof value !== 'string' || value.length < shortestName) continue;
      const key = value.startsWith('arn:') ? plainArn(value) : foldArmId(value);
      if (known.has(key)) continue;
      known.add(key);
      const others = byText.get(key);
      if (others === undefined) byText.set(key, [{ address, type, attribute }]);
      else others.push({ address, type, attribute });
    }
  }
  return byText;
}
