import { join, resolve } from 'node:path';
import { readConfig, readOptionalYaml } from '../../config/read.ts';
import { type ConfigFile, OwnSettings } from '../../config/schema.ts';
import { ok, type Result } from '../../model/result.ts';
import type { Io } from '../../ports/io.ts';
import type { YamlIssue } from '../../text/yaml-issue.ts';

type Check = (config: ConfigFile) => YamlIssue | undefined;

export interface SettingsChecks {
  /** Reports choices that the folder's own file may not make. */
  readonly unobeyed: Check;
  /** Reports problems with any file. */
  readonly check?: Check;
}

/**
 * The settings of a command, from the named file, else from the folder's `parley.yaml`. Only the
 * named file or the user's own settings may choose addresses that are called with credentials,
 * never the folder.
 */
export async function readSettings(
  io: Pick<Io, 'cwd' | 'env'>,
  root: string,
  named: string | undefined,
  { unobeyed, check = () => undefined }: SettingsChecks,
): Promise<Result<ConfigFile>> {
  const own = await readOwnSettings(io);
  if (!own.ok) return own;
  const file = named === undefined ? undefined : resolve(io.cwd, named);
  const read = await readConfig(root, file, (config) =>
    file === undefined ? (unobeyed(config) ?? check(config)) : check(config),
  );
  return read.ok ? ok(withOwn(read.value, own.value)) : read;
}

/**
 * The user's settings for all folders: `parley/parley.yaml` in XDG_CONFIG_HOME, or in ~/.config.
 */
async function readOwnSettings({ env }: Pick<Io, 'env'>): Promise<Result<OwnSettings>> {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const base = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  if (base === undefined) return ok(OwnSettings.parse({}));
  return readOptionalYaml(join(base, 'parley', 'parley.yaml'), OwnSettings);
}

function withOwn(config: ConfigFile, { model, opa }: OwnSettings): ConfigFile {
  const external = config.opa ?? opa;
  const asked = withAddress(config.model, model);
  return {
    ...config,
    ...(asked === undefined ? {} : { model: asked }),
    ...(external === undefined ? {} : { opa: external }),
  };
}

/** The folder may choose the model and its use; the user's settings choose its address. */
function withAddress(model: ConfigFile['model'], own: OwnSettings['model']): ConfigFile['model'] {
  if (model === undefined || own === undefined || model.base_url !== undefined) return model ?? own;
  const { base_url, api_key_env } = own;
  return { ...model, api_key_env, ...(base_url === undefined ? {} : { base_url }) };
}
