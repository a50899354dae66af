import type { Actor } from '../model/actor.ts';
import type { Decision } from '../model/decision.ts';
import type { KnowledgeUse } from '../model/knowledge.ts';
import type { Report, Unresolved } from '../model/report.ts';
import type { Problem } from '../model/result.ts';
import type { TraceLine } from '../model/trace.ts';
import type { EvidenceLine } from '../ports/evidence-line.ts';
import type { PatchedIntent } from '../ports/patched-intent.ts';
import type { MemoryUpdate } from '../ports/store/memory.ts';
import type { Unexplained } from '../ports/store/seen-difference.ts';
import type { ExternalRuling } from '../stages/arbitration/external/types.ts';
import type { DecisionRecord } from '../stages/arbitration/replay/record.ts';
import type { Project } from '../stages/patch/terraform/types.ts';
import type { Reusable } from './again/reusable.ts';
import type { Repair } from './conclude.ts';
import type { RequestedDrifts } from './decide/only.ts';
import type { Observed } from './drift/observed.ts';
import type { SaysOtherwise } from './managed/code-says.ts';
import type { Deployment } from './managed/deployments.ts';
import type { Follower } from './patch/followers.ts';

export interface RunResult {
  readonly report: Report;
  /** What the verdicts are based on, so that they can be decided again with another policy. */
  readonly record: DecisionRecord;
  /** The policy's decisions on that record, before an external policy modified them. */
  readonly ruled: readonly Decision[];
  /** The ruling of the external policy, and its effect on the decisions. */
  readonly external?: ExternalRuling;
  readonly trace: readonly TraceLine[];
  /** The requested patches. If each patch is a branch, the report has the others, too. */
  readonly patched: readonly PatchedIntent[];
  /** The requested part of the findings, if it was limited. */
  readonly scope?: RequestedDrifts;
  /** What the next run needs; undefined if there is no store. */
  readonly memory?: MemoryUpdate;
  /** Until when the same inputs have the same result; undefined if that cannot be determined. */
  readonly standing?: Reusable;
  /** Drifts that are unchanged since an earlier run, so that the ledger has them completely. */
  readonly settled: ReadonlySet<string>;
  /** What this run observed of the fields of earlier intents. */
  readonly observed: Observed;
  /** What the code says instead of what an earlier intent wants. */
  readonly saysOtherwise: SaysOtherwise;
  /** Differences without an event, for the next run; undefined if nothing was read back. */
  readonly unexplained?: Unexplained;
  /** Why nothing could be read back although it was requested. */
  readonly unread?: Problem;
  /** Fields that the next apply also changes, because they follow newer values in the cloud. */
  readonly followers: readonly Follower[];
  /** Calls that learned entries translated. */
  readonly learned: readonly KnowledgeUse[];
  /** The events behind the drifts, sorted by time. */
  readonly evidence: readonly EvidenceLine[];
  /** The actors of the events that are evidence in the report, by event id. */
  readonly actors: ReadonlyMap<string, Actor>;
  /** When infrastructure as code changed managed resources, as far as the log shows. */
  readonly deployments: readonly Deployment[];
  /** The project with every verified patch applied if they are stacked; otherwise the original. */
  readonly project: Project;
  readonly original: Project;
  /** The result of the same run if its drifts had the values that a plan shows. */
  repaired(repair: Repair): RunResult;
  /**
   * The result of the same run without patches for these drifts, by id, each with the finding to
   * report, if any.
   */
  without(refused: ReadonlyMap<string, Unresolved | undefined>): RunResult;
}
