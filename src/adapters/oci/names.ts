import { fail, ok, type Result } from '../../model/result.ts';
import { wrongRepository } from './failure.ts';

const part = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;

/** The parts of a repository's name, none of which can lead out of its folder. */
export function repositoryParts(repository: string): Result<readonly string[]> {
  const parts = repository.split('/');
  const isName = repository.length <= 200 && parts.every((each) => part.test(each));
  return isName ? ok(parts) : fail(wrongRepository(repository));
}

export function isTag(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(text);
}

/**
 * The tag under which registries without an API for referrers list what is attached to a digest.
 */
export function referrersTag(digest: string): string {
  return digest.replace(':', '-');
}
