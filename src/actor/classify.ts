import type { Actor } from '../model/actor.ts';
import type { AuditEvent, Caller } from '../model/event.ts';
import { displayText } from '../model/text.ts';
import { matchesAny, type Pattern } from './pattern.ts';
import {
  type ActorSignature,
  type ClaimedCondition,
  claimedConditions,
  evidenceOf,
  type TrustedCondition,
  trustedConditions,
} from './schema.ts';
import { fillTemplate } from './template.ts';

const maxName = 100;
const maxPrincipal = 500;

/** Who called: the first signature that fits decides. Nobody fits: `unknown`. */
export function classifyActor(event: AuditEvent, signatures: readonly ActorSignature[]): Actor {
  const { caller } = event;
  const signature = signatures.find((each) => fits(each, caller));
  const { sessionName, invokedBy, principal } = caller;
  return {
    class: signature?.class ?? 'unknown',
    principal: displayText(principal, maxPrincipal),
    name: displayText(fillTemplate(signature?.name ?? '{person}', caller), maxName),
    ...(sessionName === undefined ? {} : { session: displayText(sessionName, maxName) }),
    ...(invokedBy === undefined || invokedBy === principal
      ? {}
      : { via: displayText(invokedBy, maxName) }),
    signature: signature?.id ?? 'unknown',
    evidence: signature === undefined ? 'claimed' : evidenceOf(signature),
  };
}

function fits(signature: ActorSignature, caller: Caller): boolean {
  if (signature.fromConsole !== undefined && signature.fromConsole !== caller.fromConsole) {
    return false;
  }
  return [...trustedConditions, ...claimedConditions].every((name) => {
    if (name === 'fromConsole') return true;
    const patterns: readonly Pattern[] | undefined = signature[name];
    if (patterns === undefined) return true;
    const text = textOf(caller, name);
    return text !== undefined && matchesAny(patterns, text);
  });
}

function textOf(
  caller: Caller,
  name: Exclude<TrustedCondition | ClaimedCondition, 'fromConsole'>,
): string | undefined {
  return name === 'session' ? caller.sessionName : caller[name];
}
