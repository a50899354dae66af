import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Workshop } from './workshop.ts';

/**
 * Turns a project into an OpenTofu project: its code in `.tofu` files, its providers from
 * OpenTofu's registry. Returns a PATH with `tofu` and no `terraform`; behind `tofu` is the
 * `terraform` of `throughProvider`.
 */
export function asTofu({ folder, dir }: Workshop): string {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (name.endsWith('.tf')) renameSync(path, path.replace(/\.tf$/, '.tofu'));
    if (name === 'terraform.tfstate' || name === '.terraform.lock.hcl') {
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replaceAll('registry.terraform.io', 'registry.opentofu.org'));
    }
  }
  const bin = join(folder, 'bin-tofu');
  mkdirSync(bin, { recursive: true });
  const script = join(import.meta.dirname, 'tofu.mjs');
  const text = `#!/bin/sh
printf '%s\\n' "$1" >> '${join(folder, 'tofu.log')}'
exec '${process.execPath}' '${script}' '${join(folder, 'bin', 'terraform')}' "$@"
`;
  writeFileSync(join(bin, 'tofu'), text, { mode: 0o755 });
  const others = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !existsSync(join(path, 'terraform')));
  return [bin, ...others].join(delimiter);
}

/** Subcommands that were run since the last call. */
export function tofuCalls({ folder }: Workshop): readonly string[] {
  const log = join(folder, 'tofu.log');
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  writeFileSync(log, '');
  return calls;
}
