import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/stages/arbitration/facts.ts';
import { compileGuard, factMaps } from '../../../src/stages/policy/cel/guard.ts';
import { sampleFacts } from './facts.ts';

function evaluate(text: string, more: Partial<Facts> = {}) {
  const guard = compileGuard(text);
  if (!guard.ok) throw new Error(guard.error.message);
  return guard.value.evaluate(factMaps({ ...sampleFacts, ...more }));
}

describe('a guard', () => {
  it.each<[string, Partial<Facts>, string]>([
    ['actor.class == "human"', {}, 'holds'],
    ['actor.class in ["cost", "agent"]', {}, 'fails'],
    ['!actor.trusted || change.zero', {}, 'fails'],
    ['intent.confidence >= 0.5 && intent.confidence < 1', {}, 'holds'],
    ['intent.confidence > 1', {}, 'fails'],
    ['context.environment.startsWith("prod")', { 'context.environment': 'prod-eu' }, 'holds'],
    [
      'context.environment.matches("^prod(-[a-z]+)?$")',
      { 'context.environment': 'prod-eu' },
      'holds',
    ],
    ['["a", "b"].exists(x, x == context.environment)', { 'context.environment': 'b' }, 'holds'],
    [
      'change.address.startsWith("module.shop.")',
      { 'change.address': 'module.shop.aws_x.y' },
      'holds',
    ],
    ['change.type == "aws_sqs_queue" && change.field in ["delay_seconds", "policy"]', {}, 'holds'],
    ['intent.ticket.startsWith("INC-")', { 'intent.ticket': 'INC-7' }, 'holds'],
    ['timestamp(context.now).getHours("Europe/Berlin") == 9', {}, 'holds'],
    ['timestamp(context.now) < timestamp("2026-01-01T00:00:00Z") + duration("24h")', {}, 'fails'],
    ['true', {}, 'holds'],
  ])('%s', (text, more, kind) => {
    expect(evaluate(text, more).kind).toBe(kind);
  });

  it.each<[string, string]>([
    ['change.direction == "raise"', 'missing'],
    ['change.direction != "raise"', 'missing'],
    ['!(change.direction == "raise")', 'missing'],
    ['change.direction == "raise" && actor.class == "cost"', 'fails'],
    ['change.direction == "raise" || actor.class == "human"', 'holds'],
    ['has(change.direction)', 'fails'],
    ['!has(change.direction)', 'holds'],
    ['has(change.direction) && change.direction == "raise"', 'fails'],
  ])('never guesses what is not known: %s', (text, kind) => {
    expect(evaluate(text, { 'change.direction': undefined }).kind).toBe(kind);
  });

  it('returns an error when it fails', () => {
    expect(evaluate('1 / 0 == 1')).toMatchObject({ kind: 'error' });
    expect(evaluate('context.environment < intent.confidence')).toMatchObject({ kind: 'error' });
  });

  it.each<[string, number, RegExp]>([
    ['actor.class = "human"', 12, /does not parse/],
    [
      'actor.class == "human" && actor.clas == "x"',
      26,
      /no fact actor\.clas; did you mean actor\.class\?/,
    ],
    ['actor.class == "humn"', 15, /never "humn"; did you mean human\?/],
    ['change.kind in ["create", "drop"]', 26, /never "drop"; it is one of create, delete, modify/],
    ['actor.trusted == "yes"', 17, /is a flag, and never "yes"/],
    ['intent.confidence == "high"', 21, /is a number/],
    ['actor == "x"', 0, /actor is not a value; ask for one of its facts, such as actor\.class/],
    ['request.body == "x"', 0, /no fact request\.body/],
    [
      'env == "x"',
      0,
      /There is no env; guards know actor, approval, approved, change, context, cost, harm, intent/,
    ],
    ['actor.class', 0, /has to be true or false/],
    ['actor.class == "human" && "x"', 0, /has to be true or false/],
    ['[1].all(a, [1].all(b, a == b))', 14, /Loops may not be nested/],
    [`actor.class in [${'"human", '.repeat(201)}"cost"]`, 15, /may have 200 members/],
    [`${'true && '.repeat(240)}true`, 1584, /too long/],
    ['', 0, /does not parse/],
  ])('is checked before it is used: %#', (text, offset, message) => {
    const guard = compileGuard(text);

    expect(guard).toMatchObject({ ok: false, error: { message: expect.stringMatching(message) } });
    expect(guard.ok ? undefined : guard.error.offset).toBe(offset);
  });

  it('names the place of what is wrong', () => {
    const guard = compileGuard('actor.class == "human" &&\n  change.kind == "drop"');

    expect(guard).toMatchObject({ ok: false, error: { offset: 43 } });
  });

  it('is quick even for a hostile pattern', () => {
    const start = process.cpuUsage().user;
    evaluate('context.environment.matches("^(a+)+$")', {
      'context.environment': `${'a'.repeat(64)}b`,
    });

    expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
  });

  it.each([
    ['actor.class == "human"', 1],
    ['actor.class == "human" && change.zero && !change.same', 3],
    ['actor.class == "human" || (change.zero && change.same)', 1],
    ['true', 0],
  ])('counts what it asks for: %s', (text, specificity) => {
    const guard = compileGuard(text);

    expect(guard.ok && guard.value.specificity).toBe(specificity);
  });
});
