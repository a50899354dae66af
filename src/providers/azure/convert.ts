import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { Converter } from '../catalog/convert.ts';
import { toNumber, toText, toTextSet, toTexts } from '../catalog/convert.ts';
import { member } from '../catalog/request.ts';

/** `West Europe` and `westeurope` are the same location; Terraform stores the latter. */
export function toLocation(value: Json): string | undefined {
  return toText(value)?.toLowerCase().replaceAll(' ', '');
}

/**
 * Values that the API accepts in any case, in the provider's spelling. Other values stay unchanged.
 */
export function toSpelling(...spellings: readonly string[]): Converter {
  return (value) => {
    const text = toText(value);
    return spellings.find((spelling) => spelling.toLowerCase() === text?.toLowerCase()) ?? text;
  };
}

/** True for the word in any case, and false for any other. */
function toFlag(word: string): Converter {
  return (value) => {
    const text = toText(value);
    return text === undefined ? undefined : text.toLowerCase() === word.toLowerCase();
  };
}

export const toEnabled = toFlag('Enabled');

/** The `name` (or another member) of each element: `[{"service": "Microsoft.Sql"}]`. */
export function toMembersSet(name: string): Converter {
  return (value) => {
    const found = membersNamed(value, name);
    return found === undefined ? undefined : toTextSet(found);
  };
}

export function toMembersList(name: string): Converter {
  return (value) => {
    const found = membersNamed(value, name);
    return found === undefined ? undefined : toTexts(found);
  };
}

function membersNamed(value: Json, name: string): readonly Json[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const found = value.map((element) => (isJsonObject(element) ? member(element, name) : element));
  return found.every((one) => one !== undefined) ? found : undefined;
}

/** A number converted to another unit: `scaled(1 / 1024 ** 3)` for bytes as gigabytes. */
export function scaled(factor: number): Converter {
  return (value) => {
    const number = toNumber(value);
    return number === undefined ? undefined : number * factor;
  };
}

const duration =
  /^P(?:(\d+)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const clock = /^(?:(\d+)\.)?(\d{1,2}):(\d\d):(\d\d)(?:\.\d+)?$/;

/**
 * The seconds of an ISO 8601 duration or of .NET's `1.02:03:04`. Years and months have no fixed
 * length, so the result is undefined for them.
 */
function secondsOf(text: string): number | undefined {
  const iso = duration.exec(text);
  if (iso !== null && text !== 'P' && !text.endsWith('T')) {
    const [, w = '0', d = '0', h = '0', m = '0', s = '0'] = iso;
    return Number(w) * 604800 + Number(d) * 86400 + Number(h) * 3600 + Number(m) * 60 + Number(s);
  }
  const [, days = '0', hours, minutes, seconds] = clock.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return Number(days) * 86400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/**
 * A duration as Terraform writes it: `PT5M`, `P1DT2H`. Text that is not a duration stays unchanged.
 */
export function toDuration(value: Json): string | undefined {
  const text = toText(value);
  const seconds = text === undefined ? undefined : secondsOf(text);
  return seconds === undefined ? text : isoDuration(seconds);
}

function isoDuration(seconds: number): string {
  const days = Math.floor(seconds / 86400);
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor((seconds % 86400) / 3600), 'H'],
    [Math.floor((seconds % 3600) / 60), 'M'],
    [seconds % 60, 'S'],
  ];
  const time = parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join('');
  if (days === 0 && time === '') return 'PT0S';
  return `P${days === 0 ? '' : `${days}D`}${time === '' ? '' : `T${time}`}`;
}

/** The objects in a list, without any other elements. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
