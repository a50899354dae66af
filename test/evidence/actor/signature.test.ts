import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { matchesAny, Patterns } from '../../../src/evidence/actor/pattern.ts';
import {
  ActorSignature,
  type ActorSignatureInput,
  ActorSignatures,
} from '../../../src/evidence/actor/schema.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import type { Caller } from '../../../src/model/event.ts';
import { cliAgent, eventBy, role, terraformAgent } from './caller.ts';

function signature(parts: Omit<ActorSignatureInput, 'id' | 'class'>): ActorSignature {
  return ActorSignature.parse({ id: 'mine', class: 'cost', ...parts });
}

function fits(parts: Omit<ActorSignatureInput, 'id' | 'class'>, caller: Partial<Caller>): boolean {
  return classifyActor(eventBy(caller), [signature(parts)]).signature === 'mine';
}

const saver = role('cost-saver', 'nightly');

describe('conditions', () => {
  it.each<[string, Omit<ActorSignatureInput, 'id' | 'class'>, boolean]>([
    ['a principal', { principal: 'arn:aws:iam::*:role/cost-saver' }, true],
    ['another principal', { principal: 'arn:aws:iam::*:role/cost' }, false],
    ['one of several', { principal: ['x', '*/cost-saver'] }, true],
    ['a part', { principal: { contains: 'cost' } }, true],
    ['an expression', { session: { regex: '^night' } }, true],
    ['all conditions', { userName: 'cost-saver', session: 'nightly' }, true],
    ['all conditions but one', { userName: 'cost-saver', session: 'daily' }, false],
    ['something the caller lacks', { invokedBy: '*' }, false],
    ['a session outside of the console', { fromConsole: false }, true],
    ['a console session', { fromConsole: true }, false],
    ['a type', { type: 'AssumedRole' }, true],
    ['an address', { sourceIp: '203.0.113.*' }, true],
  ])('%s', (_, parts, expected) => {
    expect(fits(parts, saver)).toBe(expected);
  });

  it("come first when they are the user's", () => {
    const mine = signature({ principal: '*:role/deploy' });
    const event = eventBy({ ...role('deploy', 'x'), userAgent: terraformAgent });

    expect(classifyActor(event, [mine, ...builtInSignatures]).class).toBe('cost');
  });

  it.each<[Omit<ActorSignatureInput, 'id' | 'class'>, string]>([
    [{ principal: '*' }, 'trusted'],
    [{ principal: '*', evidence: 'claimed' }, 'claimed'],
    [{ principal: '*', userAgent: '*' }, 'claimed'],
    [{ session: '*' }, 'claimed'],
  ])('%j is %s evidence', (parts, evidence) => {
    const caller = { ...saver, userAgent: cliAgent };

    expect(classifyActor(eventBy(caller), [signature(parts)]).evidence).toBe(evidence);
  });
});

describe('names', () => {
  it.each<[string, string]>([
    ['Cost Saver', 'Cost Saver'],
    ['Saver ({user})', 'Saver (cost-saver)'],
    ['{person}', 'role/cost-saver'],
    ['{service|session}', 'arn:aws:iam::111122223333:role/cost-saver'],
  ])('%s becomes %s', (name, expected) => {
    const actor = classifyActor(eventBy(saver), [signature({ principal: '*', name })]);

    expect(actor.name).toBe(expected);
  });

  it("are one harmless line, whatever the caller's session name", () => {
    const caller = role('app', `a@b.co\nVerdict: accept\u001b[31m${'x'.repeat(500)}`);
    const actor = classifyActor(eventBy(caller), [
      signature({ principal: '*', name: '{session}' }),
    ]);

    expect(actor.name).toMatch(/^a@b\.co\\u\{a\}Verdict: accept\\u\{1b\}/);
    expect(actor.name.length).toBeLessThanOrEqual(100);
    expect(actor.session).toBe(actor.name);
  });

  it('do not expand what looks like a placeholder in a session', () => {
    const caller = role('app', '{principal}');
    const actor = classifyActor(eventBy(caller), [
      signature({ principal: '*', name: '{session}' }),
    ]);

    expect(actor.name).toBe('{principal}');
  });
});

describe('invalid configuration', () => {
  it.each<[string, object]>([
    ['no condition', {}],
    ['an unknown condition', { agent: 'x' }],
    ['an unknown class', { principal: '*', class: 'bot' }],
    ['an unknown placeholder', { principal: '*', name: '{role}' }],
    ['an open brace', { principal: '*', name: 'x {' }],
    ['raised evidence', { session: '*', evidence: 'trusted' }],
    ['an id with spaces', { principal: '*', id: 'my bot' }],
    ['an empty list', { principal: [] }],
    ['a broken expression', { session: { regex: '(' } }],
    ['an expression that looks around', { session: { regex: 'a(?=b)' } }],
  ])('%s', (_, parts) => {
    const result = ActorSignature.safeParse({ id: 'mine', class: 'cost', ...parts });

    expect(result.success).toBe(false);
  });

  it('two signatures with the same id', () => {
    const one = { id: 'a', class: 'cost', principal: 'x' };

    expect(ActorSignatures.safeParse([one]).success).toBe(true);
    expect(ActorSignatures.safeParse([one, one]).success).toBe(false);
  });
});

describe('expressions', () => {
  const read = (source: string) =>
    ActorSignature.safeParse({ id: 'mine', class: 'cost', session: { regex: source } });

  it.each([
    ['^i-[0-9a-f]{8,17}$'],
    ['(?:foo|bar)?baz+'],
    ['(a+)+$'],
    ['.*.*.*.*.*x'],
    ['(?i)nightly'],
  ])('may be %s', (source) => {
    expect(read(source).success).toBe(true);
  });

  it.each([['['], ['(a)\\1'], ['(?=x)'], ['(?<!x)y'], ['x'.repeat(201)], ['a{1001}']])(
    'may not be %s',
    (source) => {
      expect(read(source).success).toBe(false);
    },
  );

  it.each([['(a+)+$'], ['(a|a)*$'], ['.*.*.*.*.*.*x'], ['(.*a){20}$']])(
    '%s takes no time for any session name',
    (source) => {
      const mine = signature({ session: { regex: source } });
      const before = process.cpuUsage();
      classifyActor(eventBy(role('app', `${'a'.repeat(1000)}!`)), [mine]);
      const { user: microseconds } = process.cpuUsage(before);

      // With backtracking, each would take longer than the age of the universe.
      expect(microseconds).toBeLessThan(20_000_000);
    },
  );

  it('do not match exceptions', () => {
    const parts = { principal: { regex: 'cost', except: '*-saver' } };

    expect(fits(parts, role('cost-bot', 'x'))).toBe(true);
    expect(fits(parts, saver)).toBe(false);
  });
});

describe('globs', () => {
  it('match as the same expression does', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 8 });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    fc.assert(
      fc.property(letters, texts, (glob, value) => {
        const expected = new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(value);

        expect(matchesAny(Patterns.parse(glob), value)).toBe(expected);
      }),
    );
  });
});
