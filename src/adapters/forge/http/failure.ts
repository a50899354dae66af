import { parsedJson } from '../../../model/parsed-json.ts';
import type { Problem } from '../../../model/result.ts';
import { scrubText } from '../../../model/scrub.ts';
import { displayText } from '../../../model/text.ts';
import { secondText } from '../../../model/time-text.ts';
import { causeText } from '../../net/errors.ts';

const longestReason = 200;

/** The reason that the forge gave; each forge has its own form for it. */
export function refusalReason(text: string, hide: (text: string) => string): string {
  // For the page of a proxy, for example, the status has to be enough.
  return displayText(scrubText(hide(collect(parsedJson(text)).join(' '))), longestReason);
}

/** `{message}`, `{error}`, `{errors: [{message}]}`, `{message: {field: [...]}}`. */
function collect(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return depth === 0 ? [] : [value];
  if (depth > 3 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((one) => collect(one, depth + 1));
  const named = ['message', 'error', 'error_description', 'errors'].filter((name) => name in value);
  const names = named.length > 0 || depth === 0 ? named : Object.keys(value).slice(0, 5);
  return names.flatMap((name) => collect(Reflect.get(value, name), depth + 1));
}

/** The problem for an answer that is not a success. */
export function statusProblem(name: string, status: number, reason: string): Problem {
  const suffix = reason === '' ? '' : `: ${reason}`;
  const about = `${name} answered ${status}${suffix}`;
  if (status === 401) return { ...credentials, message: about };
  if (status === 403) return { ...forbidden, message: about };
  if (status === 404) return { ...missing, message: about };
  if (status === 409) return { code: 'forge-conflict', message: about };
  if (status >= 300 && status < 400) return { ...moved, message: about };
  if (status < 500) return { code: 'forge-refused', message: about };
  return { code: 'forge-failed', message: about, hint: 'Try again later.' };
}

const credentials = {
  code: 'forge-credentials',
  hint: 'Check that the token has not expired and is for this forge.',
};

const forbidden = {
  code: 'forge-forbidden',
  hint: 'Give the token the right to write pull requests, comments and checks.',
};

const missing = {
  code: 'forge-not-found',
  hint: 'Check the name of the repository, and that the token may see it.',
};

const moved = {
  code: 'forge-moved',
  hint: 'Use the new name of the repository. Redirects are not followed, since they could leak the token.',
};

export function limitProblem(name: string, wait: number, now: number): Problem {
  const end = new Date(Math.min(now + wait, 8.64e15)).toISOString();
  return {
    code: 'forge-rate-limit',
    message: `${name} accepts no more requests until ${secondText(end)}.`,
    hint: 'Run again after that, or ask for a higher limit.',
  };
}

export function forgeUnreachable(
  name: string,
  error: unknown,
  hide: (text: string) => string,
): Problem {
  const why = displayText(scrubText(hide(causeText(error))), longestReason);
  return {
    code: 'forge-unreachable',
    message: `${name} cannot be reached: ${why}.`,
    hint: 'Check the address and the network.',
  };
}

export function answerProblem(name: string, what: string): Problem {
  return {
    code: 'forge-answer',
    message: `${name} returned an unusable response: ${what}.`,
    hint: 'Check that the address is that of the API of this kind of forge.',
  };
}
