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
import type { ExternalPolicyPort, OutsideRuling } from '../stages/arbitration/external/types.ts';
import type { DecisionRecord } from '../stages/arbitration/replay/record.ts';
import type { ArbitrationContext, Policy } from '../stages/arbitration/types.ts';
import type { PickedPlace } from '../stages/patch/pick.ts';
import type { SecondOpinion } from '../stages/patch/terraform/text-proof.ts';
import type { Project } from '../stages/patch/terraform/types.ts';
import type { Standing } from './again/standing.ts';
import type { Repair } from './conclude.ts';
import type { Advisor } from './decide/advisor.ts';
import type { Granted } from './decide/granted.ts';
import type { DecisionScope } from './decide/only.ts';
import type { Observed } from './drift/observed.ts';
import type { PendingRules } from './drift/pending.ts';
import type { ReadBackPort } from './drift/read-back.ts';
import type { Blame } from './managed/code-history.ts';
import type { Deployment } from './managed/deployments.ts';
import type { Follower } from './patch/followers.ts';
import type { Wishes } from './patch/wishes.ts';

/** Everything a run works on. Values and two streams: no files, no network, no clock of its own. */
export interface RunInput {
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly items: AuditReading;
  /** Accounts, subscriptions, projects and clusters whose events count; all when left out. */
  readonly scopes?: readonly string[];
  readonly tree: SourceTree;
  readonly loadOptions: LoadOptions;
  /** The rest of the repository that the project is part of. */
  readonly repository?: CodeRepository;
  /** What other stacks want that are worked on together with this one. */
  readonly wishes?: readonly Wishes[];
  readonly state: TerraformState;
  /** What the backend calls the version that was read. */
  readonly stateVersion?: string;
  readonly schema: ProviderSchema;
  readonly catalog: Catalog;
  readonly signatures: readonly ActorSignature[];
  readonly adopt: AdoptMode;
  /** Manifests of clusters in the tree. */
  readonly manifests?: readonly GivenSource[];
  readonly policy: Policy;
  /** Who set lines of the code, where there is a history to ask. */
  readonly blame?: Blame;
  /** What people, pipelines and agents said beforehand that they want. */
  readonly declarations?: readonly Declaration[];
  /** What people said is to become of intents of earlier runs. */
  readonly answers?: readonly KeptAnswer[];
  /** Delegations that earlier runs granted; see `src/reconcile/decide/granted.ts`. */
  readonly granted?: readonly Granted[];
  /** What reviews of earlier runs add up to; it decides nothing, and is kept for the record. */
  readonly learned?: NonNullable<Report['learned']>;
  /** What is known of harm, by type. */
  readonly harm: HarmFacts;
  /** What users pay: without it, no cost is shown in money. */
  readonly prices?: PriceList;
  /** Leave that people gave beforehand for single changes. */
  readonly approvals?: readonly Approval[];
  /** Time and place, derived from the tags of resources where the settings say so. */
  readonly context: (tagsOf: (address: string) => JsonObject) => ArbitrationContext;
  /** `stacked` patches build on one another, for editing in place; `apart` each is a branch. */
  readonly patches: 'stacked' | 'apart';
  /** Id of an event: only intents that it is evidence for are patched, and all are decided. */
  readonly patchedEvent?: string;
  readonly secondOpinion: SecondOpinion;
  /** Intents, drifts and addresses to patch alone; all are decided and remembered. */
  readonly only?: readonly string[];
  /** The place to edit instead of the one that would be chosen. */
  readonly pick?: PickedPlace;
  /** How many places behind the chosen one are tried as well, to explain the choice. */
  readonly alternatives: number;
  /** A policy engine that may be stricter than the policy, where one is configured. */
  readonly outside?: ExternalPolicyPort;
  /** A language model, where one is configured. */
  readonly advisor?: Advisor;
  /** What people wrote down of operations that the catalog does not know. */
  readonly operations?: readonly KnowledgeEntry[];
  /** What earlier runs learned of such operations; asked only when the log has some. */
  readonly known?: () => Promise<readonly KnownOperation[]>;
  /** Where the provider is to say what is live, before anything is decided. */
  readonly readBack?: ReadBackPort;
  /** What earlier runs left; undefined where no store remembers anything. */
  readonly memory?: Memory;
  /** The first look at a stack: what differs did so before any log, and waits for no event. */
  readonly isBaseline?: boolean;
  /** How long differences without an event wait for one. */
  readonly pending?: PendingRules;
  /** Whether somebody reads what became of each event: as long a list as the log. */
  readonly traced: boolean;
  /** Milliseconds; only differences mean something. */
  readonly elapsed: () => number;
}

export interface RunResult {
  readonly report: Report;
  /** What the verdicts rest on, to decide again with another policy. */
  readonly record: DecisionRecord;
  /** What the policy decided on that record, before an outside policy had its say. */
  readonly ruled: readonly Decision[];
  /** What that said, and what it made of them. */
  readonly outside?: OutsideRuling;
  readonly trace: readonly TraceLine[];
  /** Of what was requested; the report has the others, too, where they are a branch each. */
  readonly patched: readonly PatchedIntent[];
  /** What was requested alone, where something was. */
  readonly scope?: DecisionScope;
  /** What the next run has to know; undefined where nothing stores it. */
  readonly memory?: MemoryUpdate;
  /** Until when the same inputs come to the same; undefined where nobody can tell. */
  readonly standing?: Standing;
  /** Drifts of which the ledger has all, since an earlier run left them just so. */
  readonly settled: ReadonlySet<string>;
  /** What this run saw of fields that earlier intents are about. */
  readonly observed: Observed;
  /** Differences without an event, for the next run; undefined where nothing was read back. */
  readonly unexplained?: Unexplained;
  /** Why nothing could be read back, although it was requested. */
  readonly unread?: Problem;
  /** What the next apply changes besides, since it follows what moved on in the cloud. */
  readonly followers: readonly Follower[];
  /** Calls that a learned entry translated. */
  readonly learned: readonly KnowledgeUse[];
  /** The events behind the drifts, by time. */
  readonly evidence: readonly EvidenceLine[];
  /** Who made the events that the report has as evidence, by id. */
  readonly actors: ReadonlyMap<string, Actor>;
  /** When infrastructure as code was at work on what is managed, as far as the log goes. */
  readonly deployments: readonly Deployment[];
  /** With every verified patch applied when they are stacked; else as it was. */
  readonly project: Project;
  readonly original: Project;
  /** The same run, had its drifts been what a plan shows of them. */
  repaired(repair: Repair): RunResult;
  /** The same run, with patches that leave out these drifts, by id; why, where it is to be shown. */
  without(refused: ReadonlyMap<string, Unresolved | undefined>): RunResult;
}
