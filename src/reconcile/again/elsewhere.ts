import { createHash } from 'node:crypto';
import type { CodeRepository, OtherStack } from '../../code/terraform/repository/types.ts';
import { compareKeys } from '../../model/text.ts';

/** A query to the rest of a repository, and a digest of the answer. */
export interface AskedElsewhere {
  readonly paths: readonly string[];
  readonly digest: string;
}

export interface NotedRepository {
  readonly repository: CodeRepository;
  /** Each query once. */
  asked(): readonly AskedElsewhere[];
}

/** Wraps the rest of a repository and records all queries to it. */
export function notedRepository(repository: CodeRepository): NotedRepository {
  const asked = new Map<string, readonly string[]>();
  return {
    repository: {
      readersOf(paths) {
        asked.set(JSON.stringify(paths), paths);
        return repository.readersOf(paths);
      },
    },
    asked() {
      const digest = answerDigest(repository);
      return [...asked.values()].map((paths) => ({ paths, digest: digest(paths) }));
    },
  };
}

/** Whether a repository still gives the same answers. */
export function answersSame(
  repository: CodeRepository | undefined,
  asked: readonly AskedElsewhere[],
): boolean {
  if (repository === undefined) return asked.length === 0;
  const digest = answerDigest(repository);
  return asked.every((one) => digest(one.paths) === one.digest);
}

function answerDigest(repository: CodeRepository): (paths: readonly string[]) => string {
  const known = new Map<OtherStack, string>();
  const digestOf = (other: OtherStack): string => {
    const digest = known.get(other) ?? stackDigest(other);
    known.set(other, digest);
    return digest;
  };
  return (paths) => {
    const readers = repository.readersOf(paths);
    return readers === undefined ? 'too many to tell' : sha256([readers.map(digestOf)]);
  };
}

function stackDigest({ stack, title, tree, state, pathOf }: OtherStack): string {
  const files = [...tree].sort(compareKeys);
  return sha256([stack, title, state ?? null, files, files.map(([path]) => pathOf(path))]);
}

function sha256(parts: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(JSON.stringify(part));
  return hash.digest('hex');
}
