import type { Problem } from '../../model/result.ts';
import { scrubText } from '../../model/scrub.ts';
import { columnText } from '../store/text.ts';

const longest = 1000;

/** A problem as the text that the queue stores, without the secrets that it may quote. */
export function failureText({ code, message }: Problem): string {
  return `${code}: ${columnText(scrubText(message).slice(0, longest))}`;
}

/**
 * The problem in a text that the queue stored. A text of another form comes from the queue itself.
 */
export function queueProblem(text: string | undefined): Problem {
  const [, code, message] = /^([a-z][a-z0-9-]*): (.+)$/s.exec(text ?? '') ?? [];
  if (code !== undefined && message !== undefined) return { code, message };
  return {
    code: 'job-lost',
    message: scrubText(text ?? 'The job has no reason.').slice(0, longest),
  };
}

export function thrownProblem(error: unknown): Problem {
  return { code: 'job-threw', message: error instanceof Error ? error.message : String(error) };
}
