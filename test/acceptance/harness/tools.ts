import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs that the acceptance cases need. */
export interface Tools {
  readonly terraform: string;
  /** Folder that holds `registry.terraform.io`. */
  readonly plugins: string;
  /** A Python that has moto. */
  readonly python: string;
}

export type Missing = { readonly name: 'terraform' | 'moto'; readonly hint: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds the tools, or says which are missing and how to get them. */
export function findTools(env: Environment): { tools?: Tools; missing: readonly Missing[] } {
  const terraform = onPath('terraform', env);
  const plugins = env['PARLEY_TF_PLUGINS'];
  const python = findPython(env);
  const missing: Missing[] = [];
  if (terraform === undefined) {
    missing.push({ name: 'terraform', hint: 'Put terraform 1.5 or later on the PATH.' });
  }
  if (plugins === undefined || !existsSync(join(plugins, 'registry.terraform.io'))) {
    const hint = 'Set PARLEY_TF_PLUGINS to a filesystem mirror with hashicorp/aws.';
    missing.push({ name: 'terraform', hint });
  }
  if (python === undefined) {
    const hint = "Install Python's moto[server], or name a Python that has it in PARLEY_PYTHON.";
    missing.push({ name: 'moto', hint });
  }
  if (
    terraform === undefined ||
    plugins === undefined ||
    python === undefined ||
    missing.length > 0
  ) {
    return { missing };
  }
  return { tools: { terraform, plugins, python }, missing };
}

function onPath(name: string, env: Environment): string | undefined {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

export function findPython(env: Environment): string | undefined {
  const named = env['PARLEY_PYTHON'];
  if (named !== undefined) return hasMoto(named) ? named : undefined;
  return ['python3', 'python', ...pyenvPythons(env)].find(hasMoto);
}

/** Pythons of other versions, since the default one may lack moto. */
function pyenvPythons(env: Environment): readonly string[] {
  const versions = join(env['PYENV_ROOT'] ?? join(env['HOME'] ?? '/', '.pyenv'), 'versions');
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort()
    .reverse()
    .map((version) => join(versions, version, 'bin', 'python3'));
}

function hasMoto(python: string): boolean {
  const probe = 'import importlib.util as u; assert u.find_spec("moto") and u.find_spec("flask")';
  try {
    execFileSync(python, ['-c', probe], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
