import type { ActorClass } from '../../model/actor.ts';
import type { DriftValue } from '../../model/drift.ts';
import { formatPath } from '../../model/path.ts';
import type { Unresolved } from '../../model/report.ts';
import { displayText } from '../../model/text.ts';
import type { KeptEvent } from '../../ports/store/kept-event.ts';
import type { StateOnlyValue } from '../../stages/drift/state-only.ts';

/** Who puts values into the cloud and the state together. */
const deployers: ReadonlySet<ActorClass> = new Set(['iac', 'pipeline']);

/**
 * Values that somebody set, that the state has as well, and that the code contradicts. A deployer's
 * own values are what it applied last, and the code has moved on since.
 */
export function inStateOnly(
  values: readonly StateOnlyValue[],
  events: ReadonlyMap<string, KeptEvent>,
): readonly Unresolved[] {
  return values.flatMap((value): readonly Unresolved[] => {
    const event = events.get(value.event);
    if (event === undefined || isDeployed(event)) return [];
    const field = displayText(formatPath(value.path), 120);
    const by = displayText(event.actor.name, 80);
    return [
      {
        code: 'in-state-only',
        reason: `${by} set ${field}${toText(value.live)} (${event.operation}, ${event.time}). The state has that as well, but the code says otherwise${codeText(value.declared)}: either the state was refreshed after the call, or the code is not applied yet.`,
        suggestion:
          'Find out which: `terraform plan` shows what an apply would change. To keep the value, write it into the code.',
        address: value.address,
        event: event.id,
        place: event.place,
      },
    ];
  });
}

function isDeployed({ actor }: KeptEvent): boolean {
  return deployers.has(actor.class) && actor.evidence === 'trusted';
}

function toText(live: DriftValue): string {
  return live.kind === 'value' ? ` to ${valueText(live)}` : '';
}

function codeText(declared: DriftValue): string {
  return declared.kind === 'value' ? ` (${valueText(declared)})` : '';
}

function valueText({ value }: Extract<DriftValue, { kind: 'value' }>): string {
  return displayText(JSON.stringify(value), 60);
}
