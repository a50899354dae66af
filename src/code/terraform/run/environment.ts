import type { Program } from '../program.ts';

/**
 * Variables that Terraform, its providers and the tools they call need. No others are passed on.
 */
const allowed: readonly RegExp[] = [
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|LANG|TZ|SSH_AUTH_SOCK)$/,
  /^(?:LC|XDG|SSL_CERT|GIT_SSL)_/,
  // Settings of Go's memory and processor use, for machines where either is scarce.
  /^(?:GOGC|GOMEMLIMIT|GOMAXPROCS)$/,
  /^(?:https?|no|all)_proxy$/i,
  /^(?:SystemRoot|SystemDrive|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|PATHEXT|ComSpec)$/i,
  /^(?:AWS|ARM|AZURE|GOOGLE|GCLOUD|CLOUDSDK|KUBE|VAULT)_/,
  /^(?:KUBECONFIG|GOOGLE_APPLICATION_CREDENTIALS)$/,
  /^TF_(?:VAR_|TOKEN_|CLI_CONFIG_FILE$|PLUGIN_CACHE|REGISTRY_|PROVIDER_)/,
  /^OPENTOFU_/,
];

/** True for a variable that is passed to Terraform if it is set. */
export function isForTerraform(name: string): boolean {
  return allowed.some((pattern) => pattern.test(name));
}

const isOfMemory = /^(?:GOGC|GOMEMLIMIT)$/;

/**
 * Most of a small plan is the provider's schema, which each process builds again: collecting
 * garbage less often saves a quarter of the processor time for a hundred megabytes. With the memory
 * limit, the collector runs as often as necessary when much memory is in use; see
 * https://go.dev/doc/gc-guide.
 */
const spacious = { GOGC: '400', GOMEMLIMIT: '2GiB' };

export interface EnvironmentOptions {
  /** Names of further variables to pass on. */
  readonly pass?: readonly string[];
  /** TF_DATA_DIR: where Terraform keeps providers and modules, instead of `.terraform`. */
  readonly dataDir?: string;
  readonly workspace?: string;
  /** The program that is started. */
  readonly program?: Program;
}

/**
 * The copy of the state that Parley plans against is not encrypted, whatever the code configures.
 * This setting takes precedence over the code; see
 * https://opentofu.org/docs/language/state/encryption.
 */
const unencrypted = `method "unencrypted" "parley" {}
state {
  method = method.unencrypted.parley
}
plan {
  method = method.unencrypted.parley
}
`;

/**
 * The environment for Terraform: the variables of `env` that it needs, but none that would change
 * its arguments or output (`TF_CLI_ARGS`, `TF_LOG`), with prompts and version checks disabled.
 */
export function terraformEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  options: EnvironmentOptions = {},
): Readonly<Record<string, string>> {
  const pass = new Set(options.pass ?? []);
  const kept = Object.entries(env).flatMap(([name, value]) => {
    const wanted = pass.has(name) || isForTerraform(name);
    return wanted && value !== undefined ? [[name, value] as const] : [];
  });
  return {
    ...(kept.some(([name]) => isOfMemory.test(name)) ? {} : spacious),
    ...Object.fromEntries(kept),
    ...(options.dataDir !== undefined && { TF_DATA_DIR: options.dataDir }),
    ...(options.workspace !== undefined && { TF_WORKSPACE: options.workspace }),
    ...(options.program === 'tofu' && { TF_ENCRYPTION: unencrypted }),
    TF_INPUT: '0',
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
  };
}

/** Credentials for clouds and other services that providers sign in to. */
const ofClouds = /^(?:AWS|ARM|AZURE|GOOGLE|GCLOUD|CLOUDSDK|KUBE|VAULT)_|^(?:KUBECONFIG|TF_VAR_.*)$/;
/** Credentials for registries and hosts of modules. */
const ofRegistries = /^TF_TOKEN_|^SSH_AUTH_SOCK$/;

/**
 * The variables that one command needs: `init` downloads modules, possibly from a bucket; `plan`
 * queries clouds but no registry; other commands use no credentials.
 */
export function environmentFor(
  command: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (command === 'init') return env;
  const isPlan = command === 'plan';
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !ofRegistries.test(name) && (isPlan || !ofClouds.test(name)),
    ),
  );
}
