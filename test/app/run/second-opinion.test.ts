import { expect, it } from 'vitest';
import { createSecondOpinion } from '../../../src/app/run/second-opinion.ts';
import { patchedBy, valueGoal } from '../../stages/patch/harness.ts';

const opinion = createSecondOpinion();
const address = 'aws_sqs_queue.orders';
const files = {
  'main.tf': `resource "aws_sqs_queue" "orders" {
  name                       = "orders"
  visibility_timeout_seconds = 30
}
`,
};
const goal = valueGoal(address, ['visibility_timeout_seconds'], 90);

it.each([
  ['a file', files['main.tf'], true],
  ['a file with a byte order mark', `\uFEFF${files['main.tf']}`, true],
  ['an empty file', '', true],
  ['a block that is not closed', 'resource "a" "b" {\n', false],
  ['a value that is missing', 'a = \n', false],
  ['a text beyond its size', `# ${'x'.repeat(200_000)}\n`, undefined],
])('HashiCorp’s parser judges %s', (_, text, expected) => {
  expect(opinion(text)).toBe(expected);
});

it('lets a good patch through', () => {
  const { synthesis, changed } = patchedBy({ secondOpinion: opinion }, files, [goal]);

  expect(synthesis.verification).toMatchObject({ level: 'evaluate', passed: true });
  expect(changed['main.tf']).toContain('visibility_timeout_seconds = 90');
});

it('stops a patch that our own parser would let through', () => {
  // Simulates a mistake of ours: the text is spoiled on its way to the other parser.
  const secondOpinion = (text: string) => opinion(text.replace('= 90', '= 90 }'));
  const { synthesis } = patchedBy({ secondOpinion }, files, [goal]);

  expect(synthesis.verification).toMatchObject({
    level: 'parse',
    passed: false,
    notes: ['main.tf: hcl2-parser accepted the file before and refuses it now.'],
  });
});
