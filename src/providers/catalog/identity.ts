import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { refTo } from './effects.ts';
import { scalar } from './request.ts';
import type { CatalogSource } from './sources.ts';
import { valueAtSource } from './sources.ts';
import type { Estate } from './types.ts';

export type Keys = readonly Readonly<Record<string, CatalogSource>>[];

/** Finds the resource of an event if keys are not sufficient. */
export type Naming = (event: AuditEvent, estate: Estate) => ResourceRef;

/** Finds the resource of an event, or undefined if the call concerns something else. */
export type Finding = (event: AuditEvent, estate: Estate) => ResourceRef | undefined;

/**
 * The resource only if it is managed, for resources that programs create and delete all the time.
 */
export function whereManaged(naming: Naming): Finding {
  return (event, estate) => {
    const ref = naming(event, estate);
    return estate.find(ref) === undefined ? undefined : ref;
  };
}

/** The type of a resource, and the keys that find it. */
export interface NamedEntry {
  readonly type: string;
  /**
   * Alternatives of one or more attributes each. Those whose values the event lacks are left out.
   */
  readonly keys: Keys | Naming;
  /** Types with the same ids, such as `aws_default_vpc`; the one that is managed is meant. */
  readonly aliases?: readonly string[];
}

/** The resource that `keys` identify in this event, of an alias's type if that is managed. */
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

/** The ref that `keys` result in for this event. */
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
