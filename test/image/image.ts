import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../deploy/files.ts';

const needed = ['buildah', 'debootstrap', 'ip', 'nsenter', 'setpriv', 'unshare'];
const required = (process.env['PARLEY_REQUIRE'] ?? '').split(',').includes('image');

/** True if images can be built and started; throws if not and PARLEY_REQUIRE demands it. */
export function canBuild(): boolean {
  const missing = needed.filter((name) => spawnSync('which', [name]).status !== 0);
  const isRoot = process.getuid?.() === 0;
  if (missing.length === 0 && isRoot) return true;
  if (required) throw new Error(`PARLEY_REQUIRE names image; needs root and ${missing.join(', ')}`);
  return false;
}

const local = (name: string): string => `localhost/parley-${name}`;

/** Builds the image, after the base images if they do not exist yet. */
export function buildImage(): string {
  if (images('images', '--noheading', '--filter', `reference=${local('node')}`).trim() === '') {
    script('base.sh');
  }
  const bases = { NODE_IMAGE: 'node', BASE_IMAGE: 'debian', TERRAFORM_IMAGE: 'debian' };
  const args = Object.entries(bases).flatMap(([name, image]) => [
    '--build-arg',
    `${name}=${local(image)}`,
  ]);
  return script('build.sh', ...args);
}

function script(name: string, ...args: readonly string[]): string {
  const path = join(root, 'scripts/image', name);
  return execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs buildah with the image store of the scripts. */
export function images(...args: readonly string[]): string {
  const line = '. "$0" && images "$@"';
  const path = join(root, 'scripts/image/buildah.sh');
  return execFileSync('bash', ['-c', line, path, ...args], { encoding: 'utf8' });
}

export interface Image {
  /** Its files, in a writable folder. */
  readonly folder: string;
  readonly config: ImageConfig;
  remove(): void;
}

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export function openImage(name = 'localhost/parley'): Image {
  const container = images('from', name).trim();
  const { Docker } = JSON.parse(images('inspect', '--type', 'image', name));
  return {
    folder: images('mount', container).trim(),
    config: Docker.config,
    remove: () => void images('rm', container),
  };
}
