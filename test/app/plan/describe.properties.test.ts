import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/model/decision.ts';
import type { Report } from '../../../src/model/report.ts';
import { quietMessage } from '../../../src/present/commit/quiet.ts';
import { markdownCode, markdownProse } from '../../../src/present/proposal/markdown.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { plansOf, runDemo } from './demo-plans.ts';

function quietSubject(subject: string): string {
  return quietMessage({ subject, body: '', trailers: [] }).subject;
}

/** Texts that forges, trackers and browsers act on, each with a marker to find it by. */
const active = [
  '@zq7x/owners',
  '#77 zq7x',
  'zq7x/repo#77',
  'GH-77zq7x',
  'ZQ7X-77',
  'closes ZQ7X-77',
  'Fixes: zq7x, ZQ7X-77',
  '!77zq7x',
  'https://zq7x.example/a?b=c',
  'www.zq7x.example',
  'zq7x@example.com',
  '[zq7x](https://zq7x.example)',
  '![zq7x](https://zq7x.example/p.png)',
  '<img src=zq7x>',
  '<!-- parley: intent=zq7x drift=zq7x -->',
  '<!-- /parley --> zq7x',
  '`zq7x`',
  '```\nzq7x\n```',
  '|zq7x|',
  '\\|zq7x',
  '\n/parley revert zq7x',
  '\n# zq7x',
  '\n- zq7x 1',
  '**zq7x7**',
  '</details>zq7x',
  ':zq7x:',
  'deadbeefcafe zq7x',
  '\u202ezq7x\u202c',
  '\u001b[31mzq7x',
  '\\u{60}zq7x',
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...active), fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));

/** Markdown without its code: what the forge interprets. */
function outsideOfCode(markdown: string): string {
  return markdown
    .replaceAll(/^```(?:sh|mermaid)\n[\s\S]*?\n```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
}

const chartLabel = String.raw`"(?:[\w .,:/=+()-]|#\d+;|<br>)*"`;
/**
 * The only lines that a chart may have: labelled nodes, arrows between them, and our own classes.
 */
const chartLine = new RegExp(
  `^ {2}(?:\\w+(?:\\[\\[${chartLabel}\\]\\]|\\[/${chartLabel}/\\]|\\[${chartLabel}\\]|\\(${chartLabel}\\))(?::::\\w+)?|\\w+ (?:==>|-\\.->|-->)(?:\\|${chartLabel}\\|)? \\w+|classDef \\w+ [\\w:#,\\- ]+)$`,
);

function chartLines(markdown: string): readonly string[] {
  const [, chart = ''] = /^```mermaid\nflowchart LR\n([\s\S]*?)\n```$/m.exec(markdown) ?? [];
  return chart.split('\n');
}

const forbidden = /@|#\d|zq7x|https?:|www\.|\]\(|!\[|<(?!\/?(?:details|summary)>)|\u202e|deadbeef/i;

describe('hostile text', () => {
  it('has nothing active outside of code, neither in a name nor in a sentence', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const markdown of [
          markdownCode(text),
          markdownProse(text),
          markdownProse(`Somebody ${text} of ${text}.`),
        ]) {
          expect(outsideOfCode(markdown)).not.toMatch(forbidden);
          expect(markdown).not.toMatch(/[\n|]|<!--/);
          expect(markdown.match(/`/g)?.length ?? 0).toSatisfy((n: number) => n % 2 === 0);
        }
      }),
    );
  });

  it('leaves plain sentences plain', () => {
    expect(markdownProse('Raised memory of function checkout from 256 to 1024 MB.')).toBe(
      'Raised memory of function checkout from 256 to 1024 MB.',
    );
    expect(
      markdownProse('maria@example.com changed memory_size of aws_x.y (code 2, live 5).'),
    ).toBe('`maria@example.com` changed `memory_size` of `aws_x.y` (code 2, live 5).');
  });

  it.each([
    [
      'Run `kubectl apply edit-last-applied` first.',
      'Run `kubectl apply edit-last-applied` first.',
    ],
    ['Run (`terraform plan`) on aws_x.y', 'Run (`terraform plan`) on `aws_x.y`'],
    ['one `odd mark', 'one `\\u{60}odd` mark'],
    ['`@team\u2028#1` closes `a`b`', '`@team\\u{2028}#1` closes `\\u{60}a\\u{60}b\\u{60}`'],
  ])('keeps what is marked as code in one span: %s', (text, shown) => {
    expect(markdownProse(text)).toBe(shown);
  });

  it.each([
    ['lea@example.com approved it in OPS-4312.', 'lea@example.com approved it in OPS-4312.'],
    ['role closes OPS-4312 approved it.', 'role closes OPS\\u{2d}4312 approved it.'],
    ['moved eu-west-1 to eu-central-1', 'moved eu-west-1 to eu-central-1'],
  ])('leaves a ticket readable in a commit, unless the text would close it: %s', (text, shown) => {
    expect(quietSubject(text)).toBe(shown);
  });

  it('mentions nobody and closes nothing in a commit', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quiet = quietSubject(`Who: ${text}`);
        expect(quiet).not.toMatch(
          /(?<![\w.%+-])@\w|#\d|\bGH-\d|(?:clos|fix|resolv)\w* .*\b[A-Z][A-Z0-9]+-\d|https?:\/|<!--/i,
        );
        expect(quietSubject(quiet)).toBe(quiet);
      }),
    );
  });
});

describe('descriptions', () => {
  let result: RunResult;
  beforeAll(async () => {
    result = await runDemo();
  });

  const haunted = (text: string, of: Report = result.report): RunResult => {
    const decisions = of.decisions.map(
      (one): Decision => ({
        ...one,
        verdict: { ...one.verdict, because: `${text} did it.` },
        explanation: [text, `Rule x matched: actor.name = ${text}.`],
      }),
    );
    const report: Report = {
      ...of,
      decisions,
      intents: of.intents.map((intent) => ({
        ...intent,
        actor: { ...intent.actor, name: text, principal: text },
        summary: `Opened ${text}`,
        parts: [],
        ticket: text,
        reading: {
          summary: text,
          purpose: 'access' as const,
          confidence: 0.1,
          evidence: [],
          model: text,
          prompt: 'session@1',
        },
      })),
      drifts: of.drifts.map((drift) => ({
        ...drift,
        path: ['tags', text],
        live: { kind: 'value' as const, value: { [text]: text } },
      })),
    };
    const patched = result.patched.map((each) => ({
      ...each,
      intent: report.intents.find(({ id }) => id === each.intent.id) ?? each.intent,
      decisions: decisions.filter(({ intent }) => intent === each.intent.id),
      patch: {
        ...each.patch,
        site: text,
        blastRadius: [{ address: text, path: [text] }],
        verification: { ...each.patch.verification, notes: [text] },
        candidates: [
          {
            kind: text,
            file: text,
            line: 1,
            description: text,
            blastRadius: [],
            chosen: false,
            because: text,
          },
        ],
      },
    }));
    const evidence = result.evidence.map((line) => ({ ...line, operation: text, source: text }));
    return { ...result, report, patched, evidence };
  };

  it('contain nothing active from a log, and have one shape whatever it says', () => {
    const headings = (body: string) => body.match(/^###.*$/gm);
    const plain = plansOf(haunted('somebody')).map(({ body }) => headings(body));

    fc.assert(
      fc.property(hostile, (text) => {
        const plans = plansOf(haunted(text));
        for (const [index, { body, title, message }] of plans.entries()) {
          const left = outsideOfCode(body);
          expect(left).not.toMatch(forbidden);
          expect(headings(body)).toEqual(plain[index]);
          for (const line of chartLines(body)) expect(line).toMatch(chartLine);
          for (const line of left.split('\n')) expect(line).toMatch(/^(?!\/)/);
          expect(title).not.toMatch(/(?<![\w.%+-])@\w|#\d/);
          expect(message.body).not.toMatch(/(?<![\w.%+-])@\w|#\d/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stay within the limits of forges', () => {
    const drifts = result.report.drifts.flatMap((drift) =>
      Array.from({ length: 60 }, (_, n) => ({
        ...drift,
        id: `${drift.id}${n}`,
        path: [`${'x'.repeat(150)}${n}`],
        live: { kind: 'value' as const, value: 'y'.repeat(5000) },
      })),
    );
    const decisions = drifts.flatMap(({ id, path }) => {
      const own = result.report.decisions.find(({ drift }) => id.startsWith(drift));
      const explanation = Array.from({ length: 8 }, (_, n) => `${id} ${n} ${'word '.repeat(100)}`);
      return own === undefined ? [] : [{ ...own, drift: id, path, explanation }];
    });
    const report = { ...result.report, drifts, decisions };

    const plans = plansOf({ ...result, report, patched: [] });

    expect(plans.length).toBeGreaterThan(0);
    for (const { body } of plans) expect(body.length).toBeLessThan(60_000);
  });

  it('never show what is masked, sensitive, or named like a secret', () => {
    const secret = 'hunter2-correct-horse';
    const live = [
      { kind: 'redacted' as const },
      { kind: 'value' as const, value: { password: secret, deep: [{ api_key: secret }] } },
      { kind: 'value' as const, value: `postgres://app:${secret}@db/prod` },
    ];
    const drifts = result.report.drifts.map((drift, n) => ({
      ...drift,
      live: live[n % live.length] ?? drift.live,
      path: n % 2 === 0 ? ['master_password'] : ['setting', { element: { token: secret } }],
      ...(n % 2 === 0 ? { declared: { kind: 'value' as const, value: secret } } : {}),
    }));

    for (const { body } of plansOf({ ...result, report: { ...result.report, drifts } })) {
      expect(body).not.toContain(secret);
      expect(body).toMatch(/a hidden value|\[secret\]/);
    }
  });
});
