/** Credential for the host of a repository. */
export interface RemoteCredential {
  readonly user: string;
  /** A secret. */
  readonly password: string;
}

export interface RemoteGitCall {
  readonly args: readonly string[];
  /** Further variables, such as GIT_INDEX_FILE. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** URL of the remote. The credential is passed in the environment, never as an argument. */
  readonly remote?: { readonly url: string; readonly credential?: RemoteCredential | undefined };
  readonly signal?: AbortSignal | undefined;
}

export interface RemoteGitAnswer {
  /** Undefined if it was ended from outside. */
  readonly code: number | undefined;
  readonly out: string;
  /** The end of its error output. Used only to find the cause; never shown. */
  readonly complaint: string;
  readonly ended?: string;
}

/**
 * Runs git so that neither a repository nor the machine's settings can make it run anything else.
 */
export type RemoteGit = (call: RemoteGitCall) => Promise<RemoteGitAnswer>;

/** Runs git on one repository. */
export type RunRemoteGit = (
  args: readonly string[],
  call?: Omit<RemoteGitCall, 'args' | 'signal'>,
) => Promise<RemoteGitAnswer>;

export function inRepository(git: RemoteGit, gitDir: string, signal?: AbortSignal): RunRemoteGit {
  return (args, call) => git({ ...call, args: ['--git-dir', gitDir, ...args], signal });
}

/** Output of a command that cannot fail on an intact repository. */
export async function output(
  run: RunRemoteGit,
  args: readonly string[],
  call?: Parameters<RunRemoteGit>[1],
): Promise<string> {
  const { code, out, complaint } = await run(args, call);
  if (code === 0) return out;
  throw new Error(`git ${args[0]} ended with ${code}: ${complaint.slice(-300)}`);
}
