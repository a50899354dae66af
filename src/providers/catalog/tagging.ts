import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { type CatalogSource, valueAtSource } from './sources.ts';
import { hiddenTags, tagEffects, untagEffects } from './tags.ts';
import type { CatalogEntry, DraftEffect, Estate } from './types.ts';

export interface TaggingSpec {
  readonly service: string;
  readonly tag: readonly string[];
  readonly untag: readonly string[];
  readonly types: readonly string[];
  readonly tags: CatalogSource;
  readonly tagKeys: CatalogSource;
  /** The tagged resource; undefined when it is of a type that is not catalogued. */
  resource(event: AuditEvent, estate: Estate): ResourceRef | undefined;
}

/** The pair of calls that tag and untag the resources of a service. */
export function tagging(spec: TaggingSpec): readonly CatalogEntry[] {
  const { service, types } = spec;
  const forResource =
    (from: CatalogSource, effects: typeof tagEffects) =>
    (event: AuditEvent, estate: Estate): readonly DraftEffect[] => {
      const resource = spec.resource(event, estate);
      if (resource === undefined) return [];
      const raw = valueAtSource(event, from);
      return raw === undefined ? [hiddenTags(resource)] : effects(resource, raw);
    };
  return [
    { service, types, operations: spec.tag, effects: forResource(spec.tags, tagEffects) },
    { service, types, operations: spec.untag, effects: forResource(spec.tagKeys, untagEffects) },
  ];
}
