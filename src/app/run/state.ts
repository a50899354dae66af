import { resolve, sep } from 'node:path';
import { stateTitle } from '../../adapters/state-source/advice.ts';
import { stateLocationFrom } from '../../adapters/state-source/backend/read.ts';
import { parseStateLocation } from '../../adapters/state-source/location/parse.ts';
import { openStateSource } from '../../adapters/state-source/open.ts';
import type { StateLocation } from '../../adapters/state-source/types.ts';
import type { BackendBlock } from '../../code/terraform/config/backend-block.ts';
import type { Result } from '../../model/result.ts';
import { fail, ok } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import { nodeTimer } from './node-timer.ts';

export interface StateRead {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** The location as it was given, for messages. */
  readonly file: string;
  /** The backend's name for this version of the state, if it has one. */
  readonly version?: string;
}

/** What reading a state from elsewhere than a file needs. */
export interface StateOutside {
  readonly io: Pick<Io, 'env' | 'now'>;
  readonly workspace: string;
  /** Called only where neither a flag nor a setting locates the state. */
  readonly backend: () => BackendBlock | undefined;
  /**
   * Set where the code is not trusted: a path it names must be below this folder, and a host must
   * not have a private address.
   */
  readonly within?: string;
}

/** The state of a project without Terraform code. */
const noState = '{"version":4,"serial":0,"lineage":"","terraform_version":"1.0.0","resources":[]}';

/**
 * The state named by the flag, relative to the working directory; else by the settings, relative to
 * the root; else the file that Terraform itself writes; else the backend of the code. Without
 * `outside`, only files are read.
 */
export async function readState(
  root: string,
  flag: { readonly cwd: string; readonly location: string } | undefined,
  setting: string | undefined,
  {
    isNeeded,
    outside,
  }: { readonly isNeeded: boolean; readonly outside?: StateOutside | undefined } = {
    isNeeded: true,
  },
): Promise<Result<StateRead>> {
  // Only the person who runs Parley may point it at this machine; the files of a project are not
  // trusted.
  if (flag !== undefined)
    return readNamed({ base: flag.cwd, allowsLoopback: true, outside }, flag.location);
  const reading: Reading = { base: root, allowsLoopback: false, outside };
  if (setting !== undefined) return readNamed(reading, setting);
  for (const path of filesOf(outside?.workspace)) {
    const found = await readFrom(reading, { kind: 'file', path });
    if (found.ok || found.error.code !== 'state-missing') return found;
  }
  const backend = outside?.backend();
  if (outside !== undefined && backend !== undefined) {
    const { io, workspace } = outside;
    const kept = stateLocationFrom(backend, { workspace, env: io.env });
    return kept.ok ? readFrom(ofCode(reading, outside), kept.value.location) : kept;
  }
  if (!isNeeded) return ok({ bytes: Buffer.from(noState), file: 'no state' });
  return fail({
    code: 'no-state',
    message: 'No state was given, and the project has no terraform.tfstate.',
    place: { file: root },
    hint: 'Give the state with --state FILE; `terraform state pull > terraform.tfstate` writes one.',
  });
}

/** Where Terraform itself writes a state, or where people put one they pulled. */
function filesOf(workspace = 'default'): readonly string[] {
  const defaultFile = 'terraform.tfstate';
  const isOther = /^[\w.-]+$/.test(workspace) && workspace !== 'default';
  return isOther ? [`terraform.tfstate.d/${workspace}/${defaultFile}`, defaultFile] : [defaultFile];
}

/**
 * Credentials meant for one server are not sent to a server that the code names, unless the
 * environment names the server as well.
 */
function ofCode(reading: Reading, outside: StateOutside): Reading {
  const { within, io } = outside;
  if (within === undefined) return reading;
  const isForOne = (io.env['TF_HTTP_ADDRESS'] ?? '') !== '';
  const env = isForOne ? io.env : { ...io.env, TF_HTTP_USERNAME: '', TF_HTTP_PASSWORD: '' };
  return { ...reading, within, outside: { ...outside, io: { ...io, env } } };
}

interface Reading {
  /** Folder that paths are relative to. */
  readonly base: string;
  readonly allowsLoopback: boolean;
  readonly within?: string;
  readonly outside: StateOutside | undefined;
}

function leadsOut(location: StateLocation, base: string, top: string): boolean {
  if (location.kind !== 'file') return false;
  // Any scheme could be another way to name a place.
  if (/^[a-z][a-z0-9+.-]+:/i.test(location.path)) return true;
  const path = resolve(base, location.path);
  return path !== top && !path.startsWith(top + sep);
}

/**
 * True where the code chooses the host. A cloud's own hosts may well have private addresses here; a
 * host that the code names may not.
 */
function isHostChosen(location: StateLocation): boolean {
  if (location.kind === 'http' || location.kind === 'hcp') return true;
  if (location.kind === 's3' && location.stsEndpoint !== undefined) return true;
  return 'endpoint' in location && location.endpoint !== undefined;
}

async function readNamed(reading: Reading, text: string): Promise<Result<StateRead>> {
  const location = parseStateLocation(text, reading.outside?.workspace);
  return location.ok ? readFrom(reading, location.value) : location;
}

async function readFrom(reading: Reading, location: StateLocation): Promise<Result<StateRead>> {
  const { base, allowsLoopback, within, outside } = reading;
  if (location.kind !== 'file' && outside === undefined) {
    return fail({
      code: 'state-elsewhere',
      message: `The state is at ${stateTitle(location)}, which this command does not read.`,
      hint: '`parley scan` reads it.',
    });
  }
  if (within !== undefined && leadsOut(location, base, within)) {
    return fail({
      code: 'state-address',
      message: 'The backend of the code leads to a file outside of the repository.',
      hint: 'Give the stack its `state` in the settings of the service.',
    });
  }
  const source = openStateSource(location, {
    base,
    allowsLoopback,
    ...(within === undefined ? {} : { refusesPrivate: isHostChosen(location) }),
    env: outside?.io.env ?? {},
    now: outside?.io.now ?? (() => ''),
    sleep: nodeTimer().sleep,
  });
  const state = await source.read();
  if (!state.ok) return state;
  const { bytes, from: file, version } = state.value;
  return ok({
    bytes,
    file,
    ...(version === undefined ? {} : { version: displayText(version, 300) }),
  });
}
