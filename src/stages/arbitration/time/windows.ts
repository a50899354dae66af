import { isAtOrBelow } from '../../../model/address.ts';
import { hour } from '../../../model/instant.ts';
import type { Intent } from '../../../model/intent.ts';
import { compareText } from '../../../model/text.ts';
import type { ArbitrationContext, Policy, TimeWindow } from '../types.ts';
import { type Clock, hasCome } from './clock.ts';

/** What the calendar says about one change of one resource. */
export interface Calendar {
  readonly incident: 'none' | 'open' | 'over';
  /** The incident that covers the change, and when its hold ends. */
  readonly incidentId?: string;
  readonly holdEnds?: string;
  readonly maintenance: boolean;
  /** Id and end of the active freeze; `ends` is undefined for an open-ended one. */
  readonly freeze?: { readonly id: string; readonly ends?: string };
}

export interface ChangeTime {
  readonly address: string;
  readonly environment: string | undefined;
  /** ISO 8601 UTC of the first and the last event. */
  readonly from: string;
  readonly to: string;
}

/** Looks up the incidents, maintenance windows and freezes that apply to a change. */
export function readCalendar(
  context: ArbitrationContext,
  policy: Policy,
  change: ChangeTime,
): Calendar {
  const during = (window: TimeWindow): boolean =>
    concerns(window, change) &&
    Date.parse(window.from) <= Date.parse(change.to) &&
    Date.parse(change.from) < endOf(window);
  const freezes = context.freezes.filter(
    (window) =>
      concerns(window, change) && hasCome(window.from, context) && !hasCome(endOf(window), context),
  );
  const freeze = latest(freezes);
  const incident = latest(context.incidents.filter(during));
  const end = freeze === undefined ? Number.NaN : endOf(freeze);
  return {
    ...incidentOf(incident, policy, change, context),
    maintenance: context.maintenance.some(during),
    ...(freeze === undefined
      ? {}
      : { freeze: { id: freeze.id, ...(Number.isFinite(end) ? { ends: iso(end) } : {}) } }),
  };
}

/**
 * A hold ends some time after the incident, or after the change if the incident is never closed.
 */
function incidentOf(
  incident: TimeWindow | undefined,
  policy: Policy,
  change: ChangeTime,
  clock: Clock,
): Pick<Calendar, 'incident' | 'incidentId' | 'holdEnds'> {
  if (incident === undefined) return { incident: 'none' };
  const ends = Math.min(
    endOf(incident) + policy.graceHours * hour,
    Date.parse(change.to) + policy.holdHours * hour,
  );
  return {
    incident: hasCome(ends, clock) ? 'over' : 'open',
    incidentId: incident.id,
    holdEnds: iso(ends),
  };
}

/**
 * The window that ends last, since a change covered by several windows is covered as long as any of
 * them lasts.
 */
function latest(windows: readonly TimeWindow[]): TimeWindow | undefined {
  return [...windows].sort((a, b) => {
    const [left, right] = [endOf(a), endOf(b)];
    return left === right ? compareText(a.id, b.id) : right - left;
  })[0];
}

function endOf({ to }: TimeWindow): number {
  return to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
}

function concerns({ environments, addresses }: TimeWindow, change: ChangeTime): boolean {
  const { environment, address } = change;
  if (environments !== undefined && !environments.includes(environment ?? '')) return false;
  return addresses === undefined || addresses.some((prefix) => isAtOrBelow(address, prefix));
}

/** Formats a moment to the second, as audit logs do. */
export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

export function daysAfter(moment: string, days: number): string {
  return hoursAfter(moment, days * 24);
}

export function hoursAfter(moment: string, hours: number): string {
  return iso(Date.parse(moment) + hours * hour);
}

/**
 * The latest moment until which a decision may be deferred: the end of the intent or of the
 * policy's limit, which counts from the change or from when a person asked to wait.
 */
export function deferralEnds(
  { maxDeferDays }: Policy,
  { window, expires }: Intent,
  from: string = window.to,
): string | undefined {
  const limit = maxDeferDays === undefined ? undefined : daysAfter(from, maxDeferDays);
  return earlierEnd(limit, expires);
}

/** The earlier of two moments; an undefined one is ignored. */
export function earlierEnd(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Date.parse(a) <= Date.parse(b) ? a : b;
}
