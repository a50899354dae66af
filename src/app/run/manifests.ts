import { relative, resolve, sep } from 'node:path';
import type { GivenSource } from '../../code/manifests/sources/discover.ts';
import type { ConfigFile } from '../../config/schema.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { displayText } from '../../model/text.ts';
import type { Io } from '../../ports/io.ts';
import type { ProjectOptions } from './options.ts';

/** The manifests given by the flag, relative to the working directory, or by the settings. */
export function manifestSources(
  io: Io,
  { dir, manifests }: Pick<ProjectOptions, 'dir' | 'manifests'>,
  config: ConfigFile,
): Result<readonly GivenSource[]> {
  const root = resolve(io.cwd, dir);
  if (manifests === undefined) return ok(config.kubernetes.map(withoutUndefined));
  const sources: GivenSource[] = [];
  for (const given of manifests) {
    const path = relative(root, resolve(io.cwd, given)).split(sep).join('/');
    if (path.startsWith('..') || resolve(root, path) !== resolve(io.cwd, given)) {
      return fail({
        code: 'manifests-outside',
        message: `The manifests ${displayText(given, 120)} are outside of the project.`,
        place: { file: root },
        hint: 'Give the folder that holds both with --dir.',
      });
    }
    sources.push({ path });
  }
  return ok(sources);
}

function withoutUndefined(source: ConfigFile['kubernetes'][number]): GivenSource {
  const entries = Object.entries(source).filter(([, value]) => value !== undefined);
  return { path: source.path, ...Object.fromEntries(entries) };
}
