import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatches } from '../../../src/stages/ignore/glob.ts';
import { ignoringRule } from '../../../src/stages/ignore/match.ts';
import { parseIgnore } from '../../../src/stages/ignore/parse.ts';
import type { IgnoreSubject } from '../../../src/stages/ignore/types.ts';

const subject: IgnoreSubject = {
  type: 'aws_sqs_queue',
  address: 'module.jobs["a b"].aws_sqs_queue.this[0]',
  ids: ['https://sqs.eu-west-1.amazonaws.com/123456789012/jobs', 'arn:aws:sqs:::jobs'],
  path: ['tags', 'LastScanned'],
  actors: [['arn:aws:iam::123456789012:role/scanner', 'posture-scanner']],
};

function rule(text: string, more: Partial<IgnoreSubject> = {}): number | undefined {
  const rules = parseIgnore('.parleyignore', text);
  if (!rules.ok) throw new Error(rules.error.message);
  return ignoringRule(rules.value, { ...subject, ...more })?.place.line;
}

describe('an ignore file', () => {
  it.each([
    ['a type', 'aws_sqs_queue.*', true],
    ['a type alone', 'aws_sqs_queue', true],
    ['types by their beginning', 'aws_sqs*', true],
    ['another type', 'aws_sns_topic.*', false],
    ['everything', '*', true],
    ['an id with its dots escaped', 'aws_sqs_queue.https://sqs\\.eu-west-1\\.*/jobs', true],
    ['an ARN', 'aws_sqs_queue.arn:aws:sqs:::jobs', true],
    ['another id', 'aws_sqs_queue.arn:aws:sqs:::other', false],
    ['a path', 'aws_sqs_queue.*.tags', true],
    ['a longer path', 'aws_sqs_queue.*.tags.Last*', true],
    ['another path', 'aws_sqs_queue.*.tags.Owner', false],
    ['a path below the finding', 'aws_sqs_queue.*.tags.LastScanned.x', false],
    ['a comment', '# aws_sqs_queue.*', false],
    ['an address', 'address=module.jobs* path=tags', true],
    ['an address with a space', 'address="module.jobs[\\"a b\\"].*"', true],
    ['another address', 'address=module.web.*', false],
    ['conditions that do not all hold', 'type=aws_sqs_queue path=delay_seconds', false],
    ['a principal', 'actor=arn:aws:iam::123456789012:role/scanner', true],
    ['a signature', 'actor=posture-*', true],
    ['another actor', 'actor=cli', false],
    ['what is taken back', 'aws_sqs_queue.*\n!address=module.jobs*', false],
    ['what is taken back and left out again', '*\n!aws_sqs_queue.*\ntype=aws_sqs_queue', true],
  ])('leaves out by %s', (_name, text, expected) => {
    expect(rule(text) !== undefined).toBe(expected);
  });

  it('says which line it was', () => {
    expect(rule('# all of these\n\naws_sns_topic.*\naws_sqs_queue.*\n')).toBe(4);
  });

  it.each([
    ['an actor known by what they said of themselves', undefined],
    ['nobody', []],
    ['somebody else, too', [['posture-scanner'], ['arn:aws:iam::123456789012:user/ben']]],
  ] as const)('does not leave out by actor what is the work of %s', (_name, actors) => {
    expect(rule('actor=posture-scanner', { actors })).toBeUndefined();
  });

  it.each([
    ['an address where a type belongs', 'module.web.aws_instance.a', 'address=module.web'],
    ['a condition that does not exist', 'name=web', 'no condition name'],
    ['a condition twice', 'type=a type=b', 'two conditions type'],
    ['a quote that does not end', 'address="web', 'cannot be read'],
    ['a space', 'aws_instance.a b', 'a space'],
    ['nothing before the dot', '.a', 'no type'],
  ])('is refused for %s, with the line', (_name, text, message) => {
    const read = parseIgnore('.parleyignore', `\n${text}`);

    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.error.place).toEqual({ file: '.parleyignore', line: 2 });
    expect(read.error.message).toContain(message);
  });

  it('never throws, whatever a line has in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = parseIgnore('.parleyignore', text);
        if (read.ok) ignoringRule(read.value, subject);
      }),
    );
  });
});

describe('a glob', () => {
  const letter = fc.constantFrom('a', 'b', '*');

  it('matches like the regular expression that it stands for', () => {
    fc.assert(
      fc.property(fc.array(letter), fc.array(fc.constantFrom('a', 'b')), (glob, text) => {
        const pattern = new RegExp(`^${glob.join('').replaceAll('*', '.*')}$`);
        expect(globMatches(glob.join(''), text.join(''))).toBe(pattern.test(text.join('')));
      }),
    );
  });

  it('takes no longer with many stars', () => {
    expect(globMatches(`${'*a'.repeat(5000)}b`, 'a'.repeat(10000))).toBe(false);
  });
});
