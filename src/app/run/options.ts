import type { AdoptMode } from '../../model/adoption.ts';

/** What a run is asked to do, by flags or by a program. */
export interface RunOptions {
  readonly project: ProjectOptions;
  readonly log: LogOptions;
  readonly judging: JudgingOptions;
  readonly proof: ProofOptions;
  readonly scope: ScopeOptions;
  readonly delivery: DeliveryOptions;
  readonly output: OutputOptions;
}

/** Where code, state and settings are, and how they are read. */
export interface ProjectOptions {
  /** Folder of the root module. */
  readonly dir: string;
  /** File of the settings. */
  readonly config?: string;
  readonly state?: string;
  readonly manifests?: readonly string[];
  readonly varFile?: readonly string[];
  readonly workspace?: string;
  /** The program that proves patches. */
  readonly terraform?: 'terraform' | 'tofu';
}

export interface LogOptions {
  /** Files and folders with audit logs; by default, the records that were collected. */
  readonly events?: readonly string[];
  /** How far back collected records are read. */
  readonly since?: string;
}

export interface JudgingOptions {
  readonly policy?: string;
  readonly adopt?: AdoptMode;
  /** False where no language model is asked. */
  readonly llm?: boolean;
}

/** How far patches are proved, and what is read back. */
export interface ProofOptions {
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
}

/** Which part of the findings is shown, patched and proposed. */
export interface ScopeOptions {
  /** Intents, drifts and addresses. */
  readonly only?: readonly string[];
  /** Number of one of the places that `explain` lists. */
  readonly pick?: number;
}

/** What is done with patches; by default, they are shown. */
export interface DeliveryOptions {
  /** Edits the files in place. */
  readonly write?: boolean;
  /** Makes a branch for each intent. */
  readonly pr?: boolean;
  /** Overwrites branches that somebody else committed to. */
  readonly force?: boolean;
  /**
   * Who asked for what is written, as named in receipts; defaults to the user who runs the command.
   */
  readonly by?: string;
}

export interface OutputOptions {
  /** A file for the report. */
  readonly report?: string;
  /** A file for what became of each event. */
  readonly trace?: string;
  /** A file for the result as a single page. */
  readonly html?: string;
  /** Prints the report instead of a text. */
  readonly json?: boolean;
  /** Adds a timeline of who acted when, above the cards. */
  readonly timeline?: boolean;
  /** Says by the exit code whether drift remains. */
  readonly exitCode?: boolean;
}

/** A run that shows what it finds, except for what the parts say. */
export function runOptions(
  project: ProjectOptions,
  parts: Partial<Omit<RunOptions, 'project'>> = {},
): RunOptions {
  return {
    project,
    log: {},
    judging: {},
    proof: { verify: 'evaluate' },
    scope: {},
    delivery: {},
    output: {},
    ...parts,
  };
}
