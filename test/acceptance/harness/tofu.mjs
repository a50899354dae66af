/**
 * Answers as OpenTofu does, as far as its documentation says and Parley looks, by running
 * Terraform: `node tofu.mjs TERRAFORM ARGUMENTS...`. What it changes in the folder for Terraform
 * it undoes before it ends.
 *
 * Sources: https://opentofu.org/docs/internals/machine-readable-ui,
 * https://opentofu.org/docs/internals/json-format, https://opentofu.org/docs/language/files,
 * https://opentofu.org/docs/cli/commands/version, https://opentofu.org/docs/intro/migration
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = '1.10.6';
const own = 'registry.opentofu.org';
const theirs = 'registry.terraform.io';
const [terraform = '', ...args] = process.argv.slice(2);

if (args[0] === 'version') {
  process.stdout.write(`OpenTofu v${version}\non linux_amd64\n`);
  process.exit(0);
}

const undo = [...standIns('.'), ...hosts()];
const done = spawnSync(terraform, args, { encoding: 'utf8', maxBuffer: 1024 ** 3 });
for (const back of undo.reverse()) back();
if (existsSync('.terraform.lock.hcl')) replaceIn('.terraform.lock.hcl', theirs, own);
process.stdout.write(inItsWords(done.stdout ?? ''));
process.stderr.write(inItsWords(done.stderr ?? ''));
process.exitCode = done.status ?? 1;

/**
 * OpenTofu reads a `.tofu` file instead of the `.tf` file of the same name; Terraform ignores it.
 */
function standIns(folder) {
  const names = readdirSync(folder, { withFileTypes: true });
  return names.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === '.terraform' ? [] : standIns(path);
    const twin = path.replace(/\.tofu(\.json)?$/, '.tf$1');
    if (twin === path) return [];
    const hidden = existsSync(twin);
    if (hidden) renameSync(twin, `${twin}.hidden`);
    renameSync(path, twin);
    return [
      () => {
        renameSync(twin, path);
        if (hidden) renameSync(`${twin}.hidden`, twin);
      },
    ];
  });
}

/** Providers come from another registry, which the state and the lock file name as well. */
function hosts() {
  const files = ['parley.tfstate', 'terraform.tfstate', '.terraform.lock.hcl'].filter((file) =>
    existsSync(file),
  );
  return files.flatMap((file) => {
    const text = replaceIn(file, own, theirs);
    const isState = file !== '.terraform.lock.hcl';
    return isState && text !== undefined ? [() => writeBack(file, text)] : [];
  });
}

function writeBack(file, text) {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
}

/** Returns the text before, if anything was replaced. */
function replaceIn(file, from, to) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) return undefined;
  writeFileSync(file, text.replaceAll(from, to));
  return text;
}

function inItsWords(text) {
  return text
    .replaceAll(theirs, own)
    .replaceAll(/"terraform":"[\d.]+"/g, `"tofu":"${version}"`)
    .replaceAll(/"terraform_version":"[\d.]+"/g, `"terraform_version":"${version}"`)
    .replaceAll(/Terraform \d+\.\d+\.\d+/g, `OpenTofu ${version}`)
    .replaceAll('"@module":"terraform.ui"', '"@module":"tofu.ui"')
    .replaceAll(/\bTerraform\b/g, 'OpenTofu')
    .replaceAll(/\bterraform (?=init|plan|apply|validate)/g, 'tofu ');
}
