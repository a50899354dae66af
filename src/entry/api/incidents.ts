import { z } from 'zod';
import { parsedJson } from '../../model/parsed-json.ts';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';

const time = z.iso.datetime({ offset: true });

/** A report from an incident tool that an incident began or is over. */
export const IncidentCall = z.strictObject({
  id: z.string().min(1).max(100),
  status: z.enum(['open', 'closed']),
  /** When it began or ended; defaults to the time of the call. */
  at: time.optional(),
  environments: z.array(z.string().min(1)).max(50).optional(),
  /** Addresses or prefixes of addresses. */
  addresses: z.array(z.string().min(1)).max(500).optional(),
});

export type IncidentCall = z.output<typeof IncidentCall>;

/** An entry of the file with incidents. */
export interface IncidentEntry {
  readonly id: string;
  readonly from: string;
  readonly to?: string | undefined;
  readonly environments?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
}

/** Number of incidents that are kept; the oldest closed ones are dropped first. */
const maxIncidents = 500;

export function readIncidentCall(body: string): Result<IncidentCall, string> {
  const value = parsedJson(body);
  // Anybody can send anything.
  if (value === undefined) return fail('The body is not JSON.');
  const parsed = IncidentCall.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`.replace(/^: /, ''));
}

/** The list after a call. Repeating the call changes nothing. `now` is ISO 8601. */
export function withIncident(
  entries: readonly IncidentEntry[],
  call: IncidentCall,
  now: string,
): readonly IncidentEntry[] {
  const at = call.at ?? now;
  const open = entries.findIndex(({ id, to }) => id === call.id && to === undefined);
  if (call.status === 'closed') {
    return entries.map((entry, index) => (index === open ? { ...entry, to: at } : entry));
  }
  const { id, environments, addresses } = call;
  const scope = {
    ...(environments === undefined ? {} : { environments }),
    ...(addresses === undefined ? {} : { addresses }),
  };
  if (open >= 0) {
    return entries.map((entry, index) => (index === open ? { ...entry, ...scope } : entry));
  }
  return bounded([...entries, { id, from: at, ...scope }]);
}

function bounded(entries: readonly IncidentEntry[]): readonly IncidentEntry[] {
  const surplus = entries.length - maxIncidents;
  if (surplus <= 0) return entries;
  const closed = entries.filter(({ to }) => to !== undefined).slice(0, surplus);
  return entries.filter((entry) => !closed.includes(entry));
}
