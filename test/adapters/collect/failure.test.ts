import { describe, expect, it } from 'vitest';
import { awsFailure } from '../../../src/adapters/collect/aws/failure.ts';
import { collectProblem } from '../../../src/adapters/collect/failure.ts';
import { scrubText } from '../../../src/model/scrub.ts';

describe('the message about a failed call', () => {
  it.each([
    ['CredentialsProviderError', 'Could not load credentials from any providers'],
    ['InvalidAccessKeyId', 'The key does not exist'],
    ['ThrottlingException', 'Rate exceeded'],
  ])('keeps the words of %s when the log scrubs secrets', (code, message) => {
    const problem = collectProblem({ kind: 'other', code, message }, 'history');

    expect(scrubText(problem.message)).toContain(`${code}, ${message}`);
  });
});

describe('the wait that AWS asks for', () => {
  const asking = (header: string) =>
    Object.assign(new Error('Rate exceeded'), {
      name: 'ThrottlingException',
      $response: { statusCode: 429, headers: { 'retry-after': header } },
    });

  it.each([
    ['17', 17_000],
    ['Sat, 14 Mar 2026 03:01:00 GMT', 60_000],
    ['Sat, 14 Mar 2026 02:00:00 GMT', undefined],
  ])('is read from %s', (header, wait) => {
    expect(awsFailure(asking(header), '2026-03-14T03:00:00.000Z')?.retryAfter).toBe(wait);
  });
});
