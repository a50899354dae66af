import { expect, it } from 'vitest';
import type { Json } from '../../../src/model/json.ts';
import { sidesText, sideText } from '../../../src/present/terminal/change-text.ts';

it.each<[string, Json, string]>([
  ['a number', 1024, '1024'],
  ['a text as it is', 'db.r6g.large', 'db.r6g.large'],
  ['an empty text', '', '""'],
  ['a list', ['a', 2, true], '["a", 2, true]'],
  [
    'a block as Terraform writes it, without what is not set',
    { to_port: 8443, cidr_blocks: ['192.0.2.44/32'], self: null, description: 'Admin' },
    '{ cidr_blocks = ["192.0.2.44/32"], description = "Admin", to_port = 8443 }',
  ],
  ['names that are none of Terraform', { 'a b': 1, 'x-y': 2 }, '{ "a b" = 1, x-y = 2 }'],
  ['nothing in it', {}, '{}'],
  [
    'a secret in it',
    { name: 'app', password: 'hunter2' },
    '{ name = "app", password = "[secret]" }',
  ],
  ['text that ends a text', { a: '"}\n' }, '{ a = "\\"}\\n" }'],
])('shows %s', (_, value, text) => {
  expect(sideText({ kind: 'value', value }, ['x'])).toBe(text);
});

const arn = 'arn:aws:sqs:us-east-1:123456789012:prod-orders-dead-letters';

it.each<[string, Json, Json, readonly [string, string] | undefined]>([
  ['short values as they are', 5, 10, ['5', '10']],
  [
    'a document from the entry that differs, however it is written',
    JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 5 }),
    JSON.stringify({ maxReceiveCount: 10, deadLetterTargetArn: arn }, null, 2),
    ['… maxReceiveCount = 5 }', '… maxReceiveCount = 10 }'],
  ],
  [
    'a secret in a document never',
    JSON.stringify({ target: arn, more: arn, password: 'hunter21' }),
    JSON.stringify({ target: arn, more: arn, password: 'hunter22', zone: 'a' }),
    undefined,
  ],
])('shows both sides of %s', (_, from, to, texts) => {
  const side = (value: Json) => ({ kind: 'value', value }) as const;
  const shown = sidesText([side(from), side(to)], ['policy']);

  expect(shown.join()).not.toContain('hunter');
  if (texts !== undefined) expect(shown).toEqual(texts);
});
