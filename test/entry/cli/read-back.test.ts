import { afterAll, describe, expect, it } from 'vitest';
import type { Pending } from '../../../src/model/drift.ts';
import { renderPending } from '../../../src/present/terminal/pending.ts';
import { createStyle } from '../../../src/present/terminal/style.ts';
import { demoFlags, newProject, parley, removeFolders } from './parley.ts';

afterAll(removeFolders);

describe('the read-back on the command line', () => {
  it('requires --verify plan for the whole state', async () => {
    const { code, out, err } = await parley(newProject(), 'scan', '--all', ...demoFlags);

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('--verify plan');
  });

  const pending: Pending = {
    drift: {
      id: 'd-000000000001',
      address: 'aws_sqs_queue.a',
      type: 'aws_sqs_queue',
      path: ['delay_seconds'],
      declared: { kind: 'value', value: 5 },
      declaredFrom: 'code',
      live: { kind: 'value', value: 30 },
      evidence: [],
      basis: 'confirmed',
    },
    firstSeen: '2026-03-14T09:00:00.000Z',
    until: '2026-03-14T09:30:00.000Z',
    kept: true,
  };

  it.each<readonly [string, Partial<Pending>, string]>([
    ['until when an event may arrive', {}, 'at 2026-03-14 09:30:00 UTC'],
    ['that nothing remembers it', { kept: false }, 'parley init'],
    [
      'of a secret only that it changed',
      { drift: { ...pending.drift, live: { kind: 'redacted' } } },
      '5 -> a hidden value',
    ],
  ])('says %s', (_, more, text) => {
    const shown = renderPending([{ ...pending, ...more }], createStyle(false));

    expect(shown).toContain('aws_sqs_queue.a delay_seconds');
    expect(shown).toContain(text);
  });
});
