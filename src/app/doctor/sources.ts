import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sourceCredentials } from '../../adapters/collect/credentials.ts';
import { createSource } from '../../adapters/collect/sources.ts';
import { unobeyedInSources } from '../../config/obeyed.ts';
import { readConfig } from '../../config/read.ts';
import type { SourceSettings } from '../../config/sources.ts';
import { formatProblem, type Problem } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import { nodeTimer } from '../run/node-timer.ts';
import { readSettings } from '../run/own-settings.ts';
import type { DoctorFinding } from './finding.ts';

/**
 * Checks the sources of the project in `folder`: their credentials, and with `online` what they
 * return.
 */
export async function checkSources(
  io: Io,
  folder: string,
  { online = false, config: named }: { readonly online?: boolean; readonly config?: string } = {},
): Promise<readonly DoctorFinding[]> {
  const config = await readSettings(io, folder, named, { unobeyed: unobeyedInSources });
  if (!config.ok) {
    // Invalid settings are reported where settings are checked.
    const { ok: isValid } = await readConfig(folder, named && resolve(io.cwd, named));
    return isValid ? [wrong('sources', config.error)] : [];
  }
  const findings: DoctorFinding[] = [];
  for (const settings of config.value.sources) {
    findings.push(online ? await ask(io, settings) : await look(io, settings));
  }
  return findings;
}

async function look(io: Io, settings: SourceSettings): Promise<DoctorFinding> {
  const { name } = settings;
  const source = createSource(settings, { env: io.env, timer, now: io.now });
  if (!source.ok) return wrong(name, source.error);
  const home = io.env['HOME'] ?? io.env['USERPROFILE'] ?? '';
  const isAtHome = (path: string): Promise<boolean> =>
    access(join(home, path)).then(
      () => true,
      () => false,
    );
  const found = await sourceCredentials(settings, { env: io.env, isAtHome });
  return {
    name,
    state: found === undefined ? 'missing' : 'ok',
    detail: `${settings.kind}${found === undefined ? '' : `, ${found}`}`,
    advice:
      'No credentials in the environment; a role of this machine works as well: --online checks with the cloud.',
    required: false,
  };
}

async function ask(io: Io, settings: SourceSettings): Promise<DoctorFinding> {
  const { name, kind } = settings;
  const now = () => new Date(io.now()).toISOString();
  const source = createSource(settings, { env: io.env, timer, now });
  if (!source.ok) return wrong(name, source.error);
  const answer = await source.value.probe({ now: now() });
  if (!answer.ok) return wrong(name, answer.error);
  const detail = `${kind}, ${answer.value}`;
  return { name, state: 'ok', detail, advice: '', required: false };
}

/** A person is waiting, so no pause between attempts is longer than half a second. */
const timer = nodeTimer(undefined, 500);

function wrong(name: string, problem: Problem): DoctorFinding {
  const { hint = '', ...rest } = problem;
  return { name, state: 'wrong', detail: formatProblem(rest), advice: hint, required: false };
}
