import { ok, type Result } from '../../model/result.ts';
import { lookUp, parseLookUp } from '../git/look-up.ts';
import type { OpenObjects } from '../git/object-reader.ts';
import {
  type EndedProcess,
  type Git,
  type GitCall,
  type GitOutput,
  type RunGit,
  runGit,
  withoutVariables,
} from '../git/run.ts';
import { settingsEnvironment } from '../git/settings.ts';
import type { AddressLookup } from '../net/address-lookup.ts';
import { canPin, resolvePin } from './pin.ts';

const fiveMinutes = 300_000;

/**
 * Variables that git needs to reach its remotes. Those that make it run or trace something stay
 * out.
 */
const passedOn =
  /^(?:PATH|TMPDIR|TEMP|TMP|SYSTEMROOT|https?_proxy|no_proxy|all_proxy|SSL_CERT_FILE|SSL_CERT_DIR|GIT_SSL_CAINFO|GIT_SSL_CAPATH)$/i;

type Environment = Readonly<Record<string, string>>;

const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['credential.helper', ''],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.autoDetach', 'false'],
  ['maintenance.autoDetach', 'false'],
  // A redirect may lead anywhere, and the request carries the credential.
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['safe.bareRepository', 'explicit'],
  ['safe.directory', '*'],
  ['submodule.recurse', 'false'],
];

/**
 * `home` is an empty folder that git takes for the user's, so that it finds no settings or
 * passwords. Hosts are resolved by `addressesOf` alone. `start` starts the processes, and `objects`
 * answers simple lookups that need no process of their own.
 */
export function createGit(
  environment: Readonly<Record<string, string>>,
  home: string,
  addressesOf: AddressLookup,
  start: RunGit = runGit,
  objects?: OpenObjects,
): Git {
  const run = ({ timeout = fiveMinutes, ...call }: GitCall, env: Environment) =>
    start({ args: call.args, cwd: call.cwd, input: call.input ?? '', env, timeout }, call.signal);
  const passed = Object.entries(environment).filter(([name]) => passedOn.test(name));
  const base = {
    ...Object.fromEntries(passed),
    HOME: home,
    LC_ALL: 'C',
    GIT_ASKPASS: '',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS: '',
  };
  let version: Promise<GitOutput> | undefined;
  const pinned = async (url: string): Promise<Result<string | undefined, EndedProcess>> => {
    const pin = await resolvePin(url, addressesOf, base);
    if (!pin.ok || pin.value === undefined) return pin;
    version ??= run({ args: ['version'] }, base);
    const { out, ended } = await version;
    return ended === undefined && !canPin(out) ? { ok: false, error: 'old-git' } : pin;
  };
  const local = { ...base, ...remoteEnvironment(undefined, undefined) };
  const known = async ({ args, ...rest }: GitCall): Promise<GitOutput | undefined> => {
    const isPlain = [rest.cwd, rest.env, rest.input, rest.remote].every((one) => one === undefined);
    const asked = isPlain ? parseLookUp(args) : undefined;
    if (objects === undefined || asked === undefined || rest.signal?.aborted) return undefined;
    return lookUp(objects(asked.gitDir, local), asked);
  };
  return async (call) => {
    const { remote } = call;
    const answer = await known(call);
    if (answer !== undefined) return answer;
    const pin = remote === undefined ? ok(undefined) : await pinned(remote.url);
    if (!pin.ok) return withoutVariables(pin.error);
    return run(call, { ...base, ...remoteEnvironment(remote, pin.value), ...call.env });
  };
}

/** Secrets are passed in the environment, because everybody can read the arguments of a process. */
function remoteEnvironment(
  remote: GitCall['remote'],
  pin: string | undefined,
): Readonly<Record<string, string>> {
  const all = [...settings];
  if (pin !== undefined) all.push(['http.curloptResolve', pin]);
  if (remote?.credential !== undefined) {
    const { user, password } = remote.credential;
    const encoded = Buffer.from(`${user}:${password}`).toString('base64');
    const { origin } = new URL(remote.url);
    all.push([`http.${origin}/.extraHeader`, `Authorization: Basic ${encoded}`]);
  }
  return {
    ...settingsEnvironment(all),
    GIT_ALLOW_PROTOCOL: protocolOf(remote?.url),
  };
}

/** Only the protocol of the configured URL is allowed, and none without a remote. */
function protocolOf(url: string | undefined): string {
  if (url === undefined) return 'none';
  return url.startsWith('/') ? 'file' : new URL(url).protocol.slice(0, -1);
}
