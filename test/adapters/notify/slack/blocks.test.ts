import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAction, sealAction } from '../../../../src/adapters/notify/slack/action-value.ts';
import { actionsFor } from '../../../../src/adapters/notify/slack/actions.ts';
import { digestMessage } from '../../../../src/adapters/notify/slack/blocks/digest.ts';
import {
  intentMessage,
  reviewedMessage,
  settledMessage,
} from '../../../../src/adapters/notify/slack/blocks/intent.ts';
import type { Button, SlackMessage } from '../../../../src/adapters/notify/slack/blocks/kit.ts';
import {
  type StackStatus,
  statusMessage,
} from '../../../../src/adapters/notify/slack/blocks/status.ts';
import {
  noticeMessage,
  whyReply,
  whyStackReply,
} from '../../../../src/adapters/notify/slack/blocks/thread.ts';
import { viewForm } from '../../../../src/adapters/notify/slack/blocks/view.ts';
import { outdated } from '../../../../src/adapters/notify/slack/interaction.ts';
import { markup, slackProse } from '../../../../src/adapters/notify/slack/markup.ts';
import { reviewActions } from '../../../../src/model/review.ts';
import { hostileReport, hostileText } from '../arbitraries.ts';
import {
  at,
  sampleDecision,
  sampleIntent,
  samplePatch,
  sampleProposal,
  sampleReport,
  sampleWeakening,
} from '../sample.ts';
import { markupOf, outsideControls, tooLong } from './checks.ts';

const key = 'key';
const seal = (target: Parameters<typeof sealAction>[1]) => sealAction(key, target);
const offer = { stack: 'prod', actions: reviewActions, seal };
const review = { action: 'accept', user: 'U0123', at } as const;

function buttonsOf({ blocks }: SlackMessage): readonly Button[] {
  return blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
}

describe('the message of an intent', () => {
  const report = sampleReport({
    patches: [samplePatch()],
    proposals: [sampleProposal],
  });
  const sent = intentMessage(report, sampleIntent({ ticket: 'OPS-7' }), offer);

  it('says who, when, where, what was decided and why, how it was proved, and where to look', () => {
    expect(markupOf(sent)).toEqual([
      'prod: Scaled web to 6, by alice@example.com (human) (escalate)',
      [
        '*Who* alice@example.com (human), `arn:aws:iam::111122223333:role/on-call`',
        '*When* 2026-03-14 02:40:00 to 02:41:00 UTC',
        '*Ticket* OPS-7 (claimed)',
        '*Where*',
        '`aws_autoscaling_group.web` `desired_capacity`',
      ].join('\n'),
      '*Verdict: escalate* by rule `people-in-production`: A person changed production.',
      [
        '*Patch* verified up to plan',
        'edits `terraform.tfvars:4 (web_capacity)`',
        '*Proposal* <https://forge.example/acme/infra/pull/7?a=1&amp;b=2|parley/i-0123456789ab> (created)',
      ].join('\n'),
      'stack `prod`, intent `i-0123456789ab`, policy `default`',
    ]);
    expect(sent.blocks[0]).toEqual({
      type: 'header',
      text: { type: 'plain_text', text: 'Scaled web to 6', emoji: false },
    });
  });

  it('has a button for each action, valid for the intent as it is shown', () => {
    const buttons = buttonsOf(sent);

    expect(buttons.map(({ action_id }) => action_id)).toEqual([
      'parley.accept',
      'parley.revert',
      'parley.delegate',
      'parley.hold',
      'parley.dismiss',
      'parley.why',
      'parley.link',
    ]);
    for (const { action_id, value } of buttons) {
      if (value === undefined) continue;
      const target = openAction([key], value);
      expect(target).toMatchObject({
        ok: true,
        value: { stack: 'prod', intent: sampleIntent().id },
      });
      if (!target.ok) continue;
      expect(action_id).toBe(`parley.${target.value.action}`);
      expect(outdated(target.value, report)).toBeUndefined();
    }
  });

  it('has no button for actions that are not allowed, and no link to a folder', () => {
    const proposals = [{ ...sampleProposal, location: '/srv/infra' }];
    const local = sampleReport({ decisions: [sampleDecision('noop')], proposals });
    const actions = actionsFor(local, sampleIntent());
    const bare = intentMessage(local, sampleIntent(), { ...offer, actions });

    expect(buttonsOf(bare).map(({ action_id }) => action_id)).toEqual(['parley.why']);
    expect(markupOf(bare).join('\n')).toContain('*Proposal* `parley/i-0123456789ab` (created)');
    expect(buttonsOf(intentMessage(local, sampleIntent(), { ...offer, actions: [] }))).toEqual([]);
  });

  it('says that a signature was only claimed, and why there is no patch', () => {
    const actor = { ...sampleIntent().actor, evidence: 'claimed' } as const;
    const unresolved = [
      { code: 'x', reason: 'The module is not ours.', intent: sampleIntent().id },
    ];
    const text = markupOf(
      intentMessage(sampleReport({ unresolved }), sampleIntent({ actor }), offer),
    ).join('\n');

    expect(text).toContain(
      'recognized by signature `console-user`, which the caller could have chosen',
    );
    expect(text).toContain('*No patch* The module is not ours.');
  });

  it('gives one reason for like decisions, and counts what it leaves out', () => {
    const decisions = Array.from({ length: 30 }, (_, index) =>
      sampleDecision('reject', {
        drift: `d-${String(index).padStart(12, '0')}`,
        address: `aws_instance.web[${index}]`,
      }),
    );
    const text = markupOf(intentMessage(sampleReport({ decisions }), sampleIntent(), offer)).join(
      '\n',
    );

    expect(text).toContain('A person changed production (and 29 similar changes).');
    expect(text).toContain('`aws_instance.web[9]` `desired_capacity`\nand 20 more');
    expect(text).not.toContain('aws_instance.web[10]');
  });

  it.each([
    [
      { min: 2, max: 6 },
      '*Verdict: delegate* within 2 to 6 until the end of 2026-03-31 by rule `x`: y',
    ],
    [{ min: 2 }, '*Verdict: delegate* from 2 on until the end of 2026-03-31 by rule `x`: y'],
    [{ max: 6 }, '*Verdict: delegate* up to 6 until the end of 2026-03-31 by rule `x`: y'],
    [{}, '*Verdict: delegate* until the end of 2026-03-31 by rule `x`: y'],
  ])('states the bounds and the end of a delegation: %j', (bounds, line) => {
    const verdict = {
      outcome: 'delegate',
      rule: 'x',
      because: 'y',
      expires: '2026-04-01T00:00:00Z',
      bounds,
    } as const;
    const decided = sampleReport({ decisions: [sampleDecision('delegate', { verdict })] });

    expect(markupOf(intentMessage(decided, sampleIntent(), offer))).toContain(line);
  });

  it('distinguishes delegations with different ends', () => {
    const until = (expires: string, drift: string) =>
      sampleDecision('delegate', {
        drift,
        verdict: { outcome: 'delegate', rule: 'x', because: 'y', expires },
      });
    const decisions = [
      until('2026-04-01T00:00:00Z', 'd-000000000001'),
      until('2026-05-01T00:00:00Z', 'd-000000000002'),
    ];

    expect(markupOf(intentMessage(sampleReport({ decisions }), sampleIntent(), offer))).toContain(
      [
        '*Verdict: delegate* until the end of 2026-03-31 by rule `x`: y',
        '*Verdict: delegate* until the end of 2026-04-30 by rule `x`: y',
      ].join('\n'),
    );
  });

  it('never shows the value of an attribute unasked', () => {
    const sides = { declared: 'declared-value', live: 'live-value' };
    const [drift] = sampleReport().drifts;
    const drifts = [
      {
        ...drift!,
        declared: { kind: 'value', value: sides.declared },
        live: { kind: 'value', value: sides.live },
      } as const,
    ];

    expect(
      JSON.stringify(intentMessage(sampleReport({ drifts }), sampleIntent(), offer)),
    ).not.toMatch(/declared-value|live-value/);
  });
});

describe('the message after a decision', () => {
  const after = reviewedMessage(
    sampleReport(),
    sampleIntent(),
    { stack: 'prod' },
    {
      ...review,
      note: 'The proposal is approved.',
    },
  );

  it('says who decided what and when, what came of it, and has no buttons', () => {
    expect(markupOf(after).at(-1)).toBe(
      '*Accepted* by <@U0123> at 2026-03-14 03:00:00 UTC.\nThe proposal is approved.',
    );
    expect(buttonsOf(after)).toEqual([]);
  });
});

describe('the reasons in the thread', () => {
  it('are the lines of the explanation, and what would have led to another verdict', () => {
    const grounds = {
      rules: [],
      untested: [],
      contests: [],
      conflicts: [],
      concessions: [],
      counterfactuals: [
        { condition: 'after 08:00, when the freeze ends', outcome: 'accept', rule: 'day' } as const,
      ],
    };
    const report = sampleReport({ decisions: [sampleDecision('escalate', { grounds })] });

    expect(markupOf(whyReply(report, sampleIntent()))).toEqual([
      'Why: Scaled web to 6',
      '*Why* Scaled web to 6\n*Purpose* scaling, 90 % sure (by rule `scale-out`)',
      [
        '`aws_autoscaling_group.web desired_capacity`',
        '*Verdict: escalate* by rule `people-in-production`: A person changed production.',
        '• people-in-production matched: actor.class is human',
        '• It would be *accepted* after 08:00, when the freeze ends (rule `day`).',
      ].join('\n'),
    ]);
  });
});

describe('the reply about the verdicts of a stack', () => {
  it('has each intent with one line per verdict, and how to ask for the details of one', () => {
    const decisions = [
      sampleDecision('accept'),
      sampleDecision('accept', { address: 'aws_x.b' }),
      sampleDecision('escalate', { address: 'aws_x.c' }),
    ];

    expect(markupOf(whyStackReply(sampleReport({ decisions }), 'prod', '/parley'))).toEqual([
      'What was decided in prod',
      'What was decided in prod',
      [
        '• `i-0123456789ab` Scaled web to 6, alice@example.com (human)',
        '*Verdict: escalate* by rule `people-in-production`: A person changed production.',
        '*Verdict: accept* by rule `people-in-production`: A person changed production (and 1 similar change).',
      ].join('\n'),
      'Details of one: `/parley explain prod INTENT`',
    ]);
  });

  it('says if there is no drift', () => {
    const empty = sampleReport({ drifts: [], intents: [], decisions: [] });

    expect(markupOf(whyStackReply(empty, 'prod', '/parley')).at(-1)).toBe('No drift in `prod`.');
  });
});

describe('the digest of a scan', () => {
  const ids = Array.from({ length: 13 }, (_, index) => `i-${String(index).padStart(12, '0')}`);
  const decided = (id: string, index: number) =>
    sampleDecision(index === 7 ? 'escalate' : 'accept', { intent: id });
  const report = sampleReport({
    intents: ids.map((id) => sampleIntent({ id })),
    decisions: ids.map(decided),
    unresolved: [{ code: 'x', reason: 'y' }],
  });

  it('has the counts, first what most needs a person, and how many more there are', () => {
    const [, counts = '', items = '', left] = markupOf(
      digestMessage(report, { stack: 'prod', link: 'https://parley.example/runs/1' }),
    );

    expect(counts).toBe('1 drift in 13 intents\n*escalate* 1, *accept* 12');
    const lines = items.split('\n');
    expect(lines[0]).toBe(
      '• *escalate* Scaled web to 6, alice@example.com (human) `i-000000000007`',
    );
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('and 3 more');
    expect(left).toBe('Needs a person: 1');
  });

  it('says if there is no drift', () => {
    const empty = sampleReport({ drifts: [], intents: [], decisions: [] });

    expect(markupOf(digestMessage(empty, { stack: 'prod' }))).toEqual([
      'Scan of prod (no drift)',
      'no drift',
      '2026-03-14 03:00:00 UTC, policy `default`',
    ]);
  });

  it('begins with periods of weaker protection, each once and the newest first', () => {
    const at = (hour: number) => `2026-03-14T0${hour}:00:00.000Z`;
    const weak = (hour: number, path = ['ingress']) =>
      sampleWeakening({ path, window: { from: at(hour), to: at(hour) } });
    const weakened = sampleReport({
      reverted: [
        weak(0),
        weak(0, ['egress']),
        ...[1, 2, 3, 4, 5].map((hour) => weak(hour)),
        sampleWeakening({ purpose: 'tagging', summary: 'Tagged web' }),
      ],
    });

    const [, , weakenings = '', , left] = markupOf(digestMessage(weakened, { stack: 'prod' }));

    expect(weakenings.split('\n')).toEqual([
      ...[5, 4, 3, 2, 1].map(
        (hour) =>
          `• *Weakened for 6 minutes*: Opened port 22 (SSH) to everyone on security group web; put back by the same person. By alice@example.com (human) at 2026-03-14 0${hour}:00:00 UTC, \`aws_security_group.web\``,
      ),
      'and 1 more',
    ]);
    expect(left).toBe('Did not last: 8');
  });

  it('shows unmanaged changes on managed resources, as plain text', () => {
    const window = { from: '2026-03-14T00:00:00.000Z', to: '2026-03-14T01:00:00.000Z' };
    const one = { on: 'aws_iam_role.a', what: 'changed', evidence: ['e'], window } as const;
    const beside = Array.from({ length: 6 }, () => ({ ...one, name: '<!here>', by: ['mallory'] }));

    const texts = markupOf(digestMessage(sampleReport({ beside }), { stack: 'prod' }));
    const lines = texts.find((text) => text.includes('Unmanaged change'))?.split('\n') ?? [];

    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      '• *Unmanaged change on* `aws_iam_role.a`: mallory changed &lt;!here&gt; at 2026-03-14 01:00:00 UTC',
    );
    expect(lines.at(-1)).toBe('and 1 more');
  });

  it('does not depend on the order of the report', () => {
    const turned = {
      ...report,
      intents: [...report.intents].reverse(),
      decisions: [...report.decisions].reverse(),
    };

    expect(digestMessage(turned, { stack: 'prod' })).toEqual(
      digestMessage(report, { stack: 'prod' }),
    );
  });
});

function manyStatuses(text: string): readonly StackStatus[] {
  return Array.from({ length: 30 }, (_, index) => ({
    stack: `${text}${index}`,
    run: { at: text, drifts: index, intents: 1, outcomes: new Map([['accept', 1]] as const) },
    proposals: [{ label: text, location: text, state: text, title: text }],
  }));
}

describe('a form', () => {
  it('stays within the limits of Slack, whatever the intent says', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom('hold', 'delegate'), (summary, action) => {
        const view = viewForm(action, sampleIntent({ summary }), 'sealed');
        const sections = view.blocks.filter((block) => block.type === 'section');

        expect(view.title.text.length).toBeLessThanOrEqual(24);
        expect(view.submit.text.length).toBeLessThanOrEqual(24);
        expect(view.close.text.length).toBeLessThanOrEqual(24);
        expect(outsideControls({ text: markup``, blocks: sections })).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('can carry the value of the longest button', () => {
    const long = { action: 'delegate', stack: 'x'.repeat(100), intent: sampleIntent().id } as const;

    expect(seal({ ...long, digest: '0'.repeat(32) }).length).toBeLessThan(2000);
  });
});

describe('any report', () => {
  it('becomes messages that contain no control sequences and that Slack accepts', () => {
    fc.assert(
      fc.property(hostileReport, hostileText, (report, note) => {
        const [intent] = report.intents;
        if (intent === undefined) return;
        const messages = [
          intentMessage(report, intent, offer),
          reviewedMessage(
            report,
            intent,
            { stack: 'prod', proposal: { label: note, location: note, state: note } },
            { ...review, user: note, note },
          ),
          whyReply(report, intent),
          digestMessage(report, { stack: note, link: note }),
          noticeMessage(note),
          noticeMessage(`${note} \`${note}\` ${note}`),
          whyStackReply(report, note, note),
          settledMessage(report, intent, { stack: note }, slackProse(note)),
          intentMessage(report, intent, {
            ...offer,
            review: { ...review, action: 'hold', user: note, until: note, bounds: { min: 1 } },
            proposal: { label: note, location: note, state: note },
          }),
          statusMessage(manyStatuses(note)),
          statusMessage([{ stack: note, proposals: [], next: note }]),
        ];
        for (const each of messages) {
          expect(outsideControls(each)).toEqual([]);
          expect(tooLong(each)).toEqual([]);
          expect(JSON.stringify(each.blocks).length).toBeLessThan(16_000);
        }
        expect(buttonsOf(messages[0]!)).not.toEqual([]);
        expect(intentMessage(report, intent, offer)).toEqual(messages[0]);
      }),
    );
  });
});
