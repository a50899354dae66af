import { expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { whyClosed } from '../../../src/service/propose/why-closed.ts';
import { serviceRun } from '../../store/service-runs.ts';

const { report } = serviceRun({ intents: ['one', 'two'] }).record;
const field = { address: 'q.one', path: ['delay_seconds'], outcome: 'accept' };
const closed = { intent: 'i-gone', addresses: ['q.one'], fields: [field] };
const window = { from: report.startedAt, to: report.startedAt };

const decided = (outcome: 'escalate' | 'accept', because: string): Report => ({
  ...report,
  decisions: report.decisions.map((one) => ({
    ...one,
    verdict: { ...one.verdict, outcome, because },
  })),
});

const nothing: Report = { ...report, decisions: [], intents: [] };

it.each([
  [
    'another verdict',
    decided('escalate', 'the change is too large'),
    { ...closed, intent: 'i-one' },
    'Closed: decided otherwise (escalate): the change is too large',
  ],
  [
    'a patch that cannot be made',
    {
      ...decided('accept', 'a person did it'),
      unresolved: [{ code: 'patch', reason: 'the module is not ours', intent: 'i-one' }],
    },
    { ...closed, intent: 'i-one' },
    'Closed: the change can no longer be written into the code: the module is not ours',
  ],
  [
    'another intent on the field',
    report,
    closed,
    'Closed: overtaken by intent `i-one`: Raised the delay',
  ],
  [
    'another intent on the whole resource',
    { ...report, decisions: report.decisions.map((one) => ({ ...one, path: [] })) },
    closed,
    'Closed: overtaken by intent `i-one`: Raised the delay',
  ],
  [
    'somebody who put it back',
    {
      ...nothing,
      reverted: [{ address: 'q.one', path: ['delay_seconds'], evidence: ['e-1'], window }],
    },
    closed,
    'Closed: it was put back (`q.one`), so that nothing is left to change.',
  ],
  [
    'a resource that was deleted',
    {
      ...nothing,
      reverted: [
        { address: 'q.one', path: ['delay_seconds'], evidence: ['e-1'], window, ending: 'deleted' },
      ],
    },
    closed,
    'Closed: the resource was deleted (`q.one`), so that nothing is left to change.',
  ],
  ['a drift that is gone', nothing, closed, 'Closed: the drift on `q.one` is gone.'],
  [
    'a neighbor of the field',
    {
      ...nothing,
      reverted: [{ address: 'q.one', path: ['delay_seconds_max'], evidence: ['e-1'], window }],
    },
    closed,
    'Closed: the drift on `q.one` is gone.',
  ],
] as const)('tells of %s', (_, of, about, word) => {
  expect(whyClosed(of as Report, about)).toBe(word);
});

it('calls nobody, whatever an address is called', () => {
  const word = whyClosed(nothing, { ...closed, fields: [], addresses: ['q.x["`@ben` <!-- x"]'] });
  expect(word).not.toContain('`@ben`');
  expect(word).not.toContain('<!--');
});
