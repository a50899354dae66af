import type { ActorClass } from '../../model/actor.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { DriftValue } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import { compareInstants } from '../../model/instant.ts';
import { canonicalJson, type Json, type JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';

/** A manager of fields: a principal, or the declared code. */
export interface ManagerRef {
  /** The principal's ARN, or `code` for the declared code. */
  readonly id: string;
  readonly name: string;
  readonly class: ActorClass;
}

/** The declared code, as a manager of the fields that it sets. */
export const codeManager: ManagerRef = { id: 'code', name: 'code', class: 'iac' };

interface EntryBase {
  /** `l-` and 12 hex digits of a content hash, so that the same fact is one entry. */
  readonly id: string;
  /** When it happened, as far as it is known, ISO 8601 UTC. */
  readonly time: string;
  readonly address: string;
  /** Terraform resource type. */
  readonly type: string;
  readonly manager: ManagerRef;
  /** Why, in a sentence or a few words. */
  readonly reason: string;
  /** Ids of audit events, intents or commits. */
  readonly evidence: readonly string[];
}

/** A value written at a path. A value that must not be shown is owned nevertheless. */
export interface FieldWrite {
  readonly path: AttributePath;
  readonly value: DriftValue;
}

/** One fact about who manages what. Entries are only added, never changed or removed. */
export type LedgerEntry =
  /**
   * The manager wrote these values, regardless of their owners. An empty path stands for the entire
   * resource.
   */
  | (EntryBase & { readonly kind: 'update'; readonly writes: readonly FieldWrite[] })
  /**
   * The manager wants exactly these fields. Fields that others own with different values stay
   * theirs (`free`) or are taken from them (`force`).
   */
  | (EntryBase & {
      readonly kind: 'apply';
      readonly config: JsonObject;
      /** Paths whose values are secret or unknown; they are null in `config`. */
      readonly hidden: readonly AttributePath[];
      readonly mode: 'free' | 'force';
      /** It already held before `time`, since an unknown moment. */
      readonly before?: true;
    })
  /** The manager gives up fields and `to` takes them, within bounds and until a time. */
  | (EntryBase & {
      readonly kind: 'handover';
      readonly paths: readonly AttributePath[];
      readonly to: ManagerRef;
      readonly bounds?: Bounds;
      /** ISO 8601 UTC. */
      readonly expires?: string;
    });

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The entry with the id derived from its content. */
export function ledgerEntry<T extends WithoutId<LedgerEntry>>(content: T): T & { id: string } {
  return { ...content, id: contentId('l', identityOf(content) as unknown as Json) };
}

/**
 * The content that distinguishes an entry. Reasons are left out, since their wording may change
 * from run to run. A handover for an intent is one entry, however often it is recorded.
 */
function identityOf(content: WithoutId<LedgerEntry>): unknown {
  const { kind, time, address, manager, evidence } = content;
  const common = [kind, address, manager.id, evidence[0] ?? null];
  switch (content.kind) {
    case 'update':
      return [...common, time, content.writes];
    case 'apply':
      return [...common, time, content.config, content.hidden, content.mode];
    case 'handover': {
      const { paths, to, bounds = null, expires = null } = content;
      return [...common, paths, to.id, { ...bounds }, expires];
    }
  }
}

const ranks = { apply: 0, update: 1, handover: 2 } as const;

/** Fold order: by time, then declarations before changes, then by evidence. */
export function compareEntries(a: LedgerEntry, b: LedgerEntry): number {
  return (
    compareInstants(a.time, b.time) ||
    ranks[a.kind] - ranks[b.kind] ||
    compareText(a.evidence[0] ?? '', b.evidence[0] ?? '') ||
    compareText(a.id, b.id)
  );
}

/** Two declarations with the same key are equal, so the second adds nothing. */
export function declaration(entry: Extract<LedgerEntry, { kind: 'apply' }>): string {
  const { manager, config, hidden, mode } = entry;
  return canonicalJson([manager.id, config, hidden as unknown as Json, mode]);
}
