import type { ForgeSettings } from '../../config/service/forges.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Patch } from '../../model/patch.ts';
import type { Beside } from '../../model/report.ts';
import type { EvidenceLine } from '../../ports/evidence-line.ts';
import type { PutBack } from '../../reconcile/put-back/changes.ts';

/** All that a description speaks of. */
export interface Subject {
  readonly kind: 'patch' | 'revert';
  readonly stack: Stack;
  /** Where people answer; undefined where the stack has no forge. */
  readonly forge?: ForgeSettings['kind'] | undefined;
  readonly intent: Intent;
  /** The intent that announced it. */
  readonly announcer?: Intent;
  /** That the proposal settles, by place. */
  readonly decisions: readonly Decision[];
  /** Of the same intent, that it does not settle. */
  readonly others: readonly Decision[];
  /** By id. */
  readonly drifts: ReadonlyMap<string, Drift>;
  readonly evidence: readonly EvidenceLine[];
  readonly patch?: Patch;
  /** Changes of what is not managed itself, on the resources of the proposal. */
  readonly unmanaged: readonly Beside[];
  /** How to put back what is refused. */
  readonly restore: readonly string[];
  /** What those commands change besides, and what only an apply without targets would. */
  readonly back?: PutBack;
}

/** How many rows of each list are shown; less of each where the whole is too long. */
export interface Room {
  readonly rows: number;
  readonly events: number;
  readonly places: number;
}
