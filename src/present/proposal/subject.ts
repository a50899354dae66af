import type { ForgeSettings } from '../../config/service/forges.ts';
import type { Stack } from '../../config/service/stacks.ts';
import type { Decision } from '../../model/decision.ts';
import type { Drift } from '../../model/drift.ts';
import type { Intent } from '../../model/intent.ts';
import type { Patch } from '../../model/patch.ts';
import type { Beside } from '../../model/report.ts';
import type { EvidenceLine } from '../../ports/evidence-line.ts';
import type { PutBack } from '../../reconcile/put-back/changes.ts';

/** Everything that a description covers. */
export interface Subject {
  readonly kind: 'patch' | 'revert';
  readonly stack: Stack;
  /** The forge where people answer; undefined where the stack has none. */
  readonly forge?: ForgeSettings['kind'] | undefined;
  readonly intent: Intent;
  /** The intent that announced this one. */
  readonly announcer?: Intent;
  /** Decisions that the proposal carries out, by place. */
  readonly decisions: readonly Decision[];
  /** Decisions on the same intent that it does not carry out. */
  readonly others: readonly Decision[];
  /** By id. */
  readonly drifts: ReadonlyMap<string, Drift>;
  readonly evidence: readonly EvidenceLine[];
  readonly patch?: Patch;
  /** Changes to unmanaged resources that belong to resources of the proposal. */
  readonly unmanaged: readonly Beside[];
  /** Commands that revert what was refused. */
  readonly restore: readonly string[];
  /** The program that plans and applies, if it is not Terraform. */
  readonly program?: 'tofu' | undefined;
  /** What else those commands change, and what only an apply without targets would change. */
  readonly back?: PutBack;
}

/** How many rows of each list are shown. A smaller room is tried where the text gets too long. */
export interface Room {
  readonly rows: number;
  readonly events: number;
  readonly places: number;
}
