const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[zZ]|\+00:?00)?$/;
const offset = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([+-]\d\d):?(\d\d)$/;
/** The form in which the portal exports columns such as `TimeGenerated [UTC]`. */
const american =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d\d):(\d\d)(?:\.(\d{1,9}))? ([AP])M$/i;

/**
 * A time of a log as UTC with nine digits of fraction; undefined if it is not a time. A time
 * without a zone is taken as UTC.
 */
export function azureInstant(text: string): string | undefined {
  const [, date, time, fraction] = iso.exec(text) ?? [];
  if (date !== undefined && time !== undefined) return checked(`${date}T${time}`, 'Z', fraction);
  const [, local, localFraction, hours = '', minutes = ''] = offset.exec(text) ?? [];
  if (local !== undefined) {
    return checked(local.replace(' ', 'T'), `${hours}:${minutes}`, localFraction);
  }
  return americanInstant(text);
}

/** The instant without trailing zeros, as events have it. */
export function shortInstant(instant: string): string {
  return instant.replace(/\.?0+Z$/, 'Z');
}

function americanInstant(text: string): string | undefined {
  const [, month = '', day = '', year = '', hour = '', minute, second, fraction, half] =
    american.exec(text) ?? [];
  if (half === undefined || Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return checked(`${date}T${twoDigits(`${hours}`)}:${minute}:${second}`, 'Z', fraction);
}

function checked(local: string, zone: string, fraction = ''): string | undefined {
  const time = Date.parse(`${local}${zone}`);
  if (Number.isNaN(time) || time < Date.UTC(2000) || time >= Date.UTC(3000)) return undefined;
  const seconds = new Date(time).toISOString().slice(0, 19);
  // Date.parse turns February 30 into March 1.
  if (zone === 'Z' && seconds !== local) return undefined;
  return `${seconds}.${fraction.padEnd(9, '0')}Z`;
}

function twoDigits(text: string): string {
  return text.padStart(2, '0');
}
