import { describe, expect, it } from 'vitest';
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
