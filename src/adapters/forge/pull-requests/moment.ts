/** A time as forges write it, in ISO 8601 UTC with milliseconds; 1970 if it is unreadable. */
export function forgeMoment(text: string): string {
  const time = Date.parse(text);
  return new Date(Number.isNaN(time) ? 0 : time).toISOString();
}

interface Ended {
  readonly state: 'open' | 'merged' | 'closed';
  readonly mergedAt?: string | null | undefined;
  readonly closedAt?: string | null | undefined;
  readonly by?: string | undefined;
}

/** When a pull request ended, and by whom, if the forge reports it. */
export function pullEnd({ state, mergedAt, closedAt, by }: Ended): {
  readonly endedAt?: string;
  readonly endedBy?: string;
} {
  if (state === 'open') return {};
  const at = state === 'merged' ? mergedAt : closedAt;
  return {
    ...(at ? { endedAt: forgeMoment(at) } : {}),
    ...(by === undefined ? {} : { endedBy: by }),
  };
}
