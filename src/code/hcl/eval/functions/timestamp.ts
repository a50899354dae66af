/** A point in time, with the UTC offset it was written with. */
export interface Timestamp {
  /** Nanoseconds since 1970 in UTC. */
  readonly nanoseconds: bigint;
  /** Positive east of UTC. */
  readonly offsetMinutes: number;
  /** True if it was written with `Z` instead of `+00:00`. */
  readonly zulu: boolean;
}

const syntax =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:(Z)|([+-])(\d{2}):(\d{2}))$/;

/** Parses RFC 3339; undefined for anything else and for dates that do not exist. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = syntax.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const fraction = match[7] ?? '';
  const zoneHour = Number(match[10] ?? 0);
  const zoneMinute = Number(match[11] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 24 || zoneMinute > 59) return undefined;
  if (!isDate(year, month, day)) return undefined;
  const offsetMinutes = (match[9] === '-' ? -1 : 1) * (zoneHour * 60 + zoneMinute);
  const days = BigInt(daysFromEpoch(year, month, day));
  const seconds = days * 86_400n + BigInt(hour * 3600 + minute * 60 + second - offsetMinutes * 60);
  const nanos = BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  const nanoseconds = seconds * 1_000_000_000n + nanos;
  return { nanoseconds, offsetMinutes, zulu: match[8] !== undefined };
}

function isDate(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function daysFromEpoch(year: number, month: number, day: number): number {
  // Date.UTC maps years below 100 to the twentieth century.
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / 86_400_000);
}

/** The parts of a point in time in its own UTC offset. */
export interface TimestampClock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export function timestampClock({ nanoseconds, offsetMinutes }: Timestamp): TimestampClock {
  const local = nanoseconds + BigInt(offsetMinutes) * 60_000_000_000n;
  const seconds = local / 1_000_000_000n - (local % 1_000_000_000n < 0n ? 1n : 0n);
  const date = new Date(Number(seconds) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** `+01:00`, with `separator` in place of the colon. */
export function formatOffset(offsetMinutes: number, separator: string): string {
  const size = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? '-' : '+';
  return `${sign}${pad(Math.floor(size / 60), 2)}${separator}${pad(size % 60, 2)}`;
}

/** RFC 3339 without fractions of a second. */
export function formatTimestamp(time: Timestamp): string {
  const { year, month, day, hour, minute, second } = timestampClock(time);
  const zone = time.offsetMinutes === 0 ? 'Z' : formatOffset(time.offsetMinutes, ':');
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return `${date}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}${zone}`;
}
