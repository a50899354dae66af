import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/effect.ts';
import type { AttributePath } from '../../../src/model/path.ts';
import type { World } from './world.ts';
import { add, effect, ref, run, set } from './world.ts';

const address = 'aws_lambda_function.api';
const api = ref('aws_lambda_function', 'api');
const world: World = {
  state: {
    [address]: {
      id: 'api',
      memory_size: 128,
      layers: ['a'],
      environment: [{ variables: { MODE: 'slow', LEVEL: 'info' } }],
    },
  },
};
const variables = ['environment', 0, 'variables'];
const redacted = (path: AttributePath): Change => ({
  kind: 'set',
  path,
  value: { kind: 'redacted' },
});

describe('values that the log hides', () => {
  it('reports a masked value without showing one', () => {
    const result = run(world, [effect(1, 'e1', api, redacted([...variables, 'MODE']))]);

    expect(result.drifts).toMatchObject([
      { path: [...variables, 'MODE'], declared: { value: 'slow' }, live: { kind: 'redacted' } },
    ]);
    expect(result.perEvent.get('e1')?.[0]?.disposition).toBe('redacted');
  });

  it('says why a value that was left out is unknown', () => {
    const omitted: Change = { kind: 'set', path: ['layers'], value: { kind: 'omitted' } };

    const result = run(world, [effect(1, 'e1', api, omitted)]);

    expect(result.drifts[0]?.live).toEqual({
      kind: 'unknown',
      why: 'the log leaves the value out',
    });
  });

  it('catches a mask that came as a known value', () => {
    const masked = set([...variables], { MODE: 'HIDDEN_DUE_TO_SECURITY_REASONS' });

    const result = run(world, [effect(1, 'e1', api, masked)]);

    expect(result.drifts.map(({ live }) => live.kind)).toEqual(['redacted']);
  });

  it('knows the value again after a later change', () => {
    const result = run(world, [
      effect(1, 'e1', api, redacted([...variables, 'MODE'])),
      effect(2, 'e2', api, set([...variables, 'MODE'], 'fast')),
    ]);

    expect(result.drifts).toMatchObject([
      { live: { kind: 'value', value: 'fast' }, evidence: ['e1', 'e2'] },
    ]);
  });

  it('keeps what is known inside of what is not', () => {
    const result = run(world, [
      effect(1, 'e1', api, redacted(['environment'])),
      effect(2, 'e2', api, set([...variables, 'MODE'], 'fast')),
    ]);

    expect(result.drifts.map(({ path, live }) => [path, live.kind])).toEqual([
      [['environment'], 'redacted'],
      [[...variables, 'MODE'], 'value'],
    ]);
  });

  it('does not guess members of a hidden set, but counts the call as evidence', () => {
    const result = run(world, [
      effect(1, 'e1', api, redacted(['layers'])),
      effect(2, 'e2', api, add(['layers'], 'b')),
    ]);

    expect(result.drifts).toMatchObject([
      { path: ['layers'], live: { kind: 'redacted' }, evidence: ['e1', 'e2'] },
    ]);
  });

  it('treats every value changed before a call without request as unknown', () => {
    const everything: Change = { kind: 'set', path: [], value: { kind: 'omitted' } };

    const result = run(world, [
      effect(1, 'e1', api, set(['memory_size'], 256)),
      effect(2, 'e2', api, everything),
      effect(3, 'e3', api, set(['layers'], ['b'])),
    ]);

    expect(result.drifts.map(({ path, live }) => [path, live.kind])).toEqual([
      [[], 'unknown'],
      [['layers'], 'value'],
      [['memory_size'], 'unknown'],
    ]);
  });

  it('never shows what the provider calls sensitive, on either side', () => {
    const hints = { 'aws_lambda_function.secret': { sensitive: true } };
    const own: World = { ...world, hints, code: { [address]: { secret: 'in the code' } } };

    const result = run(own, [effect(1, 'e1', api, set(['secret'], 'in the log'))]);

    expect(result.drifts).toMatchObject([
      { declared: { kind: 'redacted' }, live: { kind: 'redacted' } },
    ]);
    expect(JSON.stringify(result)).not.toContain('in the');
  });

  it('still compares sensitive values', () => {
    const hints = { 'aws_lambda_function.secret': { sensitive: true } };
    const own: World = { ...world, hints, code: { [address]: { secret: 'same' } } };

    const result = run(own, [effect(1, 'e1', api, set(['secret'], 'same'))]);

    expect(result.drifts).toEqual([]);
  });

  it('hides a block with something sensitive in it', () => {
    const hints = {
      'aws_lambda_function.auth': {
        within: () => ({ within: (name: string | number) => ({ sensitive: name === 'token' }) }),
      },
    };

    const result = run({ ...world, hints }, [
      effect(1, 'e1', api, set(['auth'], [{ user: 'a', token: 'b' }])),
    ]);

    expect(result.drifts.map(({ live }) => live.kind)).toEqual(['redacted']);
  });
});
