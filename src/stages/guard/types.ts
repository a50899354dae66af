import type { Outcome } from '../../model/decision.ts';
import type { Harm, Severity } from '../../model/harm.ts';
import type { AttributePath } from '../../model/path.ts';
import type { PlannedResource } from './plan/types.ts';

/** What the guard says of a plan: nothing against it, look at it first, do not apply it. */
export const guardOutcomes = ['pass', 'warn', 'block'] as const;

export type GuardOutcome = (typeof guardOutcomes)[number];

/** Whose wish a planned change is against. */
export interface GuardedIntent {
  /** An open drift; a field that the code or the ledger leaves to somebody; a wish said beforehand. */
  readonly kind: 'drift' | 'delegation' | 'declaration';
  /** Of the intent, where it has one: `i-` and 12 hex digits. */
  readonly id?: string;
  /** For people. */
  readonly who: string;
  /** ISO 8601 UTC: of the first change, of the handover, or from when on it is wanted. */
  readonly since?: string;
  readonly until?: string;
  /** A sentence: what they did, or why they want it. */
  readonly why?: string;
  /** Where it is proposed for the code: a URL, or a command for a local branch. */
  readonly proposal?: string;
}

/** What the policy, or a person, said is to become of it. */
export interface GuardVerdict {
  readonly outcome: Outcome;
  readonly rule: string;
  readonly because?: string;
  /** ISO 8601 UTC. */
  readonly expires?: string;
}

/** One planned change that is worth a word. */
export interface GuardChange {
  readonly address: string;
  /** As people write it: `tags.Team`; empty for the resource itself. */
  readonly path: string;
  readonly outcome: GuardOutcome;
  /**
   * True where the cloud is otherwise than the code and the apply merely puts it back; false where
   * the code wants something that it did not.
   */
  readonly putsBack: boolean;
  /** The plan of the base branch has the same change. */
  readonly inBase?: boolean;
  readonly harm: readonly Pick<
    Harm,
    'dimension' | 'severity' | 'direction' | 'doubt' | 'because'
  >[];
  readonly intent?: GuardedIntent;
  readonly verdict?: GuardVerdict;
  /** Leave that lets the harm pass. */
  readonly approval?: { readonly by: string; readonly ticket: string };
  /** A sentence or a few. */
  readonly because: string;
  /** Where the code says it, where the code is at hand. */
  readonly place?: GuardPlace;
}

export interface GuardPlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** What is to be said of the plan as a whole, or of what it does not show. */
export interface GuardNote {
  readonly kind: 'errored' | 'incomplete' | 'stale' | 'unseen';
  readonly outcome: GuardOutcome;
  readonly address?: string;
  readonly path?: string;
  readonly because: string;
}

export interface GuardReport {
  readonly schema: 'parley/guard/v1';
  /** The worst of what follows. */
  readonly outcome: GuardOutcome;
  readonly plan: {
    readonly terraformVersion: string;
    /** ISO 8601, where the plan shows when it was made. */
    readonly createdAt?: string;
    /** Resources that it changes. */
    readonly changes: number;
  };
  /** What was known besides the plan, so that silence is not taken for more than it is. */
  readonly known: {
    /** False where no store was asked, so that nothing that was remembered counts. */
    readonly store: boolean;
    readonly openDrifts: number;
    readonly delegations: number;
    readonly declarations: number;
  };
  readonly notes: readonly GuardNote[];
  /** By address and path. */
  readonly changes: readonly GuardChange[];
}

/** A change with its place in the resource, for whoever looks it up in the code. */
export interface FoundChange extends GuardChange {
  readonly steps: AttributePath;
}

export interface GuardOptions {
  /** Outside of production harm counts one less; without it, all is production. */
  readonly isProduction?: (change: PlannedResource) => boolean;

  /** ISO 8601 UTC. */
  readonly now: string;
  /** Planned harm of this severity and above blocks; of 3 and above it is warned of in any case. */
  readonly blockFrom: Severity;
}

/** The worst of them. */
export function worstOf(outcomes: readonly GuardOutcome[]): GuardOutcome {
  const worst = Math.max(0, ...outcomes.map((one) => guardOutcomes.indexOf(one)));
  return guardOutcomes[worst] ?? 'block';
}
