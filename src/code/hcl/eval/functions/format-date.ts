import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { Timestamp, TimestampClock } from './timestamp.ts';
import { formatOffset, pad, timestampClock } from './timestamp.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A run of the same letter, a quoted literal, or a run of other characters. */
const token = /'(?:[^']|'')*'?|([a-zA-Z])\1*|[^a-zA-Z']+/g;

/** Formats as `formatdate` does: runs of letters are fields, and everything else is literal. */
export function formatDate(format: string, time: Timestamp): string | Failure {
  const clock = timestampClock(time);
  let text = '';
  for (const [piece] of format.matchAll(token)) {
    const shown = /^[a-zA-Z]/.test(piece) ? field(piece, clock, time) : literal(piece);
    if (typeof shown !== 'string') return shown;
    text += shown;
  }
  return text;
}

function literal(piece: string): string | Failure {
  if (!piece.startsWith("'")) return piece;
  if (piece === "''") return "'";
  if (piece.length < 2 || !piece.endsWith("'")) return failure('a literal is not closed.');
  return piece.slice(1, -1).replaceAll("''", "'");
}

function field(verb: string, clock: TimestampClock, time: Timestamp): string | Failure {
  const { year, month, day, weekday } = clock;
  switch (verb) {
    case 'YY':
      return pad(year % 100, 2);
    case 'YYYY':
      return pad(year, 4);
    case 'M':
      return String(month);
    case 'MM':
      return pad(month, 2);
    case 'MMM':
      return (months[month - 1] ?? '').slice(0, 3);
    case 'MMMM':
      return months[month - 1] ?? '';
    case 'D':
      return String(day);
    case 'DD':
      return pad(day, 2);
    case 'EEE':
      return (days[weekday] ?? '').slice(0, 3);
    case 'EEEE':
      return days[weekday] ?? '';
    default:
      return timeOfDay(verb, clock) ?? zone(verb, time);
  }
}

function timeOfDay(verb: string, { hour, minute, second }: TimestampClock): string | undefined {
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  switch (verb) {
    case 'h':
      return String(hour);
    case 'hh':
      return pad(hour, 2);
    case 'H':
      return String(hour12);
    case 'HH':
      return pad(hour12, 2);
    case 'AA':
      return hour < 12 ? 'AM' : 'PM';
    case 'aa':
      return hour < 12 ? 'am' : 'pm';
    case 'm':
      return String(minute);
    case 'mm':
      return pad(minute, 2);
    case 's':
      return String(second);
    case 'ss':
      return pad(second, 2);
    default:
      return undefined;
  }
}

function zone(verb: string, { offsetMinutes }: Timestamp): string | Failure {
  switch (verb) {
    case 'Z':
      return offsetMinutes === 0 ? 'Z' : formatOffset(offsetMinutes, ':');
    case 'ZZZ':
      return offsetMinutes === 0 ? 'UTC' : formatOffset(offsetMinutes, '');
    case 'ZZZZ':
      return formatOffset(offsetMinutes, '');
    case 'ZZZZZ':
      return formatOffset(offsetMinutes, ':');
    default:
      return failure(`${JSON.stringify(verb)} is not a date field.`);
  }
}
