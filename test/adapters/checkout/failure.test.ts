import { describe, expect, it } from 'vitest';
import { repositoryUnreachable } from '../../../src/adapters/checkout/failure.ts';

describe('the message about a repository that cannot be fetched', () => {
  it.each([
    [
      "fatal: detected dubious ownership in repository at '/srv/infra/.git'\nfatal: Could not read from remote repository.",
      /belongs to another user/,
    ],
    ["fatal: '/srv/infra' does not appear to be a git repository", /no repository at this address/],
    [
      "fatal: could not read Username for 'https://git.example.com': terminal prompts disabled",
      /asks for credentials/,
    ],
    [
      "fatal: unable to access 'https://git.example.com/': Could not resolve proxy: proxy",
      /host name of the proxy/,
    ],
    ['error: something that git says in a later version', /does not recognize/],
  ])('%s', (complaint, says) => {
    const { message } = repositoryUnreachable('/srv/infra', { code: 128, out: '', complaint });

    expect(message).toMatch(says);
    expect(message).not.toContain('fatal');
  });
});
