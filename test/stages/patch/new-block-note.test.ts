import { expect, it } from 'vitest';
import { patched, valueGoal } from './harness.ts';

const group = `resource "aws_lb_target_group" "cart" {
  port = 80
}
`;
const wanted = (name: string, value: string | number) =>
  valueGoal('aws_lb_target_group.cart', ['health_check', 0, name], value);

it.each([
  ['with several arguments', [wanted('path', '/ready'), wanted('interval', 30)], 1],
  ['with the one that drifted', [wanted('path', '/ready')], 0],
])('a new block %s is noted if it says more', (_, goals, count) => {
  const { synthesis } = patched({ 'main.tf': group }, goals);

  expect(
    synthesis.verification.notes.filter((note) =>
      note.startsWith('health_check of aws_lb_target_group.cart is new in the code'),
    ),
  ).toHaveLength(count);
});
