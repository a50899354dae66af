import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from './effects.ts';
import { scalar } from './request.ts';
import type { CatalogSource } from './sources.ts';
import { valueAtSource } from './sources.ts';
import type { Estate } from './types.ts';

export type Keys = readonly Readonly<Record<string, CatalogSource>>[];

/** Finds the resource of an event where keys alone would not do. */
export type Naming = (event: AuditEvent, estate: Estate) => ResourceRef;

/** The same where a call may be about something else. */
export type Finding = (event: AuditEvent, estate: Estate) => ResourceRef | undefined;

/** The resource where it is managed, for what programs make and drop all day. */
export function whereManaged(naming: Naming): Finding {
  return (event, estate) => {
    const ref = naming(event, estate);
    return estate.find(ref) === undefined ? undefined : ref;
  };
}

/** The type of a resource, and how to find it. */
export interface NamedEntry {
  readonly type: string;
  /** Alternatives, each of one or more attributes. Those the event does not carry are left out. */
  readonly keys: Keys | Naming;
  /** Types with the same ids, such as `aws_default_vpc`: the one that is managed is meant. */
  readonly aliases?: readonly string[];
}

/** The resource that `keys` name in this event. */
export function catalogName(
  event: AuditEvent,
  estate: Estate,
  { type, keys, aliases = [] }: NamedEntry,
): ResourceRef {
  if (typeof keys === 'function') return keys(event, estate);
  const ref = resolveRef(event, type, keys);
  if (aliases.length === 0 || estate.find(ref) !== undefined) return ref;
  const alias = aliases.find((one) => estate.find({ ...ref, type: one }) !== undefined);
  return alias === undefined ? ref : { ...ref, type: alias };
}

/** The ref that `keys` give for this event. */
export function resolveRef(event: AuditEvent, type: string, keys: Keys): ResourceRef {
  const found = keys.map((key) =>
    Object.fromEntries(
      Object.entries(key).map(([attribute, source]) => {
        const value = scalar(valueAtSource(event, source));
        return [attribute, value === undefined ? undefined : String(value)];
      }),
    ),
  );
  return refTo(type, ...found);
}
