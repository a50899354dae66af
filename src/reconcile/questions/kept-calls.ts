import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { RememberedEvent } from '../../ports/store/memory.ts';
import type { Named, Touched } from '../../ports/store/named-resources.ts';
import type { Stage } from '../stages.ts';
import { askedIn } from './asked.ts';
import { hiddenCallRef } from './hidden-calls.ts';
import type { Questions } from './settle.ts';

/**
 * The calls that later runs have to ask about, without their records. Old ones are dropped once
 * anything other than a person has answered them. Calls that only a model translated are kept until
 * a plan confirms the translation.
 */
export function keptCalls(
  { ingested, index }: Stage,
  { open, dismissed }: Questions,
  provisional: ReadonlySet<string>,
  horizon: string,
): readonly RememberedEvent[] {
  const isOpen = new Set(open.flatMap(({ calls }) => calls.map(({ event }) => event.id)));
  const all = [...ingested.events.values()].map((event) =>
    provisional.has(event.id) && event.unknown !== undefined
      ? { ...event, translation: { kind: 'unknown-operation' } as const }
      : event,
  );
  const calls = new Map(
    askedIn(all, index).flatMap((asked) => asked.calls.map(({ event }) => [event.id, event])),
  );
  return [...calls.values()]
    .filter(({ id, time }) => isOpen.has(id) || dismissed.has(id) || time >= horizon)
    .map((event) => rememberedCall(event, index));
}

/** The call without its record. Its names identify the resources even if they are moved. */
export function rememberedCall(event: KeptEvent, index: Stage['index']): RememberedEvent {
  const { unknown, cut, ...rest } = event;
  const led = (touched: Touched): Touched => {
    const ref = touched.ref ?? hiddenCallRef(touched, index);
    return ref === undefined ? touched : { ...touched, ref };
  };
  const named: Named | undefined =
    unknown === undefined ? undefined : { touched: unknown.touched.map(led), more: unknown.more };
  return {
    ...rest,
    ...(named === undefined ? {} : { unknown: named }),
    ...(cut === undefined ? {} : { cut: led(cut) }),
    addresses: {},
  };
}
