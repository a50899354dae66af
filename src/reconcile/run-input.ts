import type { GivenSource } from '../code/manifests/sources/discover.ts';
import type { LoadOptions } from '../code/terraform/config/configuration.ts';
import type { CodeRepository } from '../code/terraform/repository/types.ts';
import type { TerraformState } from '../code/terraform/state/types.ts';
import type { ActorSignature } from '../evidence/actor/schema.ts';
import type { AuditReading } from '../evidence/audit/core/types.ts';
import type { AdoptMode } from '../model/adoption.ts';
import type { Approval } from '../model/approval.ts';
import type { PriceList } from '../model/cost.ts';
import type { Declaration } from '../model/declaration.ts';
import type { JsonObject } from '../model/json.ts';
import type { KnowledgeEntry, KnownOperation } from '../model/knowledge.ts';
import type { Report } from '../model/report.ts';
import type { SourceTree } from '../model/source-tree.ts';
import type { KeptAnswer } from '../ports/store/kept-answer.ts';
import type { Memory } from '../ports/store/memory.ts';
import type { Catalog } from '../providers/catalog/registry.ts';
import type { HarmFacts } from '../providers/harm/table/types.ts';
import type { ProviderSchema } from '../providers/schema/types.ts';
import type { ExternalPolicyPort } from '../stages/arbitration/external/types.ts';
import type { ArbitrationContext, Policy } from '../stages/arbitration/types.ts';
import type { PickedPlace } from '../stages/patch/pick.ts';
import type { SecondOpinion } from '../stages/patch/terraform/text-proof.ts';
import type { Advisor } from './decide/advisor.ts';
import type { Granted } from './decide/granted.ts';
import type { PendingRules } from './drift/pending.ts';
import type { ReadBackPort } from './drift/read-back.ts';
import type { Blame } from './managed/code-history.ts';
import type { Wishes } from './patch/wishes.ts';

/**
 * All inputs of a run: values and streams only. A run has no access to files, network or clock of
 * its own.
 */
export interface RunInput {
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly log: LogInput;
  readonly code: CodeInput;
  /** With the addresses to which the next apply moves resources; see `followMoves`. */
  readonly state: TerraformState;
  /** The backend's identifier for the version of the state that was read. */
  readonly stateVersion?: string;
  readonly providers: ProviderFacts;
  readonly judging: Judging;
  readonly people: PeopleInput;
  readonly patching: PatchingInput;
  readonly earlier: EarlierRuns;
  /** Reads live values from the provider before anything is decided. */
  readonly readBack?: ReadBackPort;
  /** Elapsed milliseconds; only differences have a meaning. */
  readonly elapsed: () => number;
}

/** The records of the clouds, and how they are read. */
export interface LogInput {
  readonly items: AuditReading;
  /** Accounts, subscriptions, projects and clusters whose events count. Defaults to all. */
  readonly scopes?: readonly string[];
  readonly signatures: readonly ActorSignature[];
  /** Entries that people wrote for operations that the catalog does not know. */
  readonly operations?: readonly KnowledgeEntry[];
  /** What earlier runs learned about such operations. Only called if the log has some. */
  readonly known?: () => Promise<readonly KnownOperation[]>;
  /** True if the outcome of each event is needed, which is a list as long as the log. */
  readonly traced: boolean;
}

/** The code, as files. */
export interface CodeInput {
  readonly tree: SourceTree;
  readonly loadOptions: LoadOptions;
  /** The rest of the repository that the project is part of. */
  readonly repository?: CodeRepository;
  /** Manifests of clusters in the tree. */
  readonly manifests?: readonly GivenSource[];
  /** Returns who set lines of the code, if there is a history. */
  readonly blame?: Blame;
}

/** What is known about the types of providers. */
export interface ProviderFacts {
  readonly schema: ProviderSchema;
  readonly catalog: Catalog;
  /** Facts on harm, by type. */
  readonly harm: HarmFacts;
  /** The user's prices. Without them, no cost is given in money. */
  readonly prices?: PriceList;
}

/** By what drifts are judged. */
export interface Judging {
  readonly policy: Policy;
  readonly adopt: AdoptMode;
  /** Time and place, derived from the tags of resources if the settings say so. */
  readonly context: (tagsOf: (address: string) => JsonObject) => ArbitrationContext;
  /** A policy engine that may be stricter than the policy, if configured. */
  readonly external?: ExternalPolicyPort;
  /** A language model, if configured. */
  readonly advisor?: Advisor;
}

/** What people, pipelines and agents said beforehand, and their answers. */
export interface PeopleInput {
  /** Intents that people, pipelines and agents declared beforehand. */
  readonly declarations?: readonly Declaration[];
  /** Answers by people to intents of earlier runs. */
  readonly answers?: readonly KeptAnswer[];
  /** Permissions for single changes that people gave beforehand. */
  readonly approvals?: readonly Approval[];
}

/** Which patches are made, and how. */
export interface PatchingInput {
  /**
   * `stacked` patches build on each other, for editing in place; with `apart`, each becomes a
   * branch.
   */
  readonly patches: 'stacked' | 'apart';
  /** Id of an event. Only intents with it as evidence are patched, but all are decided. */
  readonly patchedEvent?: string;
  /**
   * Intents, drifts and addresses to patch exclusively. All others are still decided and
   * remembered.
   */
  readonly only?: readonly string[];
  /** The place to edit instead of the one that would be chosen. */
  readonly pick?: PickedPlace;
  /** Number of places after the chosen one that are also tried, to explain the choice. */
  readonly alternatives: number;
  /** Goals of other stacks that are processed together with this one. */
  readonly wishes?: readonly Wishes[];
  readonly secondOpinion: SecondOpinion;
}

/** What earlier runs left. */
export interface EarlierRuns {
  /** What earlier runs remembered; undefined if there is no store. */
  readonly memory?: Memory;
  /**
   * True for the first run on a stack: differences are older than any log, and wait for no event.
   */
  readonly isBaseline?: boolean;
  /** How long differences without an event wait for one. */
  readonly pending?: PendingRules;
  /** Delegations that earlier runs granted; see `src/reconcile/decide/granted.ts`. */
  readonly granted?: readonly Granted[];
  /** The result of counting earlier reviews. It does not affect decisions and is only recorded. */
  readonly learned?: NonNullable<Report['learned']>;
}
