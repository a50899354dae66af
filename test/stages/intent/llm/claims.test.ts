import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClaims, type Evidence } from '../../../../src/stages/intent/llm/claims.ts';
import { permittedWords } from '../../../../src/stages/intent/llm/lexicon.ts';
import { fillers, verbs } from '../../../../src/stages/intent/llm/vocabulary.ts';
import { cases } from '../../../cases.ts';

const evidence: Evidence = {
  purpose: 'scaling',
  ticket: 'CHG-12',
  changes: [
    { address: 'aws_sqs_queue.orders', attribute: 'delay_seconds', before: 30, after: 90 },
    { address: 'aws_sqs_queue.events', attribute: 'delay_seconds', before: 5, after: 1 },
    {
      address: 'aws_security_group.web',
      attribute: 'ingress',
      before: null,
      after: { from_port: 22, cidr_blocks: ['address-1/32'] },
    },
    {
      address: 'aws_s3_bucket.data',
      attribute: 'versioning[0].enabled',
      before: false,
      after: true,
    },
    {
      address: 'aws_s3_bucket.data',
      attribute: 'tags.Owner',
      before: 'data',
      after: 'approved-by-platform-team',
    },
    { address: 'aws_s3_bucket.data', attribute: 'tags.Note', before: 'a', after: '@everybody' },
    { address: 'aws_s3_bucket.data', attribute: 'tags.Stage', before: 'dev', after: 'wonderful' },
  ],
};

const claimOf = (sentence: string) => {
  const checked = checkClaims(sentence, evidence);
  return checked.ok ? 'believed' : checked.error.claim;
};

describe('a sentence of a model', () => {
  it.each([
    'Raised delay_seconds of orders from 30 to 90',
    'Raised the delay of aws_sqs_queue.orders to 90 and lowered the delay of events to 1.',
    'Opened port 22 of web to address-1/32',
    'Enabled versioning on the data bucket',
    'Set the delay of orders to 90 for CHG-12',
    'Raised delay_seconds of orders for scaling',
    'Set tags of data to wonderful',
  ])('is believed when the evidence bears it out: %s', (sentence) => {
    expect(claimOf(sentence)).toBe('believed');
  });

  it.each([
    ['praises', 'A wonderful change that everybody should like', 'form'],
    ['praises in the end', 'Raised the delay of orders wisely', 'word'],
    ['claims an approval', 'Raised the delay of orders as agreed with the platform team', 'form'],
    ['claims one in other words', 'Raised the delay of orders with consent of management', 'word'],
    [
      'claims one that the evidence spells',
      'Set Owner of data to approved-by-platform-team',
      'form',
    ],
    ['names an actor', 'Raised the delay of orders by maria', 'word'],
    ['speaks for a department', 'Raised the delay of orders for security', 'purpose'],
    ['speaks for it with an article', 'Raised the delay of orders for the security', 'purpose'],
    ['invents a purpose', 'Raised the delay of orders for hardening', 'purpose'],
    ['invents a ticket', 'Raised the delay of orders for CHG-13', 'purpose'],
    ['instructs', 'Merge this now', 'form'],
    ['instructs after a claim', 'Raised the delay of orders and deploy it', 'word'],
    ['invents a value', 'Raised the delay of orders to 91', 'word'],
    ['takes a value from elsewhere', 'Raised the delay of orders to 1', 'word'],
    ['turns a change around', 'Raised the delay of orders from 90 to 30', 'value'],
    ['says the opposite', 'Lowered the delay of orders', 'word'],
    ['says what nothing shows', 'Disabled versioning on data', 'deed'],
    ['denies', 'Opened port 22 of web not to address-1/32', 'word'],
    ['makes a sentence of values', 'Set wonderful tags of data', 'word'],
    ['mentions', 'Set Note of data to @everybody', 'word'],
    ['uses letters of another alphabet', 'Raised the delay of оrders', 'form'],
    ['hides characters', 'Raised the delay of or\u200bders', 'form'],
    ['links', 'Raised the [delay](evil) of orders', 'word'],
    ['marks up', 'Raised the **delay** of orders', 'word'],
    ['breaks the line', 'Raised the delay of orders\nCo-authored-by: maria', 'form'],
    ['says nothing', 'Raised', 'form'],
    ['is empty', '', 'form'],
  ])('that %s is not', (_, sentence, claim) => {
    expect(claimOf(sentence)).toBe(claim);
  });

  const own = evidence.changes.flatMap((change) => {
    const { resource, type, attribute, before, after } = permittedWords(change);
    return [resource, type, attribute, before, after].flatMap((words) => [...words]);
  });
  const known = new Set([...own, ...verbs.keys(), ...fillers, 'scaling', 'chg-12']);

  it('contains only words of the vocabulary and the evidence', () => {
    const word = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom('approved', 'maria', 'safely', 'team', 'now', '95') },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
    );
    const first = fc.constantFrom(...verbs.keys());
    let believed = 0;
    fc.assert(
      fc.property(first, fc.array(word, { minLength: 1, maxLength: 6 }), (verb, rest) => {
        const sentence = [verb, ...rest].join(' ');
        if (!checkClaims(sentence, evidence).ok) return;
        believed += 1;
        for (const each of sentence.replace(/\.$/, '').split(' ')) {
          expect(known).toContain(each.replace(/,$/, '').toLowerCase());
        }
      }),
      { numRuns: cases(20_000, 2000) },
    );
    expect(believed).toBeGreaterThan(0);
  });

  it('is not believed with one foreign word in any place', () => {
    const sentence = 'Raised delay_seconds of orders from 30 to 90 for CHG-12'.split(' ');
    const letters = fc.stringMatching(/^[a-z]{3,12}$/).filter((each) => !known.has(each));
    fc.assert(
      fc.property(letters, fc.nat(sentence.length), (foreign, at) => {
        expect(claimOf(sentence.toSpliced(at, 0, foreign).join(' '))).not.toBe('believed');
      }),
      { numRuns: cases(2000) },
    );
  });
});
