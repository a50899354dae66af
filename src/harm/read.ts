import type { Drift } from '../model/drift.ts';
import type { HarmReading } from '../model/harm.ts';
import { changeOf, type FieldChange } from './drift.ts';
import { judgeGrants } from './grants/judge.ts';
import type { Grant } from './grants/types.ts';
import { harmOf } from './harm-of.ts';
import { mergeHarm } from './merge.ts';
import type { HarmFacts } from './table/types.ts';

/** Whose the resource is, as far as that is known: everybody else is a stranger. */
export interface Own {
  readonly accounts: readonly string[];
}

/** What the live value of a field does that the declared one does not: by facts, and by meaning. */
export function readHarm(facts: HarmFacts, change: FieldChange, own: Own): HarmReading {
  const resource = changeOf(change);
  const { type, before, after } = resource;
  const isHidden = change.live.kind === 'redacted' || change.live.kind === 'unknown';
  const [field] = change.path;
  const unknown = isHidden && typeof field === 'string' ? { unknown: [field] } : {};
  const { harms, grants } = judgeGrants({ type, before, after, own, ...unknown });
  return {
    harms: mergeHarm([...harms, ...harmOf(facts, resource)]),
    principals: listed(grants.added, ({ principals }) => principals),
    grantsAdded: listed(grants.added, ({ actions }) => actions),
    grantsRemoved: listed(grants.removed, ({ actions }) => actions),
  };
}

/** The same of a drift; `attributes` are those of its resource, as far as they are known. */
export function readDriftHarm(
  facts: HarmFacts,
  { type, path, declared, live, creation }: Drift,
  own: Own,
  more: Pick<FieldChange, 'attributes' | 'secret'> = {},
): HarmReading {
  const made = creation && ({ kind: 'value', value: creation.attributes } as const);
  return readHarm(facts, { ...more, type, path, declared, live: made ?? live }, own);
}

function listed(
  grants: readonly Grant[],
  of: (grant: Grant) => readonly string[],
): readonly string[] {
  return [...new Set(grants.flatMap(of))].sort();
}
