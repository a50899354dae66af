import { describe, expect, it } from 'vitest';
import { type SettledProposal, whyClosed } from '../../../src/app/propose/why-closed.ts';
import type { Outcome } from '../../../src/model/decision.ts';
import { ClosingReason } from '../../../src/model/open-drift.ts';
import type { Report } from '../../../src/model/report.ts';
import { at, closedDriftOf, openDriftOf, serviceRun } from '../../adapters/store/service-runs.ts';

const { report } = serviceRun({ intents: ['one', 'two'] }).record;
const field = { address: 'q.one', path: ['delay_seconds'], outcome: 'accept' };
const other = { ...field, address: 'q.other' };
const nothing: Report = { ...report, decisions: [], intents: [], drifts: [], openDrifts: [] };
const put = (reason: ClosingReason, because: string, more: object = {}) => ({
  ...closedDriftOf('one', at(14)),
  ...{ reason, because, ...more },
});
const closed: SettledProposal = {
  intent: 'i-gone',
  fields: [field],
  closings: [put('went-back', 'maria put it back (SetQueueAttributes).')],
};

const decided = (outcome: Outcome, because: string): Report => ({
  ...report,
  decisions: report.decisions.map((one) => ({
    ...one,
    verdict: { ...one.verdict, outcome, because },
  })),
});

describe('the closing comment', () => {
  it.each<readonly [string, Report, SettledProposal, string]>([
    [
      'another verdict',
      decided('escalate', 'the change is too large'),
      { ...closed, intent: 'i-one' },
      'Closed: decided otherwise (escalate, rule `people`): the change is too large. The drift is still open.',
    ],
    [
      'a hold',
      decided('defer', 'wait until Monday'),
      { ...closed, intent: 'i-one' },
      'Closed: decided otherwise (defer, rule `people`): wait until Monday. The drift is still open.',
    ],
    [
      'a patch that cannot be made',
      {
        ...decided('accept', 'a person did it'),
        unresolved: [{ code: 'patch', reason: 'the module is not ours', intent: 'i-one' }],
      },
      { ...closed, intent: 'i-one' },
      'Closed: the change can no longer be written into the code: the module is not ours. The drift is still open.',
    ],
    [
      'another intent on the field',
      report,
      closed,
      'Closed: overtaken by intent `i-one`. Raised the delay.',
    ],
    [
      'another intent on the whole resource',
      { ...report, decisions: report.decisions.map((one) => ({ ...one, path: [] })) },
      closed,
      'Closed: overtaken by intent `i-one`. Raised the delay.',
    ],
    [
      'a resource that was created again, whatever became of its fields',
      report,
      {
        ...closed,
        fields: [{ ...field, path: [] }],
        closings: [put('went-back', 'maria created the resource again.', { path: [] })],
      },
      'Closed: it was put back (`q.one`). maria created the resource again.',
    ],
    [
      'a deletion',
      nothing,
      { ...closed, closings: [put('gone', 'ben deleted the resource (DeleteQueue).')] },
      'Closed: the resource is gone (`q.one`). ben deleted the resource (DeleteQueue).',
    ],
    [
      'somebody who put it back',
      nothing,
      closed,
      'Closed: it was put back (`q.one`). maria put it back (SetQueueAttributes).',
    ],
    [
      'what this run found, whatever was found before',
      nothing,
      {
        ...closed,
        closings: [put('in-code', 'Again.', { closedAt: at(15) }), ...closed.closings],
      },
      'Closed: the code says it now (`q.one`). Again.',
    ],
    [
      'a commit',
      nothing,
      { ...closed, closings: [put('in-code', 'Merged.', { commit: 'abcdef0123456789' })] },
      'Closed: the code says it now since `abcdef0123` (`q.one`). Merged.',
    ],
    [
      'two fields with two ends',
      { ...report, decisions: report.decisions.slice(1) },
      { ...closed, fields: [field, { ...field, address: 'q.two' }] },
      'Closed: it was put back (`q.one`); overtaken by intent `i-two`. maria put it back (SetQueueAttributes). Raised the delay.',
    ],
    [
      'what it asked for, whatever became of the rest',
      nothing,
      { ...closed, fields: [field, { ...other, outcome: 'escalate' }] },
      'Closed: it was put back (`q.one`). maria put it back (SetQueueAttributes).',
    ],
  ])('reports %s', (_, of, about, word) => {
    expect(whyClosed({ ...of, openDrifts: [] }, about)).toBe(word);
  });

  it('distinguishes every reason', () => {
    const words = ClosingReason.options.map((reason) =>
      whyClosed(nothing, { ...closed, closings: [put(reason, 'Seen.')] }),
    );

    expect(new Set(words).size).toBe(ClosingReason.options.length);
    expect(words).not.toContain(undefined);
  });

  it('mentions nobody, whatever an address is called', () => {
    const address = 'q.x["`@ben` <!-- x"]';
    const word = whyClosed(nothing, {
      ...closed,
      fields: [{ ...field, address }],
      closings: [put('gone', 'Gone, @ben.', { address })],
    });
    expect(word).toContain('Closed');
    expect(word).toContain('\\u{60}@ben\\u{60}');
    expect(word).not.toContain(' @ben');
    expect(word).not.toContain('<!--');
  });
});

describe('no closing comment', () => {
  const unseen = [openDriftOf('one', at(1))];
  it.each<readonly [string, Report, SettledProposal]>([
    ['a run without a drift', nothing, { ...closed, closings: [] }],
    ['an intent that nobody remembers', nothing, { ...closed, fields: [] }],
    [
      'what closed a neighbor',
      nothing,
      { ...closed, closings: [put('gone', '', { path: ['d'] })] },
    ],
    ['what closed one of two fields', nothing, { ...closed, fields: [field, other] }],
    [
      'an open drift of the intent that the run could not see',
      { ...nothing, openDrifts: unseen },
      { ...closed, intent: 'i-one' },
    ],
    [
      'an open drift of the intent beside one that was decided otherwise',
      {
        ...decided('escalate', 'no'),
        openDrifts: [...unseen, openDriftOf('two', at(1))],
        drifts: [],
      },
      { ...closed, intent: 'i-one' },
    ],
    ['an open drift on the field', { ...nothing, openDrifts: unseen }, closed],
    [
      'a verdict that still asks for it, without a patch in this run',
      decided('accept', 'a person did it'),
      { ...closed, intent: 'i-one' },
    ],
    [
      'a refusal that is still live',
      decided('reject', 'nobody may'),
      { ...closed, intent: 'i-one' },
    ],
  ])('is written for %s', (_, of, about) => {
    expect(whyClosed(of, about)).toBeUndefined();
  });
});
