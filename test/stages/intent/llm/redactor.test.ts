import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../src/stages/intent/llm/redactor.ts';
import { cases } from '../../../cases.ts';

describe('the redactor', () => {
  it.each([
    ['access key', 'AKIAIOSFODNN7EXAMPLE', '[secret]'],
    [
      'password in a text',
      'connect with password=hunter22 please',
      'connect with password=[secret] please',
    ],
    ['user in a URL', 'postgres://app:hunter22@db/x', 'postgres://[secret]@db/x'],
    ['bearer token', 'Authorization: Bearer abcdefgh', 'Authorization: Bearer [secret]'],
    ['token of a forge', 'ghp_0123456789abcdefghij', '[secret]'],
    ['random key', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '[secret]'],
    [
      'account',
      'arn:aws:sqs:us-east-1:123456789012:orders',
      'arn:aws:sqs:us-east-1:account-1:orders',
    ],
    ['person', 'by maria@example.com', 'by person-1'],
    ['address', 'from 203.0.113.9/32', 'from address-1/32'],
    ['plain text', 'i-0123456789abcdef0 in orders-prod', 'i-0123456789abcdef0 in orders-prod'],
  ])('%s', (_, text, expected) => {
    expect(createRedactor().text(text)).toBe(expected);
  });

  it('hides the values of members with secret names, whatever they are', () => {
    const value = {
      masterUserPassword: 'orchid',
      nested: [{ api_key: ['tulip'], note: 'rose' }],
      mask: '****',
    };

    expect(createRedactor().value(value)).toEqual({
      masterUserPassword: '[secret]',
      nested: [{ api_key: '[secret]', note: 'rose' }],
      mask: '[secret]',
    });
  });

  it('names the same thing the same way, and puts it back', () => {
    const redactor = createRedactor();
    const text = redactor.text('10.0.0.1 and 10.0.0.2 and 10.0.0.1');

    expect(text).toBe('address-1 and address-2 and address-1');
    expect(redactor.restore(text)).toBe('10.0.0.1 and 10.0.0.2 and 10.0.0.1');
  });

  it('never lets a secret through, wherever it stands', () => {
    const secret = 'ghp_0123456789abcdefghij';
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.jsonValue(), (before, after, beside) => {
        const value = { list: [`${before} ${secret} ${after}`], beside: beside as null };
        const shown = JSON.stringify(createRedactor().value(value));
        expect(shown).not.toContain(secret);
      }),
      { numRuns: cases(500) },
    );
  });
});
