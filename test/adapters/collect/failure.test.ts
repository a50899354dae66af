import { describe, expect, it } from 'vitest';
import { collectProblem } from '../../../src/adapters/collect/failure.ts';
import { scrubText } from '../../../src/model/scrub.ts';

describe('what a cloud says of a failure', () => {
  it.each([
    ['CredentialsProviderError', 'Could not load credentials from any providers'],
    ['InvalidAccessKeyId', 'The key does not exist'],
    ['ThrottlingException', 'Rate exceeded'],
  ])('%s keeps its words in a log that takes secrets out', (code, message) => {
    const problem = collectProblem({ kind: 'other', code, message }, 'history');

    expect(scrubText(problem.message)).toContain(`${code}, ${message}`);
  });
});
