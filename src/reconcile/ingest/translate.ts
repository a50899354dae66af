import type { Effect } from '../../model/effect.ts';
import type { ObjectChange } from '../../model/object-change.ts';
import type { Unresolved } from '../../model/report.ts';
import type { TraceLine } from '../../model/trace.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import { unresolvedFrom } from '../report/unresolved.ts';
import { traceLine } from './trace-line.ts';

export interface Translated {
  readonly effects: readonly Effect[];
  /** Changes to objects of clusters. */
  readonly objects: readonly { readonly event: KeptEvent; readonly change: ObjectChange }[];
  /**
   * Lines for events without an effect that Terraform could see, and for events that cannot be
   * translated.
   */
  readonly trace: readonly TraceLine[];
  readonly unresolved: readonly Unresolved[];
}

/** The effects of all events together. */
export function collectEffects(events: Iterable<KeptEvent>): Translated {
  const effects: Effect[] = [];
  const objects: Translated['objects'][number][] = [];
  const trace: TraceLine[] = [];
  const unresolved: Unresolved[] = [];
  for (const event of events) {
    const { actor, translation } = event;
    switch (translation.kind) {
      case 'effects':
        effects.push(...translation.effects);
        if (translation.effects.length === 0) {
          trace.push(withoutEffect(event, translation.unmanaged));
        }
        break;
      case 'object':
        objects.push({ event, change: translation.change });
        break;
      case 'nothing':
        trace.push(traceLine(event, actor, 'no-effect', translation.because));
        break;
      case 'unknown-operation':
        trace.push(...unknownLines(event));
        break;
      case 'invalid':
        trace.push(traceLine(event, actor, 'unresolved', translation.problem.message));
        unresolved.push(unresolvedFrom(translation.problem, { event: event.id }));
        break;
    }
  }
  return { effects, objects, trace, unresolved: onceEach(unresolved) };
}

/** A line for each managed resource that the call refers to. */
function unknownLines(event: KeptEvent): readonly TraceLine[] {
  const because = 'The catalog does not know this operation.';
  const line = (address?: string) =>
    traceLine(event, event.actor, 'unknown-operation', because, address);
  const named = event.unknown?.touched ?? [];
  return named.length === 0 ? [line()] : named.map(({ address }) => line(address));
}

function withoutEffect(event: KeptEvent, unmanaged: string | undefined): TraceLine {
  if (unmanaged !== undefined) {
    return traceLine(event, event.actor, 'unmanaged', `Not managed: ${unmanaged}.`);
  }
  const because = 'The operation changes nothing that Terraform manages.';
  return traceLine(event, event.actor, 'no-effect', because);
}

/**
 * Calls without an identifiable resource can occur by the hundred; only one of those with the same
 * reason is reported.
 */
const repeated: ReadonlySet<string> = new Set(['ambiguous-resource', 'unidentified-resource']);

function onceEach(all: readonly Unresolved[]): readonly Unresolved[] {
  const counts = new Map<string, number>();
  for (const { code, reason } of all) {
    if (repeated.has(code)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const seen = new Set<string>();
  return all.flatMap((one) => {
    if (!repeated.has(one.code)) return [one];
    if (seen.has(one.reason)) return [];
    seen.add(one.reason);
    const times = counts.get(one.reason) ?? 1;
    return [times === 1 ? one : { ...one, reason: `${one.reason} It was called ${times} times.` }];
  });
}
