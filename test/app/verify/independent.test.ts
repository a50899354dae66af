import { describe, expect, it } from 'vitest';
import { independentGroups } from '../../../src/app/verify/independent.ts';
import type { VerifyQuestion } from '../../../src/app/verify/question.ts';
import type { TerraformState } from '../../../src/code/terraform/state/types.ts';

const text = 'one two three four five';

interface Edit {
  readonly at: string;
  readonly by?: string;
  readonly path?: string;
  /** Omitted for a new file. */
  readonly before?: string | undefined;
}

/** A question about a resource, with one edit of a text. */
function question(
  address: string,
  { at, by = 'X', path = 'main.tf', before = text }: Edit,
): VerifyQuestion {
  const edit = { offset: before.indexOf(at), length: at.length, text: by };
  return {
    addresses: [address],
    each: {
      files: [{ path, before, after: before.replace(at, by) }],
      patch: { files: [{ path, edits: [edit] }], blastRadius: [{ address, path: [] }] },
    },
  } as unknown as VerifyQuestion;
}

const state = {
  resources: [
    { address: 'aws_vpc.v', dependencies: [] },
    { address: 'aws_subnet.s[0]', dependencies: ['aws_vpc.v'] },
    { address: 'aws_subnet.s[1]', dependencies: ['aws_vpc.v'] },
    { address: 'module.m["x"].aws_instance.i', dependencies: ['aws_subnet.s'] },
    { address: 'aws_sqs_queue.q', dependencies: [] },
    { address: 'aws_sqs_queue.r', dependencies: [] },
  ],
} as unknown as TerraformState;

const q = question('aws_sqs_queue.q', { at: 'one' });

describe('questions that one plan answers', () => {
  it('have all their edits in the texts', () => {
    const [group] = independentGroups(
      [q, question('aws_vpc.v', { at: 'three' }), question('aws_sqs_queue.r', { at: 'five' })],
      state,
    );

    expect(group?.questions).toHaveLength(3);
    expect([...(group?.files ?? [])]).toEqual([['main.tf', 'X two X four X']]);
  });

  it.each<readonly [string, readonly VerifyQuestion[], readonly number[]]>([
    ['one alone', [q], []],
    ['other files', [q, question('aws_vpc.v', { at: 'one', path: 'b.tf' })], [2]],
    ['edits that overlap', [q, question('aws_vpc.v', { at: 'one two' })], []],
    ['edits that touch', [q, question('aws_vpc.v', { at: ' ' })], []],
    [
      'the same instance set',
      [question('aws_subnet.s[0]', { at: 'one' }), question('aws_subnet.s[1]', { at: 'three' })],
      [],
    ],
    [
      'one that needs the other, by way of a third',
      [
        question('aws_vpc.v', { at: 'one' }),
        question('module.m["x"].aws_instance.i', { at: 'five' }),
      ],
      [],
    ],
    ['a resource that the state does not know', [q, question('aws_vpc.new', { at: 'five' })], []],
    [
      'a reference in what is written',
      [q, question('aws_vpc.v', { at: 'five', by: 'aws_sqs_queue.q.arn' })],
      [],
    ],
    [
      'two groups where some cannot be with others',
      [
        q,
        question('aws_vpc.v', { at: 'three' }),
        question('aws_subnet.s[0]', { at: 'four' }),
        question('aws_sqs_queue.r', { at: 'one two' }),
      ],
      [2, 2],
    ],
  ])('%s', (_, questions, sizes) => {
    expect(independentGroups(questions, state).map((group) => group.questions.length)).toEqual(
      sizes,
    );
  });

  it('exclude those whose edits are not the whole change', () => {
    const other = question('aws_vpc.v', { at: 'three' });
    const [file] = other.each.files;
    if (file === undefined) throw new Error('It changes no file.');
    const more = { ...other, each: { ...other.each, files: [{ ...file, after: 'all else' }] } };

    expect(independentGroups([q, more], state)).toEqual([]);
  });
});
