import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intentDecided,
  intentReviewed,
  scanFinished,
} from '../../../../src/adapters/notify/webhook/payload.ts';
import { WebhookV1 } from '../../../../src/adapters/notify/webhook/schema.ts';
import type { Report } from '../../../../src/model/report.ts';
import { hostileReport } from '../arbitraries.ts';
import {
  at,
  sampleDecision,
  sampleIntent,
  samplePatch,
  sampleProposal,
  sampleReport,
  sampleWeakening,
} from '../sample.ts';

const occasion = { at, stack: 'prod' };
const report = sampleReport({ patches: [samplePatch()], proposals: [sampleProposal] });
const proposal = { ...sampleProposal, state: 'open' } as const;

describe('the payload', () => {
  it('of a scan has the counts and the intents', () => {
    expect(scanFinished(report, occasion)).toEqual({
      schema: 'parley/webhook/v1',
      id: expect.stringMatching(/^w-[0-9a-f]{12}$/),
      event: 'scan.finished',
      at,
      stack: 'prod',
      counts: { drifts: 1, intents: 1, proposals: 1, unresolved: 0, outcomes: { escalate: 1 } },
      intents: ['i-0123456789ab'],
    });
  });

  it('of a scan has the newest periods of weaker protection', () => {
    const secret = 'password=hunter22';
    const weak = sampleWeakening({ sentence: secret, path: ['ingress'] });
    const harmless = sampleWeakening({ purpose: 'tagging' });
    const { weakenings, ...more } = scanFinished(
      sampleReport({ reverted: [...Array.from({ length: 25 }, () => weak), harmless] }),
      occasion,
    );

    expect(weakenings).toHaveLength(20);
    expect(weakenings?.[0]).toEqual({
      address: 'aws_security_group.web',
      path: 'ingress',
      sentence: 'password=[secret]',
      by: [{ name: 'alice@example.com', class: 'human', principal: expect.any(String) }],
      window: weak.window,
      durationMs: 360_000,
    });
    expect(WebhookV1.safeParse({ ...more, weakenings }).success).toBe(true);
  });

  it('of a scan has unmanaged changes on managed resources, without secrets', () => {
    const window = { from: at, to: at };
    const one = { what: 'changed', on: 'aws_iam_role.a', by: ['alice'], evidence: ['e'], window };
    const beside = Array.from(
      { length: 25 },
      () => ({ ...one, name: 'password=hunter22' }) as const,
    );

    const payload = scanFinished(sampleReport({ beside } as Partial<Report>), occasion);

    expect(payload.beside).toHaveLength(20);
    expect(payload.beside?.[0]).toEqual({
      name: 'password=[secret]',
      ...{ on: 'aws_iam_role.a', what: 'changed', by: ['alice'], window },
    });
    expect(WebhookV1.safeParse(payload).success).toBe(true);
  });

  it('of a decision has who, what, why, the proof and the proposal', () => {
    expect(intentDecided(report, sampleIntent(), occasion, proposal)).toMatchObject({
      event: 'intent.decided',
      intent: {
        id: 'i-0123456789ab',
        actor: { name: 'alice@example.com', class: 'human' },
        summary: 'Scaled web to 6',
        decisions: [
          {
            address: 'aws_autoscaling_group.web',
            path: 'desired_capacity',
            outcome: 'escalate',
            rule: 'people-in-production',
            because: 'A person changed production.',
          },
        ],
        verification: { level: 'plan', passed: true },
        proposal: {
          branch: 'parley/i-0123456789ab',
          location: sampleProposal.location,
          state: 'open',
        },
      },
    });
  });

  it('of a review has who answered', () => {
    const review = { action: 'accept', by: 'bob@example.com' } as const;

    expect(intentReviewed(sampleIntent(), review, occasion)).toMatchObject({
      event: 'intent.reviewed',
      intent: 'i-0123456789ab',
      review,
    });
  });

  it('of a review has the end, the bounds and the reason', () => {
    const more = {
      until: '2026-03-16T10:00:00.000Z',
      bounds: { min: 2 },
      note: 'password=hunter22 for a load test',
    };

    const payload = intentReviewed(
      sampleIntent(),
      { action: 'hold', by: 'github:bob', ...more },
      occasion,
    );

    const note = expect.stringContaining('for a load test');
    expect(payload.review).toEqual({ action: 'hold', by: 'github:bob', ...more, note });
    expect(JSON.stringify(payload)).not.toContain('hunter22');
    expect(WebhookV1.safeParse(payload).success).toBe(true);
  });

  it('has the same id for the same content, and another for other content', () => {
    const { id } = scanFinished(report, occasion);

    expect(scanFinished(report, occasion).id).toBe(id);
    expect(scanFinished(report, { ...occasion, stack: 'staging' }).id).not.toBe(id);
    expect(intentDecided(report, sampleIntent(), occasion).id).not.toBe(id);
  });

  it('has no credentials and no values of attributes', () => {
    const verdict = { ...sampleDecision().verdict, because: 'password=hunter22', value: 'wanted' };
    const secret = sampleReport({ decisions: [sampleDecision('escalate', { verdict })] });
    const text = JSON.stringify(
      intentDecided(secret, sampleIntent({ summary: 'Set AKIAIOSFODNN7EXAMPLE' }), occasion),
    );

    expect(text).not.toMatch(/hunter22|AKIA|wanted/);
    expect(text).toContain('password=[secret]');
  });

  it('fits its schema, whatever the report says', () => {
    fc.assert(
      fc.property(hostileReport, (hostile) => {
        // Keeps no times: Parley sets them itself, so they are never hostile.
        const decisions = hostile.decisions.map(({ verdict, ...rest }) => {
          const { outcome, rule, because } = verdict;
          return { ...rest, verdict: { outcome, rule, because } };
        });
        const of = { ...hostile, decisions };
        const payloads = [
          scanFinished(of, occasion),
          ...of.intents.map((intent) => intentDecided(of, intent, occasion)),
        ];
        for (const payload of payloads) {
          const sent: unknown = JSON.parse(JSON.stringify(payload));
          expect(WebhookV1.parse(sent)).toEqual(sent);
        }
      }),
    );
  });
});
