import type { GivenSource } from '../code/manifests/sources/discover.ts';
import type { LoadOptions } from '../code/terraform/config/configuration.ts';
import type { CodeRepository } from '../code/terraform/repository/types.ts';
import type { TerraformState } from '../code/terraform/state/types.ts';
import type { ActorSignature } from '../evidence/actor/schema.ts';
import type { AuditReading } from '../evidence/audit/core/types.ts';
import type { Actor } from '../model/actor.ts';
import type { AdoptMode } from '../model/adoption.ts';
import type { Approval } from '../model/approval.ts';
import type { PriceList } from '../model/cost.ts';
import type { Decision } from '../model/decision.ts';
import type { Declaration } from '../model/declaration.ts';
import type { JsonObject } from '../model/json.ts';
import type { KnowledgeEntry, KnowledgeUse, KnownOperation } from '../model/knowledge.ts';
import type { Report, Unresolved } from '../model/report.ts';
import type { Problem } from '../model/result.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { TraceLine } from '../model/trace.ts';
import type { EvidenceLine } from '../ports/evidence-line.ts';
import type { PatchedIntent } from '../ports/patched-intent.ts';
import type { KeptAnswer } from '../ports/store/kept-answer.ts';
import type { Memory, MemoryUpdate } from '../ports/store/memory.ts';
import type { Unexplained } from '../ports/store/seen-difference.ts';
import type { Catalog } from '../providers/catalog/registry.ts';
import type { HarmFacts } from '../providers/harm/table/types.ts';
import type { ProviderSchema } from '../providers/schema/types.ts';
import type { ExternalPolicyPort, ExternalRuling } from '../stages/arbitration/external/types.ts';
import type { DecisionRecord } from '../stages/arbitration/replay/record.ts';
import type { ArbitrationContext, Policy } from '../stages/arbitration/types.ts';
import type { PickedPlace } from '../stages/patch/pick.ts';
import type { SecondOpinion } from '../stages/patch/terraform/text-proof.ts';
import type { Project } from '../stages/patch/terraform/types.ts';
import type { Reusable } from './again/reusable.ts';
import type { Repair } from './conclude.ts';
import type { Advisor } from './decide/advisor.ts';
import type { Granted } from './decide/granted.ts';
import type { DecisionScope } from './decide/only.ts';
import type { Observed } from './drift/observed.ts';
import type { PendingRules } from './drift/pending.ts';
import type { ReadBackPort } from './drift/read-back.ts';
import type { Blame } from './managed/code-history.ts';
import type { SaysOtherwise } from './managed/code-says.ts';
import type { Deployment } from './managed/deployments.ts';
import type { Follower } from './patch/followers.ts';
import type { Wishes } from './patch/wishes.ts';

/**
 * All inputs of a run: values and streams only. A run has no access to files, network or clock of
 * its own.
 */
export interface RunInput {
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly items: AuditReading;
  /** Accounts, subscriptions, projects and clusters whose events count. Defaults to all. */
  readonly scopes?: readonly string[];
  readonly tree: SourceTree;
  readonly loadOptions: LoadOptions;
  /** The rest of the repository that the project is part of. */
  readonly repository?: CodeRepository;
  /** Goals of other stacks that are processed together with this one. */
  readonly wishes?: readonly Wishes[];
  /** With the addresses to which the next apply moves resources; see `followMoves`. */
  readonly state: TerraformState;
  /** The backend's identifier for the version of the state that was read. */
  readonly stateVersion?: string;
  readonly schema: ProviderSchema;
  readonly catalog: Catalog;
  readonly signatures: readonly ActorSignature[];
  readonly adopt: AdoptMode;
  /** Manifests of clusters in the tree. */
  readonly manifests?: readonly GivenSource[];
  readonly policy: Policy;
  /** Returns who set lines of the code, if there is a history. */
  readonly blame?: Blame;
  /** Intents that people, pipelines and agents declared beforehand. */
  readonly declarations?: readonly Declaration[];
  /** Answers by people to intents of earlier runs. */
  readonly answers?: readonly KeptAnswer[];
  /** Delegations that earlier runs granted; see `src/reconcile/decide/granted.ts`. */
  readonly granted?: readonly Granted[];
  /** The result of counting earlier reviews. It does not affect decisions and is only recorded. */
  readonly learned?: NonNullable<Report['learned']>;
  /** Facts on harm, by type. */
  readonly harm: HarmFacts;
  /** The user's prices. Without them, no cost is given in money. */
  readonly prices?: PriceList;
  /** Permissions for single changes that people gave beforehand. */
  readonly approvals?: readonly Approval[];
  /** Time and place, derived from the tags of resources if the settings say so. */
  readonly context: (tagsOf: (address: string) => JsonObject) => ArbitrationContext;
  /**
   * `stacked` patches build on each other, for editing in place; with `apart`, each becomes a
   * branch.
   */
  readonly patches: 'stacked' | 'apart';
  /** Id of an event. Only intents with it as evidence are patched, but all are decided. */
  readonly patchedEvent?: string;
  readonly secondOpinion: SecondOpinion;
  /**
   * Intents, drifts and addresses to patch exclusively. All others are still decided and
   * remembered.
   */
  readonly only?: readonly string[];
  /** The place to edit instead of the one that would be chosen. */
  readonly pick?: PickedPlace;
  /** Number of places after the chosen one that are also tried, to explain the choice. */
  readonly alternatives: number;
  /** A policy engine that may be stricter than the policy, if configured. */
  readonly external?: ExternalPolicyPort;
  /** A language model, if configured. */
  readonly advisor?: Advisor;
  /** Entries that people wrote for operations that the catalog does not know. */
  readonly operations?: readonly KnowledgeEntry[];
  /** What earlier runs learned about such operations. Only called if the log has some. */
  readonly known?: () => Promise<readonly KnownOperation[]>;
  /** Reads live values from the provider before anything is decided. */
  readonly readBack?: ReadBackPort;
  /** What earlier runs remembered; undefined if there is no store. */
  readonly memory?: Memory;
  /**
   * True for the first run on a stack: differences are older than any log, and wait for no event.
   */
  readonly isBaseline?: boolean;
  /** How long differences without an event wait for one. */
  readonly pending?: PendingRules;
  /** True if the outcome of each event is needed, which is a list as long as the log. */
  readonly traced: boolean;
  /** Elapsed milliseconds; only differences have a meaning. */
  readonly elapsed: () => number;
}

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
  readonly scope?: DecisionScope;
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
