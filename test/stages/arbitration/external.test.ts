import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.ts';
import { fail, ok } from '../../../src/model/result.ts';
import { decide } from '../../../src/stages/arbitration/decide.ts';
import { afterExternal, consult } from '../../../src/stages/arbitration/external/consult.ts';
import type {
  ExternalPolicyPort,
  ExternalResponse,
} from '../../../src/stages/arbitration/external/types.ts';
import { inputFromRecord, recordedInput } from '../../../src/stages/arbitration/replay/record.ts';
import { cases } from '../../cases.ts';
import { makeDrift } from '../intent/make.ts';
import { anyScene } from './arbitraries.ts';
import { by, inputOf } from './scene.ts';

const group = 'aws_autoscaling_group.web';
const accepted = inputOf({
  drifts: [makeDrift('aws_sqs_queue.orders', ['delay_seconds'], 0, 5)],
  by: by('human', 'maria'),
});
const rejected = inputOf({
  drifts: [makeDrift('aws_cloudwatch_log_group.api', ['retention_in_days'], 365, 30)],
  by: by('cost', 'saver'),
});
const delegated = inputOf({
  drifts: [makeDrift(group, ['desired_capacity'], 3, 8)],
  by: by('controller', 'asg'),
  code: { min_size: 2, max_size: 10 },
});

async function outcomeOf(
  input: typeof accepted,
  answer: (ids: Ids) => ExternalResponse | undefined,
) {
  const decisions = decide(input);
  const [first] = decisions;
  const ids = { intent: first?.intent ?? '', drift: first?.drift ?? '' };
  let question: JsonObject = {};
  const judge: ExternalPolicyPort = {
    name: 'external',
    ask: async (asked) => {
      question = asked;
      const said = answer(ids);
      const down = { code: 'down', message: 'it is down.' };
      return said === undefined ? fail(down) : ok({ name: 'external', digest: 'd1', answer: said });
    },
  };
  const consulted = await consult(judge, input, decisions, () => false);
  return { before: decisions[0], after: consulted.decisions[0], consulted, question };
}

interface Ids {
  readonly intent: string;
  readonly drift: string;
}

const say = (action: 'veto' | 'escalate') => (ids: Ids) => ({
  decisions: [{ ...ids, action, because: 'We do not do that.' }],
});

describe('an external policy', () => {
  it.each([
    ['accept', accepted],
    ['reject', rejected],
    ['delegate', delegated],
  ])('that says nothing leaves %s', async (outcome, input) => {
    const { after, before } = await outcomeOf(input, () => ({}));

    expect(after).toEqual(before);
    expect(after?.verdict.outcome).toBe(outcome);
  });

  it.each([
    ['accept', accepted],
    ['delegate', delegated],
  ])('may veto %s', async (_, input) => {
    const { after, before } = await outcomeOf(input, say('veto'));

    expect(after?.verdict).toMatchObject({ outcome: 'reject', rule: 'external-policy' });
    expect(after?.verdict.because).toContain('We do not do that.');
    expect(after?.explanation.join(' ')).toContain(
      `Without the external policy: ${before?.verdict.outcome} by rule ${before?.verdict.rule}.`,
    );
  });

  it.each([accepted, rejected, delegated])('may ask for a person', async (input) => {
    const { after } = await outcomeOf(input, say('escalate'));

    expect(after?.verdict.outcome).toBe('escalate');
  });

  it('may rank the rules so that the code stays', async () => {
    const { after } = await outcomeOf(delegated, () => ({
      priorities: { 'automation-elsewhere': 100 },
    }));

    expect(after?.verdict).toMatchObject({ outcome: 'escalate', rule: 'automation-elsewhere' });
  });

  it('may not approve by ranking', async () => {
    const input = {
      ...rejected,
      context: { ...rejected.context, environmentOf: () => 'production' },
    };
    const { before, after } = await outcomeOf(input, () => ({
      priorities: { 'cost-in-production': 0, 'cost-saves': 100, person: 100 },
    }));

    expect(before?.verdict.outcome).toBe('reject');
    expect(['reject', 'escalate']).toContain(after?.verdict.outcome);
  });

  it.each([
    ['accept', accepted, 'escalate'],
    ['delegate', delegated, 'escalate'],
    ['reject', rejected, 'reject'],
  ])('that gives no answer turns %s into %s', async (_, input, outcome) => {
    const { after, consulted } = await outcomeOf(input, () => undefined);

    expect(after?.verdict.outcome).toBe(outcome);
    expect(consulted.problem).toContain('it is down.');
  });

  it('is given who did what, and what was decided', async () => {
    const { question } = await outcomeOf(accepted, () => ({}));

    expect(question).toMatchObject({
      schema: 'parley/external-policy/v1',
      policy: 'default',
      decisions: [
        {
          address: 'aws_sqs_queue.orders',
          field: 'delay_seconds',
          declared: 0,
          live: 5,
          actor: { class: 'human', name: 'maria', trusted: true },
          verdict: 'accept',
          rule: 'person',
        },
      ],
    });
  });

  it('that is quoted from a record leads to the same decisions as when it was asked', async () => {
    const priority = fc.integer({ min: 0, max: 100 });
    const said = fc.tuple(priority, priority, fc.nat(), fc.constantFrom('veto', 'escalate'));
    await fc.assert(
      fc.asyncProperty(anyScene, said, async (scene, [first, second, at, action]) => {
        const recording = recordedInput(inputOf(scene));
        const decisions = decide(recording.input);
        const [rule = '', other = ''] = decisions.map(({ verdict }) => verdict.rule);
        const one = decisions[at % decisions.length];
        const spoken: ExternalResponse = {
          priorities: { [rule]: first, [other]: second },
          decisions: one === undefined ? [] : [{ ...keyIn(one), action, because: 'So.' }],
        };
        const judge = { name: 'o', ask: async () => ok({ name: 'o', answer: spoken }) };
        const live = await consult(judge, recording.input, decisions, () => false);
        const text = JSON.stringify([recording.record(), live.record]);
        const [record, quoted] = JSON.parse(text);
        const input = inputFromRecord(record, recording.input.policy);
        expect(afterExternal(input, decide(input), quoted)).toEqual(live.decisions);
      }),
      { numRuns: cases(2000, 60) },
    );
  });
});

function keyIn({ intent, drift }: Ids): Ids {
  return { intent, drift };
}
