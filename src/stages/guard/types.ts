import type { Outcome } from '../../model/decision.ts';
import type { Harm, Severity } from '../../model/harm.ts';
import type { AttributePath } from '../../model/path.ts';
import type { PlannedResource } from './plan/types.ts';

/** The guard's verdict on a plan: nothing against it, look at it first, do not apply it. */
export const guardOutcomes = ['pass', 'warn', 'block'] as const;

export type GuardOutcome = (typeof guardOutcomes)[number];

/** The wish that a planned change contradicts. */
export interface GuardedIntent {
  /**
   * An open drift, a field that the code or the ledger delegates, or an intent declared beforehand.
   */
  readonly kind: 'drift' | 'delegation' | 'declaration';
  /** Id of the intent, if there is one: `i-` and 12 hex digits. */
  readonly id?: string;
  /** Name for readers. */
  readonly who: string;
  /**
   * ISO 8601 UTC: time of the first change, of the delegation, or from when the declared value is
   * wanted.
   */
  readonly since?: string;
  readonly until?: string;
  /** A sentence: what the actor did, or why they want it. */
  readonly why?: string;
  /** Where the change is proposed for the code: a URL, or a command for a local branch. */
  readonly proposal?: string;
}

/** The verdict of the policy or a person on the intent. */
export interface GuardVerdict {
  readonly outcome: Outcome;
  readonly rule: string;
  readonly because?: string;
  /** ISO 8601 UTC. */
  readonly expires?: string;
}

/** One planned change that is worth reporting. */
export interface GuardChange {
  readonly address: string;
  /** In readable form: `tags.Team`; empty for the resource itself. */
  readonly path: string;
  readonly outcome: GuardOutcome;
  /**
   * True if the cloud deviates from the code and the apply merely puts the code's value back; false
   * if the code itself changed.
   */
  readonly putsBack: boolean;
  /** The plan of the base branch contains the same change. */
  readonly inBase?: boolean;
  readonly harm: readonly Pick<
    Harm,
    'dimension' | 'severity' | 'direction' | 'doubt' | 'because'
  >[];
  readonly intent?: GuardedIntent;
  readonly verdict?: GuardVerdict;
  /** The approval that lets the harm pass. */
  readonly approval?: { readonly by: string; readonly ticket: string };
  /** One or a few sentences. */
  readonly because: string;
  /** The place in the code, if the code is available. */
  readonly place?: GuardPlace;
}

export interface GuardPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** A note about the plan as a whole, or about something it does not show. */
export interface GuardNote {
  readonly kind: 'errored' | 'incomplete' | 'stale' | 'unseen';
  readonly outcome: GuardOutcome;
  readonly address?: string;
  readonly path?: string;
  readonly because: string;
}

export interface GuardReport {
  readonly schema: 'parley/guard/v1';
  /** The worst outcome of all notes and changes. */
  readonly outcome: GuardOutcome;
  readonly plan: {
    readonly terraformVersion: string;
    /** ISO 8601, if the plan contains it. */
    readonly createdAt?: string;
    /** Number of resources that the plan changes. */
    readonly changes: number;
  };
  /**
   * What was known in addition to the plan, so that an empty report is not taken for more than it
   * is.
   */
  readonly known: {
    /** False if no store was read, so that nothing remembered was considered. */
    readonly store: boolean;
    readonly openDrifts: number;
    readonly delegations: number;
    readonly declarations: number;
  };
  readonly notes: readonly GuardNote[];
  /** Sorted by address and path. */
  readonly changes: readonly GuardChange[];
}

/** A change with its path in the resource, for lookups in the code. */
export interface FoundChange extends GuardChange {
  readonly steps: AttributePath;
}

export interface GuardOptions {
  /**
   * Outside production, harm counts one level less. Without it, every change counts as production.
   */
  readonly isProduction?: (change: PlannedResource) => boolean;

  /** ISO 8601 UTC. */
  readonly now: string;
  /**
   * Planned harm of at least this severity blocks. Harm of severity 3 and above is warned about in
   * any case.
   */
  readonly blockFrom: Severity;
}

export function worstOutcome(outcomes: readonly GuardOutcome[]): GuardOutcome {
  const worst = Math.max(0, ...outcomes.map((one) => guardOutcomes.indexOf(one)));
  return guardOutcomes[worst] ?? 'block';
}
