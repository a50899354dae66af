import { describe, expect, it } from 'vitest';
import { patched, patchedBy, valueGoal } from './harness.ts';

describe('blast radius', () => {
  it('sees a change in a value that is unknown before and after', () => {
    const files = {
      'main.tf': `variable "prefix" {
  default = "a"
}
resource "aws_sqs_queue" "q" {
  name = var.prefix
}
resource "aws_sqs_queue" "p" {
  name = "\${var.prefix}-\${aws_vpc.new.id}"
}
resource "aws_vpc" "new" {}
`,
    };

    const { changed, synthesis } = patched(files, [valueGoal('aws_sqs_queue.q', ['name'], 'b')]);

    expect(changed['main.tf']).toContain('default = "a"');
    expect(changed['main.tf']).toContain('name = "b"');
    expect(synthesis.candidates[0]).toMatchObject({
      kind: 'variable default',
      chosen: false,
      because: 'It would also change name of aws_sqs_queue.p.',
    });
  });

  it('leaves unknown values alone that rest on something else', () => {
    const files = {
      'main.tf': `variable "size" {
  default = 1
}
resource "aws_sqs_queue" "q" {
  delay_seconds = var.size
}
resource "aws_sqs_queue" "p" {
  name = "x-\${aws_vpc.new.id}"
}
resource "aws_vpc" "new" {}
`,
    };

    const { changed, synthesis } = patched(files, [
      valueGoal('aws_sqs_queue.q', ['delay_seconds'], 2),
    ]);

    expect(changed['main.tf']).toContain('default = 2');
    expect(synthesis.radius).toEqual([{ address: 'aws_sqs_queue.q', path: ['delay_seconds'] }]);
  });

  it('terminates if unknown values rest on one another many times over', () => {
    const steps = Array.from(
      { length: 40 },
      (_, index) => `  l${index} = "\${local.l${index + 1}}\${local.l${index + 1}}"\n`,
    );
    const files = {
      'main.tf':
        `locals {
${steps.join('')}  l40 = "\${var.size}-\${aws_vpc.new.id}"
  loop = "\${local.loop}\${local.loop}"
}
` +
        `variable "size" {
  default = 1
}
resource "aws_sqs_queue" "q" {
  delay_seconds = var.size
}
resource "aws_sqs_queue" "p" {
  name = local.l0
  tags = { Loop = local.loop }
}
resource "aws_vpc" "new" {}
`,
    };

    const { synthesis } = patched(files, [valueGoal('aws_sqs_queue.q', ['delay_seconds'], 2)]);

    expect(synthesis.candidates[0]).toMatchObject({
      kind: 'variable default',
      chosen: false,
      because: 'It would also change name of aws_sqs_queue.p.',
    });
  });

  describe('of a value that hundreds share', () => {
    const files = {
      'main.tf': `variable "size" {
  default = 1
}
resource "aws_sqs_queue" "q" {
  count         = 300
  delay_seconds = var.size
}
resource "aws_sqs_queue" "one" {
  delay_seconds = var.size
}
`,
    };
    const all = [
      'aws_sqs_queue.one',
      ...Array.from({ length: 300 }, (_, i) => `aws_sqs_queue.q[${i}]`),
    ];

    it('stops as soon as it is plain that nobody asks for it', () => {
      const { changed, synthesis } = patched(files, [
        valueGoal('aws_sqs_queue.one', ['delay_seconds'], 2),
      ]);

      expect(changed['main.tf']).toContain('default = 1');
      expect(changed['main.tf']).toContain('  delay_seconds = 2');
      expect(synthesis.candidates[0]).toMatchObject({
        ...{ kind: 'variable default', chosen: false, andMore: true },
        because: expect.stringMatching(/^It would also change .* and at least \d+ more\.$/),
      });
      expect(synthesis.candidates[0]?.changes).toBeLessThan(110);
    });

    it('goes on if all of it is asked for', () => {
      const goals = all.map((address) => valueGoal(address, ['delay_seconds'], 2));

      const { changed, synthesis } = patched(files, goals);

      expect(changed['main.tf']).toContain('default = 2');
      expect(synthesis.radius.length).toBe(all.length);
    });

    it('goes on to the only one that is not asked for', () => {
      const goals = all.slice(0, -1).map((address) => valueGoal(address, ['delay_seconds'], 2));

      const { synthesis } = patched(files, goals);

      expect(synthesis.candidates[0]).toMatchObject({
        ...{ kind: 'variable default', chosen: false, changes: all.length },
        because: 'It would also change delay_seconds of aws_sqs_queue.q[299].',
      });
    });
  });

  it('compares a thousand resources at most for a place behind the one chosen', () => {
    const files = {
      'main.tf': `module "a" {
  source = "./m"
  size   = 1
}
module "b" {
  source = "./m"
  count  = 1100
}
`,
      'm/main.tf': `variable "size" {
  default = 3
}
resource "aws_sqs_queue" "q" {
  delay_seconds      = var.size
  message_retention_seconds = 60
}
`,
    };
    const address = 'module.a.aws_sqs_queue.q';
    const goals = [valueGoal(address, ['message_retention_seconds'], 90)];
    const reasons = (own: Parameters<typeof patchedBy>[0]) =>
      patchedBy(own, files, goals).synthesis.candidates.map(({ because }) => because);

    const someone = { drift: 'd-0', path: [], kind: 'literal', file: 'x.tf', line: 1 };
    const picks = [{ ...someone, description: 'another place' }];

    expect(reasons({ alternatives: 3 }).join()).toContain('Not compared: more than 1000 resources');
    // A place that somebody picked is tried, whatever that takes.
    expect(reasons({ alternatives: 3, picks }).join()).not.toContain('Not compared');
  });
});
