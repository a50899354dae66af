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
  /** Reads back the entire state. */
  readonly all?: boolean;
  /**
   * Treats differences as older than any log, so that they wait for no event: in this run, or only
   * if no baseline was made yet.
   */
  readonly baseline?: 'now' | 'first';
  /** False where drift from earlier runs need not be read back. */
  readonly confirm?: boolean;
  readonly adopt?: AdoptMode;
  readonly manifests?: readonly string[];
  readonly policy?: string;
  readonly config?: string;
  /** The program that `--verify` runs. */
  readonly terraform?: 'terraform' | 'tofu';
  readonly varFile?: readonly string[];
  readonly workspace?: string;
  /** Only these intents, drifts and addresses are shown, patched and proposed. */
  readonly only?: readonly string[];
  /**
   * Who asked for what is written, as named in receipts; defaults to the user who runs the command.
   */
  readonly by?: string;
  /** Number of one of the places that `explain` lists. */
  readonly pick?: number;
  readonly report?: string;
  readonly trace?: string;
  /** A file for the result as a single page. */
  readonly html?: string;
  readonly json?: boolean;
  /** Adds a timeline of who acted when, above the cards. */
  readonly timeline?: boolean;
  readonly exitCode?: boolean;
  /** False with `--no-llm`. */
  readonly llm?: boolean;
}

/** The options for a run on one root or on several. */
export interface RootsOptions extends Omit<RunOptions, 'dir'> {
  readonly dir: string | readonly string[];
}
