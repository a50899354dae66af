import { describe, expect, it } from 'vitest';
import { builtInPolicy } from '../../../src/stages/policy/built-in/policies.ts';
import { makeDrift, member } from '../intent/make.ts';
import type { Scene } from './scene.ts';
import { by, play } from './scene.ts';

const memory = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512);
const opened = member(
  'aws_security_group.web',
  'ingress',
  { from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: ['0.0.0.0/0'] },
  true,
);
const lines = (scene: Scene): readonly string[] => play(scene)[0]?.explanation ?? [];

describe('an explanation', () => {
  it('says what matched, what lost, who gives way and what would change it', () => {
    expect(lines({ drifts: [opened], by: by('human') })).toEqual([
      'Rule severe-exposure (harm, 60) matched: approved = false, harm.security = 0, change.kind = modify, context.production = true, harm.governance = 0, intent.purpose = weakening, harm.direction = none.',
      'Rule person (accept) also matched, but lost on tier: harm ranks above people.',
      'The change gives way to rule severe-exposure, which ranks higher on tier.',
      'It would be deferred if an open incident covered it (rule incident-hotfix).',
      'It would be accepted with priority 61 or more in tier harm (rule person).',
    ]);
  });

  it('says that the code gives way', () => {
    expect(lines({ drifts: [memory], by: by('human') })).toContain(
      'The code gives way to the change, which ranks higher on tier.',
    );
  });

  it.each<[string, Partial<Scene>, string]>([
    [
      'the end of a freeze',
      {
        context: {
          freezes: [{ id: 'f', from: '2026-03-01T00:00:00Z', to: '2026-04-01T08:00:00Z' }],
        },
      },
      'It would be accepted after 2026-04-01T08:00:00Z, when the freeze ends (rule person).',
    ],
    [
      'the end of a hold',
      { context: { incidents: [{ id: 'INC-1', from: '2026-03-14T00:00:00Z' }] } },
      'It would be accepted after 2026-03-17T00:01:00Z, when the hold ends (rule person).',
    ],
    [
      'the environment',
      { by: by('cost') },
      'It would be accepted outside of production (rule cost-saves).',
    ],
    [
      'a declaration',
      { by: by('agent') },
      'It would be accepted if it had been declared beforehand (rule person).',
    ],
    [
      'the role',
      { by: by('pipeline') },
      'It would be accepted from a deploying role (rule its-task).',
    ],
  ])('names a way to another verdict: %s', (_name, scene, expected) => {
    expect(lines({ drifts: [memory], by: by('human'), ...scene })).toContain(expected);
  });

  it('calls a ticket what it is', () => {
    const who = { ...by('human'), session: 'INC-7' };

    expect(lines({ drifts: [memory], by: who })).toContain(
      'INC-7 is claimed by the caller, which proves nothing.',
    );
  });

  it('names whose change was overwritten', () => {
    const drift = makeDrift('aws_lambda_function.api', ['memory_size'], 256, 512, {
      evidence: ['e1', 'e2'],
    });

    expect(
      lines({ drifts: [drift], by: by('human', 'ann'), others: { e2: by('human', 'ben') } }),
    ).toContain('It overwrites what ann set before (1 events).');
  });

  it('says which rule lacks a fact', () => {
    const drift = makeDrift('aws_autoscaling_group.web', ['desired_capacity'], 3, 2);

    expect(lines({ drifts: [drift], by: by('cost') })).toContain(
      'Rule cost-saves could not be tested: change.bounds, cost.direction is unknown.',
    );
  });
});

describe('builtInPolicy', () => {
  it('refuses a file with the next step', () => {
    const found = builtInPolicy('parley.policy.yaml');

    expect(found.ok ? undefined : found.error).toEqual({
      code: 'unknown-policy',
      message: 'There is no policy called parley.policy.yaml.',
      hint: 'Use default, accept-all or observe.',
    });
  });
});
