import type { Actor } from '../../model/actor.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { driftLabel } from '../../stages/drift/label.ts';
import type { NetDriftResult } from '../../stages/drift/types.ts';
import { traceLine } from './trace-line.ts';

/** A line for every event with effects, and every resource that it touched. */
export function traceOutcomes(
  net: NetDriftResult,
  events: ReadonlyMap<string, KeptEvent>,
): readonly TraceLine[] {
  const unmanagedResources = unmanagedByEvent(net);
  return [...net.perEvent].flatMap(([id, outcomes]) => {
    const event = events.get(id);
    if (event === undefined) return [];
    const { actor } = event;
    return outcomes.map(({ disposition, address, because }) => {
      const isSettled = disposition === 'no-effect' || disposition === 'in-code';
      const settled = isSettled ? settledBy(actor) : undefined;
      const text =
        disposition === 'unmanaged'
          ? (unmanagedResources.get(id)?.get(because) ?? because)
          : because;
      if (settled === undefined) {
        return traceLine(event, actor, disposition, sentence(text), address);
      }
      return traceLine(event, actor, settled.disposition, settled.because, address);
    });
  });
}

/** For a change after which the live value matches the code, the reason depends on the actor. */
function settledBy(
  actor: Actor,
): { readonly disposition: 'iac' | 'automation'; readonly because: string } | undefined {
  if (actor.class === 'iac') {
    return {
      disposition: 'iac',
      because: 'Infrastructure as code did it, and the live value matches the code.',
    };
  }
  if (actor.class === 'controller' || actor.class === 'provider') {
    return {
      disposition: 'automation',
      because: 'Automation did it, and the live value matches the code.',
    };
  }
  return undefined;
}

/** By event and reason, sentences about the resources without an address. */
function unmanagedByEvent(net: NetDriftResult): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sentences = new Map<string, Map<string, string>>();
  for (const { resource, evidence, because } of net.unmanaged) {
    for (const event of evidence) {
      const reasons = sentences.get(event) ?? new Map<string, string>();
      reasons.set(because, `${driftLabel(resource)}: ${because}`);
      sentences.set(event, reasons);
    }
  }
  return sentences;
}

/** Stages give the reason in the middle of a sentence; this makes it a full sentence. */
function sentence(because: string): string {
  const whole = because.startsWith('it changed ')
    ? because.replaceAll(', it changed ', ', ')
    : because;
  const start = whole.replace(
    /^(it|the|only) /,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
