import { describe, expect, it } from 'vitest';
import { patched, valueGoal } from './harness.ts';

describe('blast radius', () => {
  it('sees a change in a value that is unknown before and after', () => {
    const files = {
      'main.tf':
        'variable "prefix" {\n  default = "a"\n}\nresource "aws_sqs_queue" "q" {\n  name = var.prefix\n}\nresource "aws_sqs_queue" "p" {\n  name = "${var.prefix}-${aws_vpc.new.id}"\n}\nresource "aws_vpc" "new" {}\n',
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
      'main.tf':
        'variable "size" {\n  default = 1\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.size\n}\nresource "aws_sqs_queue" "p" {\n  name = "x-${aws_vpc.new.id}"\n}\nresource "aws_vpc" "new" {}\n',
    };

    const { changed, synthesis } = patched(files, [
      valueGoal('aws_sqs_queue.q', ['delay_seconds'], 2),
    ]);

    expect(changed['main.tf']).toContain('default = 2');
    expect(synthesis.radius).toEqual([{ address: 'aws_sqs_queue.q', path: ['delay_seconds'] }]);
  });

  it('ends where unknown values rest on one another many times over', () => {
    const steps = Array.from(
      { length: 40 },
      (_, index) => `  l${index} = "\${local.l${index + 1}}\${local.l${index + 1}}"\n`,
    );
    const files = {
      'main.tf':
        `locals {\n${steps.join('')}  l40 = "\${var.size}-\${aws_vpc.new.id}"\n  loop = "\${local.loop}\${local.loop}"\n}\n` +
        'variable "size" {\n  default = 1\n}\nresource "aws_sqs_queue" "q" {\n  delay_seconds = var.size\n}\nresource "aws_sqs_queue" "p" {\n  name = local.l0\n  tags = { Loop = local.loop }\n}\nresource "aws_vpc" "new" {}\n',
    };

    const { synthesis } = patched(files, [valueGoal('aws_sqs_queue.q', ['delay_seconds'], 2)]);

    expect(synthesis.candidates[0]).toMatchObject({
      kind: 'variable default',
      chosen: false,
      because: 'It would also change name of aws_sqs_queue.p.',
    });
  });
});
