import type { Actor } from '../../model/actor.ts';
import { openName } from '../../model/credential/path.ts';
import type { AuditEvent, Caller } from '../../model/event.ts';
import { displayText } from '../../model/text.ts';
import { matchesAny } from './pattern.ts';
import { isWellFormed } from './principal.ts';
import type { ActorSignature, SignatureCondition } from './schema.ts';
import { fillTemplate } from './template.ts';

const maxName = 100;
const maxPrincipal = 500;

/** Who called: the first signature that matches decides; `unknown` if none does. */
export function classifyActor(event: AuditEvent, signatures: readonly ActorSignature[]): Actor {
  const { caller } = event;
  const signature = isGenuine(event) ? signatures.find((each) => fits(each, event)) : undefined;
  const { sessionName, invokedBy, principal } = caller;
  return {
    class: signature?.class ?? 'unknown',
    principal: principalText(principal),
    name: nameText(fillTemplate(signature?.name ?? '{person}', caller)),
    ...(sessionName === undefined ? {} : { session: nameText(sessionName) }),
    ...(invokedBy === undefined || invokedBy === principal ? {} : { via: nameText(invokedBy) }),
    signature: signature?.id ?? 'unknown',
    evidence: signature?.evidence ?? 'claimed',
  };
}

/** A name that no cloud assigns identifies nobody, whatever else the caller claims. */
function isGenuine({ caller, cloud }: AuditEvent): boolean {
  const { principal, federatedBy } = caller;
  return isWellFormed(principal, cloud) && (federatedBy === undefined || isPlain(federatedBy));
}

function isPlain(text: string): boolean {
  return /^arn:/i.test(text) ? isWellFormed(text, 'aws') : !/\s/.test(text);
}

/** Names that people and programs give themselves may contain a credential by mistake. */
function nameText(name: string): string {
  return displayText(openName(name), maxName);
}

/** In quotes if it is not the name itself, so that nothing takes it for the name. */
function principalText(principal: string): string {
  const open = openName(principal);
  const text = displayText(open, maxPrincipal);
  return text === open ? text : JSON.stringify(text);
}

function fits(
  { fromConsole, clouds, conditions }: ActorSignature,
  { caller, cloud }: Pick<AuditEvent, 'caller' | 'cloud'>,
): boolean {
  if (clouds !== undefined && !clouds.includes(cloud)) return false;
  if (fromConsole !== undefined && fromConsole !== caller.fromConsole) return false;
  return conditions.every(({ on, patterns }) => {
    return textsOf(caller, on).some((text) => matchesAny(patterns, text));
  });
}

function textsOf(caller: Caller, on: SignatureCondition['on']): readonly string[] {
  switch (on) {
    case 'session':
      return caller.sessionName === undefined ? [] : [caller.sessionName];
    case 'group':
      return caller.groups ?? [];
    case 'delegation':
      return caller.delegation?.slice(0, 1) ?? [];
    default: {
      const text = caller[on];
      return text === undefined ? [] : [text];
    }
  }
}
