import fc from 'fast-check';
import { type Outcome, outcomes } from '../../../src/model/decision.ts';
import type { Report } from '../../../src/model/report.ts';
import {
  sampleDecision,
  sampleIntent,
  samplePatch,
  sampleReport,
  sampleWeakening,
} from './sample.ts';

/** Texts that try to be more than a name. */
const attempts = [
  '<!channel>',
  '<!here|here>',
  '<@U0123456789>',
  '<!subteam^S0123|@admins>',
  '<https://evil.example|Open proposal>',
  '<mailto:a@b.example>',
  '&lt;!channel&gt;',
  '&',
  '>',
  '```',
  '`x`',
  '*Accepted*',
  '_x_',
  '~x~',
  ':white_check_mark:',
  '\n*Who* somebody else',
  '\u202egnp.exe',
  '\u0000\u001b[31m',
  '\ud83d\ude00'.repeat(40),
  '\ud800',
  '@here #general',
  'x'.repeat(2000),
  '&'.repeat(500),
  ' ',
];

/** Text from an untrusted source. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...attempts), fc.string({ unit: 'binary', maxLength: 30 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const hexId = (prefix: string) =>
  fc.integer({ min: 0, max: 2 ** 40 }).map((n) => `${prefix}-${n.toString(16).padStart(12, '0')}`);

const decisionOf = (intent: string) =>
  fc
    .record({
      outcome: fc.constantFrom(...outcomes),
      address: hostileText,
      path: fc.array(hostileText, { maxLength: 3 }),
      rule: hostileText,
      because: hostileText,
      explanation: fc.array(hostileText, { maxLength: 12 }),
      expires: fc.option(hostileText, { nil: undefined }),
      drift: hexId('d'),
    })
    .map(({ outcome, rule, because, expires, ...rest }) =>
      sampleDecision(outcome, {
        ...rest,
        intent,
        verdict: { outcome, rule, because, ...(expires === undefined ? {} : { expires }) },
      }),
    );

/** A report about a hostile intent among others. */
export const hostileReport: fc.Arbitrary<Report> = fc
  .record({
    ids: fc.uniqueArray(hexId('i'), { minLength: 1, maxLength: 30 }),
    name: hostileText,
    summary: hostileText,
    principal: hostileText,
    ticket: hostileText,
    site: hostileText,
    location: hostileText,
    reason: hostileText,
    isProved: fc.boolean(),
    policy: hostileText,
  })
  .chain(({ ids, name, summary, principal, ticket, site, location, reason, isProved, policy }) =>
    fc.array(decisionOf(ids[0] ?? ''), { maxLength: 40 }).map((decisions) =>
      sampleReport({
        policy,
        intents: ids.map((id) =>
          sampleIntent({
            id,
            summary,
            ticket,
            actor: { ...sampleIntent().actor, name, principal, evidence: 'claimed' },
          }),
        ),
        decisions,
        patches: [
          samplePatch({
            intent: ids[0] ?? '',
            site,
            verification: { level: 'plan', passed: isProved, notes: [] },
          }),
        ],
        proposals: [
          {
            intent: ids[0] ?? '',
            branch: summary,
            commit: 'a'.repeat(40),
            location,
            state: 'created',
          },
        ],
        unresolved: [{ code: 'x', reason, intent: ids[0] ?? '' }],
        reverted: ids.map((id) =>
          sampleWeakening({
            address: `${summary}${id}`,
            path: [principal],
            summary,
            sentence: summary,
            changedBy: [{ ...sampleIntent().actor, name, principal, session: id }],
            endedBy: { ...sampleIntent().actor, name: ticket },
          }),
        ),
      }),
    ),
  );

export const anyOutcome: fc.Arbitrary<Outcome> = fc.constantFrom(...outcomes);
