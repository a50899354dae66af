/** What a command may use of its process. */
export interface Io {
  /** For the result. */
  readonly out: (text: string) => void;
  /** For progress and errors. */
  readonly err: (text: string) => void;
  /**
   * Shows that something is in progress until the returned function is called; left out if no one
   * is watching.
   */
  readonly progress?: (what: string) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds since an arbitrary time; only differences are meaningful. */
  readonly elapsed: () => number;
  /** The columns of the terminal, or a fixed width if the output is not a terminal. */
  readonly columns: number;
  readonly color: boolean;
  /** The piped input; none if left out. */
  readonly input?: () => AsyncIterable<Uint8Array>;
}

/** 3 means that `parley guard` blocks. */
export type ExitCode = 0 | 1 | 2 | 3;
