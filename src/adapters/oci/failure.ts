import type { Problem } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { displayText } from '../../model/text.ts';

export function corrupt(location: string, digest: string): Problem {
  return {
    code: 'artifact-corrupt',
    message: `${location} has bytes that do not match ${displayText(digest, 80)}.`,
    hint: 'Restore it from a copy; nothing that was read is used.',
  };
}

export function wrongRepository(repository: string): Problem {
  return {
    code: 'artifact-name',
    message: `${displayText(repository, 120)} is not the name of a repository.`,
    hint: 'Use lower-case letters, digits and dashes: TENANT/NAME.',
  };
}

/** A failure of the disk that a person can fix; undefined for a bug. */
export function diskProblem(error: unknown, folder: string): Problem | undefined {
  const place = { file: folder };
  if (hasErrorCode(error, 'ENOSPC', 'EDQUOT')) {
    return {
      code: 'artifacts-full',
      message: 'There is no space left for artifacts; nothing was published.',
      place,
      hint: 'Make space and push again.',
    };
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].some((code) => hasErrorCode(error, code))) {
    return {
      code: 'artifacts-denied',
      message: 'The folder of artifacts cannot be used.',
      place,
      hint: 'Check who may write there, or choose another one with --registry.',
    };
  }
  return undefined;
}

/** The problem for a registry's answer that is not a success; `reason` is what it gave. */
export function registryProblem(location: string, status: number, reason: string): Problem {
  const about = `${location} answered ${status}${reason === '' ? '' : `: ${reason}`}`;
  if (status === 401 || status === 403) {
    return {
      code: 'registry-credentials',
      message: about,
      hint: 'Log in with `docker login`, or set PARLEY_REGISTRY_TOKEN to a token that may do this.',
    };
  }
  if (status === 413 || status === 507) {
    return {
      code: 'registry-full',
      message: about,
      hint: 'Make space in the registry, then push again.',
    };
  }
  if (status === 429) {
    return {
      code: 'registry-rate-limit',
      message: about,
      hint: 'Run again later, or ask for a higher limit.',
    };
  }
  if (status < 500) {
    return {
      code: 'registry-refused',
      message: about,
      hint: 'Check the address of the registry, and what it permits.',
    };
  }
  return {
    code: 'registry-failed',
    message: about,
    hint: 'Try again later; nothing was published.',
  };
}

export function registryUnreachable(location: string, error: unknown): Problem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message : String(cause);
  return {
    code: 'registry-unreachable',
    message: `${location} cannot be reached: ${displayText(scrubText(why), 200)}.`,
    hint: 'Check the address and the network.',
  };
}

export function registryAnswer(location: string, what: string): Problem {
  return {
    code: 'registry-answer',
    message: `${location} gave an answer that cannot be used: ${what}.`,
    hint: 'Check that the address is that of an OCI registry.',
  };
}
