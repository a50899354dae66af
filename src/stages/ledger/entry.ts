import type { ActorClass } from '../../model/actor.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { DriftValue } from '../../model/drift.ts';
import { contentId } from '../../model/id.ts';
import { compareInstants } from '../../model/instant.ts';
import { canonicalJson, type Json, type JsonObject } from '../../model/json.ts';
import type { AttributePath } from '../../model/path.ts';
import { compareText } from '../../model/text.ts';

/** Who manages fields: a principal, or the declared code. */
export interface ManagerRef {
  /** The principal's ARN; `code` for the declared code. */
  readonly id: string;
  readonly name: string;
  readonly class: ActorClass;
}

/** The declared code, as a manager of the fields that it sets. */
export const codeManager: ManagerRef = { id: 'code', name: 'code', class: 'iac' };

interface EntryBase {
  /** `l-` and 12 hex digits of the content: the same fact is one entry. */
  readonly id: string;
  /** ISO 8601 UTC: when it happened, as far as it is known. */
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

/** What somebody wrote at a path; a value that nobody may see is owned all the same. */
export interface FieldWrite {
  readonly path: AttributePath;
  readonly value: DriftValue;
}

/** One fact about who manages what. Entries are only ever added. */
export type LedgerEntry =
  /** The manager wrote these values, whoever owned them. An empty path is the whole resource. */
  | (EntryBase & { readonly kind: 'update'; readonly writes: readonly FieldWrite[] })
  /**
   * The manager wants exactly these fields. Fields that others own and that differ stay theirs
   * (`free`), or are taken (`force`).
   */
  | (EntryBase & {
      readonly kind: 'apply';
      readonly config: JsonObject;
      /** Paths whose values are secret or unknown; null in `config`. */
      readonly hidden: readonly AttributePath[];
      readonly mode: 'free' | 'force';
      /** It was so before `time`, since an unknown moment. */
      readonly before?: true;
    })
  /** The manager gives fields up and `to` takes them, within bounds and until a time. */
  | (EntryBase & {
      readonly kind: 'handover';
      readonly paths: readonly AttributePath[];
      readonly to: ManagerRef;
      readonly bounds?: Bounds;
      /** ISO 8601 UTC. */
      readonly expires?: string;
    });

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The entry with the id that its content gives it. */
export function ledgerEntry<T extends WithoutId<LedgerEntry>>(content: T): T & { id: string } {
  return { ...content, id: contentId('l', identityOf(content) as unknown as Json) };
}

/**
 * What distinguishes an entry from others. Reasons are wording, which may change from run to run, and what
 * was handed over for an intent was handed over once, however often it is said.
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

/** Fold order: by time, then what was declared before what was changed, then by evidence. */
export function compareEntries(a: LedgerEntry, b: LedgerEntry): number {
  return (
    compareInstants(a.time, b.time) ||
    ranks[a.kind] - ranks[b.kind] ||
    compareText(a.evidence[0] ?? '', b.evidence[0] ?? '') ||
    compareText(a.id, b.id)
  );
}

/** What two declarations have to agree in for the second to say nothing new. */
export function declaration(entry: Extract<LedgerEntry, { kind: 'apply' }>): string {
  const { manager, config, hidden, mode } = entry;
  return canonicalJson([manager.id, config, hidden as unknown as Json, mode]);
}
