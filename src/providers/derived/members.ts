import type { LogValue } from '../../model/event.ts';
import { known } from '../../model/event.ts';
import type { Json, JsonObject } from '../../model/json.ts';
import { isJsonObject } from '../../model/json.ts';
import { readLogValue } from '../../model/masked.ts';
import { type AttributePath, dottedPath } from '../../model/path.ts';
import type { Converter } from '../catalog/convert.ts';
import { toBool, toNumber, toText, toTextMap, toTextSet, toTexts } from '../catalog/convert.ts';
import type { WireConversion, WireMembers } from './format.ts';

/** An attribute that a request sets. */
export interface ReadMember {
  readonly path: AttributePath;
  readonly value: LogValue;
}

export interface ReadMembers {
  readonly sets: readonly ReadMember[];
  /** True if the request has members that no rule covers, so that more may have changed. */
  readonly more: boolean;
}

const converters: Readonly<Record<Exclude<WireConversion, '?'>, Converter>> = {
  t: toText,
  n: toNumber,
  b: toBool,
  l: toTexts,
  s: toTextSet,
  m: toTextMap,
};

/** Parts of a request that are not members: remains of XML bodies and HTTP headers. */
const envelope = /^(?:xmlns.*|host|x-amz-.*|tag)$/i;

const hidden: LogValue = { kind: 'omitted' };

export function readMembers(request: JsonObject, members: WireMembers): ReadMembers {
  return walk(request, members, []);
}

function walk(object: JsonObject, members: WireMembers, base: AttributePath): ReadMembers {
  const codes = byName(members);
  const sets: ReadMember[] = [];
  let more = false;
  for (const name of Object.keys(object).sort()) {
    const raw = object[name] ?? null;
    if (raw === null) continue;
    const code = codes.get(name.toLowerCase());
    if (code === undefined) more ||= !envelope.test(name);
    else if (typeof code === 'string') sets.push(...leaf(raw, code, base));
    else {
      const inner = structure(raw, code, base);
      sets.push(...inner.sets);
      more ||= inner.more;
    }
  }
  return { sets, more };
}

function byName(members: WireMembers): ReadonlyMap<string, string | WireMembers> {
  return new Map(
    Object.entries(members).flatMap(([names, code]) =>
      names === '' ? [] : names.split('|').map((name) => [name.toLowerCase(), code] as const),
    ),
  );
}

function leaf(raw: Json, code: string, base: AttributePath): readonly ReadMember[] {
  if (code === '-') return [];
  const colon = code.lastIndexOf(':');
  const path = [...base, ...dottedPath(code.slice(0, colon))];
  const conversion = code.slice(colon + 1) as WireConversion;
  if (conversion === '?') return [{ path, value: hidden }];
  const as = converters[conversion];
  const value = readLogValue(raw);
  if (value.kind !== 'known') return [{ path, value }];
  const converted = as(value.value);
  if (converted !== undefined) return [{ path, value: known(converted) }];
  const isBlank = isJsonObject(raw) && Object.keys(raw).length === 0;
  return isBlank ? [] : [{ path, value: hidden }];
}

/** If the request has more of a block than the rules cover, the entire block is unknown. */
function structure(raw: Json, members: WireMembers, base: AttributePath): ReadMembers {
  const dotted = members[''];
  const place = typeof dotted === 'string' && dotted !== '' ? dottedPath(dotted.slice(0, -1)) : [];
  const root = place.slice(0, 1);
  const unknown: readonly ReadMember[] =
    root.length === 0 ? [] : [{ path: [...base, ...root], value: hidden }];
  if (!isJsonObject(raw)) return { sets: unknown, more: root.length === 0 && raw !== '' };
  const inner = walk(raw, members, [...base, ...place]);
  if (root.length === 0) return inner;
  return inner.more || inner.sets.length === 0 ? { sets: unknown, more: false } : inner;
}
