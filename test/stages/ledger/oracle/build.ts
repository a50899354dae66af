import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's `golang-k8s-sigs-structured-merge-diff-dev` and its dependencies are. */
const sources = '/usr/share/gocode';
const library = join(sources, 'src/sigs.k8s.io/structured-merge-diff');

export const hint =
  'needs go and the Kubernetes library: apt-get install golang-go golang-k8s-sigs-structured-merge-diff-dev';

/** Builds the harness around the real library; undefined if Go or the library is missing. */
export function buildOracle(): string | undefined {
  if (!existsSync(library) || !hasGo()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-smd-'));
  // The library imports itself as `v4`, which only a module or a link like this resolves.
  const place = join(folder, 'src/sigs.k8s.io/structured-merge-diff');
  mkdirSync(place, { recursive: true });
  symlinkSync(library, join(place, 'v4'));
  const binary = join(folder, 'oracle');
  execFileSync('go', ['build', '-o', binary, join(import.meta.dirname, 'main.go')], {
    env: { ...process.env, GO111MODULE: 'off', GOPATH: `${folder}:${sources}`, GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return binary;
}

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
