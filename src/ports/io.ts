/** What a command may touch of the process it runs in. */
export interface Io {
  /** The result goes here. */
  readonly out: (text: string) => void;
  /** Progress and errors go here. */
  readonly err: (text: string) => void;
  /** Shows what takes a while until the function it returns is called; left out where nobody looks. */
  readonly progress?: (what: string) => () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  /** Milliseconds since some moment; only differences mean something. */
  readonly elapsed: () => number;
  /** Columns of the terminal; a fixed width where the output is not one. */
  readonly columns: number;
  readonly color: boolean;
  /** What is piped in; nothing where it is left out. */
  readonly input?: () => AsyncIterable<Uint8Array>;
}

/** 3: `parley guard` blocks. */
export type ExitCode = 0 | 1 | 2 | 3;
