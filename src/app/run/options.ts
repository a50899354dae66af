import type { AdoptMode } from '../../model/adoption.ts';

/** Flags of `parley reconcile` and `parley scan`, as commander hands them over. */
export interface RunOptions {
  readonly dir: string;
  readonly state?: string;
  readonly events?: readonly string[];
  /** How far back collected records are read, where no logs are given. */
  readonly since?: string;
  readonly write?: boolean;
  readonly pr?: boolean;
  readonly force?: boolean;
  readonly verify: 'evaluate' | 'validate' | 'plan';
  /** The whole state is read back. */
  readonly all?: boolean;
  /** Differences are older than any log, and wait for none: in this run, or where no run was one yet. */
  readonly baseline?: 'now' | 'first';
  /** False where what is open since earlier runs need not be read back. */
  readonly confirm?: boolean;
  readonly adopt?: AdoptMode;
  readonly manifests?: readonly string[];
  readonly policy?: string;
  readonly config?: string;
  /** The program that `--verify` runs. */
  readonly terraform?: 'terraform' | 'tofu';
  readonly varFile?: readonly string[];
  readonly workspace?: string;
  /** Intents, drifts and addresses that are shown, patched and proposed alone. */
  readonly only?: readonly string[];
  /** Who asked for what is written, as receipts name them; whoever runs it unless said. */
  readonly by?: string;
  /** Number of a place that `explain` lists. */
  readonly pick?: number;
  readonly report?: string;
  readonly trace?: string;
  /** A file for the result as one page. */
  readonly html?: string;
  readonly json?: boolean;
  /** Lanes of when who acted, above the cards. */
  readonly timeline?: boolean;
  readonly exitCode?: boolean;
  /** `--no-llm` makes it false. */
  readonly llm?: boolean;
}

/** The same for a run on one root or on several. */
export interface RootsOptions extends Omit<RunOptions, 'dir'> {
  readonly dir: string | readonly string[];
}
