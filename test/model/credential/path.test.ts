import { describe, expect, it } from 'vitest';
import { openName } from '../../../src/model/credential/path.ts';
import { credentialSamples } from './samples.ts';

const user = 'arn:aws:iam::123456789012:user';

describe('a name', () => {
  it.each([
    'maria',
    `${user}/ops/maria@example.com`,
    'arn:aws:iam::123456789012:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin_0123456789abcdef',
    'system:serviceaccount:kube-system:horizontal-pod-autoscaler',
    'projects/-/serviceAccounts/ci@acme.iam.gserviceaccount.com',
    '6f0c4a9e-3d2b-4b57-9d0e-0a1b2c3d4e5f',
    'unknown',
  ])('stays unchanged: %s', (name) => {
    expect(openName(name)).toBe(name);
  });

  it.each(credentialSamples())('contains no part of $kind', ({ text, core }) => {
    const one = openName(`${user}/${text}`);

    expect(one).not.toContain(core);
    expect(openName(one)).toBe(one);
    expect(openName(`${user}/${text}x`)).not.toBe(one);
  });

  it('keeps the text before the credential', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;

    expect(openName(`${user}/${token}`)).toMatch(
      /^arn:aws:iam::123456789012:user\/\[secret \w{4}\]$/,
    );
    expect(openName(`https://app:hunter22@db.example.com/x`)).not.toContain('hunter22');
  });
});
