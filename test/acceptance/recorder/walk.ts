import type { NormalizedSchema } from '@smithy/core/schema';
import type { Json } from '../../../src/model/json.ts';

/** How a service prints its structures into the log. */
export interface Style {
  /** Key of a structure member. */
  name(member: string, schema: NormalizedSchema): string;
  list(items: readonly Json[], schema: NormalizedSchema): Json;
  time(value: Date): Json;
  /** Replaces the value of a member, or drops the member by returning undefined. */
  mask?(member: string, value: Json): Json | undefined;
  /** What the service prints for an absent list within these structures. */
  absentList?: { readonly within: readonly string[]; readonly value: Json };
  /** Changes a scalar at the end, since XML parsers guess types. */
  scalar?(value: Json): Json;
}

/** Prints an SDK value as the log does, guided by the service's own schema. */
export function print(schema: NormalizedSchema, value: unknown, style: Style): Json | undefined {
  if (value === undefined || value === null || schema.isStreaming()) return undefined;
  if (schema.isStructSchema()) return printStructure(schema, value as object, style);
  if (schema.isListSchema()) {
    const items = (value as unknown[]).map((item) => print(schema.getValueSchema(), item, style));
    return style.list(
      items.filter((item) => item !== undefined),
      schema,
    );
  }
  if (schema.isMapSchema()) {
    const entries = Object.entries(value as object).map(([key, entry]) => [
      key,
      print(schema.getValueSchema(), entry, style) ?? null,
    ]);
    return Object.fromEntries(entries) as Json;
  }
  return printScalar(value, style);
}

function printStructure(schema: NormalizedSchema, value: object, style: Style): Json {
  const result: Record<string, Json> = {};
  const fields = new Map(Object.entries(value));
  const fillLists = style.absentList?.within.includes(schema.getName() ?? '');
  for (const [member, memberSchema] of schema.structIterator()) {
    if (member === '$metadata') continue;
    const printed = print(memberSchema, fields.get(member), style);
    const name = style.name(member, memberSchema);
    if (printed === undefined) {
      if (fillLists && memberSchema.isListSchema()) result[name] = style.absentList?.value ?? {};
      continue;
    }
    const kept = style.mask === undefined ? printed : style.mask(member, printed);
    if (kept !== undefined) result[name] = kept;
  }
  return result;
}

function printScalar(value: unknown, style: Style): Json | undefined {
  if (value instanceof Date) return style.time(value);
  if (value instanceof Uint8Array) return undefined;
  const scalar = typeof value === 'bigint' ? Number(value) : (value as Json);
  return style.scalar === undefined ? scalar : style.scalar(scalar);
}

/** CloudTrail lowercases only the first letter: `DBInstanceClass` becomes `dBInstanceClass`. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `Mar 4, 2025 9:00:07 AM`, the way most services print a time. */
export function americanTime(value: Date): string {
  const months = [
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ];
  const hours = value.getUTCHours();
  const clock = [hours % 12 || 12, value.getUTCMinutes(), value.getUTCSeconds()]
    .map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0')))
    .join(':');
  const day = `${months[value.getUTCMonth()]} ${value.getUTCDate()}, ${value.getUTCFullYear()}`;
  return `${day} ${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Names of a member on the wire: `xmlName`, and EC2's name in queries. */
export function wireNames(schema: NormalizedSchema): { xml?: string; query?: string } {
  const traits: Readonly<Record<string, unknown>> = schema.getMergedTraits() as Record<
    string,
    unknown
  >;
  const { xmlName, ec2QueryName } = traits;
  return {
    ...(typeof xmlName === 'string' ? { xml: xmlName } : {}),
    ...(typeof ec2QueryName === 'string' ? { query: ec2QueryName } : {}),
  };
}
