import type { Problem } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { hasErrorCode } from '../../model/system-error.ts';
import { displayText } from '../../model/text.ts';
import { causeText } from '../net/errors.ts';

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
  if (hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR')) {
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
  const message = `${location} answered ${status}${reason === '' ? '' : `: ${reason}`}`;
  const known = answers.get(status);
  if (known !== undefined) return { ...known, message };
  return { ...(status < 500 ? registryRefused : registryFailed), message };
}

type Answer = Pick<Problem, 'code' | 'hint'>;

const credentials: Answer = {
  code: 'registry-credentials',
  hint: 'Log in with `docker login`, or set PARLEY_REGISTRY_TOKEN to a token that may do this.',
};
const full: Answer = {
  code: 'registry-full',
  hint: 'Make space in the registry, then push again.',
};
const tooMany: Answer = {
  code: 'registry-rate-limit',
  hint: 'Run again later, or ask for a higher limit.',
};
const answers: ReadonlyMap<number, Answer> = new Map([
  [401, credentials],
  [403, credentials],
  [413, full],
  [429, tooMany],
  [507, full],
]);
const registryRefused: Answer = {
  code: 'registry-refused',
  hint: 'Check the address of the registry, and what it permits.',
};
const registryFailed: Answer = {
  code: 'registry-failed',
  hint: 'Try again later; nothing was published.',
};

export function registryUnreachable(location: string, error: unknown): Problem {
  const why = displayText(scrubText(causeText(error)), 200);
  return {
    code: 'registry-unreachable',
    message: `${location} cannot be reached: ${why}.`,
    hint: 'Check the address and the network.',
  };
}

export function registryResponse(location: string, what: string): Problem {
  return {
    code: 'registry-answer',
    message: `${location} returned an unusable response: ${what}.`,
    hint: 'Check that the address is that of an OCI registry.',
  };
}
