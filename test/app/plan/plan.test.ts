import { beforeAll, describe, expect, it } from 'vitest';
import { planProposals } from '../../../src/app/plan/plan.ts';
import type { Report } from '../../../src/model/report.ts';
import type { PlannedProposal } from '../../../src/ports/store/planned-proposal.ts';
import { driftDigest } from '../../../src/reconcile/report/digest.ts';
import type { RunResult } from '../../../src/reconcile/run-types.ts';
import { plannedText, plansOf, runDemo, stackRunOf, storefront } from './demo-plans.ts';

let result: RunResult;
let plans: readonly PlannedProposal[];

beforeAll(async () => {
  result = await runDemo();
  plans = plansOf(result);
});

function planOf(word: string, from = plans): PlannedProposal {
  const found = from.find(({ title }) => title.includes(word));
  if (found === undefined) throw new Error(`No plan is about ${word}.`);
  return found;
}

/** The result of a later run with a changed report. */
function later(change: (report: Report) => Report, patched = result.patched): RunResult {
  return { ...result, report: change(result.report), patched };
}

describe('plans of a run', () => {
  it('are made for each intent that is accepted into the code or refused', () => {
    expect(
      plans.map(({ kind, labels, check, files }) => [kind, labels, check.state, files.length]),
    ).toEqual([
      ['revert', ['parley:cost-saving', 'parley:revert'], 'passed', 0],
      ['patch', ['parley:delegate', 'parley:scaling'], 'passed', 1],
      ['patch', ['parley:accept', 'parley:access'], 'passed', 1],
      ['patch', ['parley:accept', 'parley:hardening'], 'passed', 1],
      ['patch', ['parley:accept', 'parley:scaling'], 'passed', 1],
      ['patch', ['parley:accept', 'parley:change'], 'passed', 1],
    ]);
  });

  it('name branch, message and addresses', () => {
    const revert = planOf('retention');

    expect(revert).toMatchObject({
      branch: `parley/${revert.intent}`,
      title: 'parley(revert): undo lowered retention of log groups functions…',
      addresses: [
        'aws_cloudwatch_log_group.functions["checkout"]',
        'aws_cloudwatch_log_group.functions["invoice"]',
        'aws_cloudwatch_log_group.functions["search"]',
      ],
    });
    expect(new Map(revert.message.trailers).get('Intent-Id')).toBe(revert.intent);
  });

  it('contain only what changes in files', () => {
    const [file] = planOf('blocked public access').files;

    expect(file?.path).toBe('locals.tf');
    expect(file && plannedText(file)).toContain('assets  = { public = false }');
    expect(JSON.stringify(file)).not.toContain('assets');
  });

  it('draw who wants what, and the path from the field to the edited line', () => {
    const drawn = planOf('memory').body.split('```mermaid\n')[1]?.split('```')[0];

    expect(drawn?.split('\n').slice(0, 12)).toEqual([
      'flowchart LR',
      '  f0[["memory_size<br>aws_lambda_function.this#91;#34;checkout#34;#93;"]]:::field',
      '  p0x0("maria#64;example.com (human)<br>1024"):::followed',
      '  p0x0 ==>|"accept"| f0',
      '  p0x1("the code<br>256"):::other',
      '  p0x1 -.->|"changes"| f0',
      '  s0x0["each.value.memory<br>functions.tf:24"]',
      '  f0 --> s0x0',
      '  s0x1["local.functions<br>functions.tf:17"]',
      '  s0x0 --> s0x1',
      '  s0x2[/"local.functions.checkout.memory<br>locals.tf:12"/]:::edit',
      '  s0x1 -->|"edited here"| s0x2',
    ]);
  });

  it('draw fields that change alike only once', () => {
    const drawn = planOf('retention').body.split('```mermaid\n')[1]?.split('```')[0] ?? '';

    expect(drawn).toContain('and 2 similar changes');
    expect(drawn.match(/:::field/g)).toHaveLength(1);
    expect(drawn).toContain('p0x1 ==>|"stays"| f0');
  });

  it('say how to revert what was refused, quoted for a shell', () => {
    const { body } = planOf('retention');

    expect(body).toContain(
      `terraform apply -target='aws_cloudwatch_log_group.functions["checkout"]' -target=`,
    );
    expect(body).toContain('runs nothing');
  });

  it('say what else an apply without targets would undo', () => {
    const { body, message } = planOf('retention');

    expect(body).toContain(
      'Without `-target`, an apply would also undo 9 values not in the code (7 accept, 1 delegate, 1 escalate):',
    );
    expect(body).toContain(
      '| `aws_sqs_queue.orders` | `visibility_timeout_seconds` | `120` | `30` | accept |',
    );
    expect(body).not.toContain('These commands apply whole resources');
    expect(message.body).toContain('    terraform apply -target=');
  });

  it('name the workflow if the stack has one', () => {
    const stack = { ...storefront, revert_workflow: { file: 'apply.yml', ref: 'main' } };

    const { body } = planOf('retention', plansOf(result, stack));

    expect(body).toContain('starts the workflow `apply.yml` on `main`');
    expect(body).not.toContain('runs nothing');
  });

  it('name the blast radius, and list its fields if it differs from the table', () => {
    const wider = result.patched.map((each) => {
      const { patch } = each;
      const more = { address: 'aws_x.y', path: ['size'] };
      return { ...each, patch: { ...patch, blastRadius: [...patch.blastRadius, more] } };
    });

    expect(planOf('blocked').body).toContain(
      '**Blast radius:** exactly the 4 fields in the table above, and nothing else.',
    );
    expect(planOf('scaled web').body).toContain('**Blast radius:** none');
    expect(planOf('blocked', plansOf({ ...result, patched: wider })).body).toMatch(
      /\*\*Blast radius:\*\* 5 values, and nothing else:\n\n(?:- .*\n){4}- `aws_x\.y` `size`\n/,
    );
  });

  it('list unmanaged changes on their resources, and on no others', () => {
    const [address = ''] = planOf('blocked').addresses;
    const window = { from: '2026-03-14T02:00:00Z', to: '2026-03-14T02:30:00Z' };
    const one = { what: 'changed', by: ['mallory `x`'], evidence: ['e'], window } as const;
    const beside = [
      { ...one, name: 'aws_iam_role_policy (shop, @extra)', on: address },
      { ...one, name: 'other', on: 'aws_x.elsewhere' },
    ];
    const report = { ...result.report, beside };

    const { body } = planOf('blocked', plansOf({ ...result, report }));

    expect(body).toContain('### Unmanaged changes on these resources');
    expect(body).toContain(`- \`${address}\`: `);
    expect(body).toContain('changed `aws_iam_role_policy (shop, @extra)`, 2026-03-14 02:30:00 UTC');
    expect(body).not.toContain('aws_x.elsewhere');
    expect(planOf('blocked').body).not.toContain('Unmanaged changes');
  });

  it('say which stack they are for', () => {
    const stack = { ...storefront, root: 'envs/prod', workspace: 'blue' };

    expect(planOf('retention', plansOf(result, stack)).body).toContain(
      '| Stack | `storefront`, in `envs/prod`, workspace `blue` |',
    );
  });

  it('say how to answer where nobody can comment', () => {
    const local = planProposals(stackRunOf(result), { stack: storefront, forge: 'local' });
    const [revert, patch] = [planOf('retention', local), planOf('port 8443', local)];

    for (const { body } of local) {
      expect(body).toContain('Delete the branch: the proposal stays closed');
      expect(body).not.toContain('/parley ');
    }
    expect(revert.body).toContain(`${revert.intent}/answers\`: accept, delegate,`);
    expect(patch.body).toContain(`${patch.intent}/answers\`: revert, delegate,`);
    expect(planOf('port 8443').body).toContain('`/parley revert`');
  });

  it('state the bounds and the end of a delegation', () => {
    expect(planOf('scaled web').body).toContain(
      'delegated to the actor that changed it within 2 to 6, until the end of 2026-06-13',
    );
  });

  it('wait if the level of verification that the stack requires was not reached', () => {
    const plan = planOf('port 8443', plansOf(result, { ...storefront, verify: 'plan' }));

    expect(plan.check).toMatchObject({
      state: 'waiting',
      title: 'accept: verified up to evaluate; the stack requires plan',
    });
    expect(plan.body).toContain('This stack requires plan, which was not reached.');
  });

  it('keep their digests for new evidence, and change them for another value or verdict', () => {
    const digests = (of: RunResult) => plansOf(of).map(({ digest }) => digest);
    const moved = later((report) => ({
      ...report,
      startedAt: '2026-03-16T00:00:00.000Z',
      drifts: report.drifts.map((drift) => ({ ...drift, evidence: [...drift.evidence, 'e-new'] })),
      decisions: report.decisions.map((one) => ({
        ...one,
        verdict: { ...one.verdict, because: 'Again.', expires: '2027-01-01T00:00:00Z' },
      })),
    }));
    const other = later(
      (report) => ({
        ...report,
        decisions: report.decisions.map((one) => ({
          ...one,
          verdict: { ...one.verdict, outcome: 'reject' as const },
        })),
      }),
      [],
    );

    expect(digests(moved)).toEqual(digests(result));
    expect(digests(other).filter((digest) => digests(result).includes(digest))).toHaveLength(1);
  });

  it('follow the answers of people', async () => {
    const found = result.report.intents.find(({ summary }) => summary.includes('Turned'));
    const answer = {
      id: 'a-1',
      intent: found?.id ?? '',
      digest: driftDigest(found?.drifts ?? []),
      action: 'accept' as const,
      by: 'slack:T01/U02',
      at: '2026-03-15T08:00:00.000Z',
    };

    const { kind, body } = planOf('turned', plansOf(await runDemo({ answers: [answer] })));

    expect(kind).toBe('patch');
    expect(body).toContain('**accept** by rule `answer`: `slack:T01/U02` answered accept');
    expect(body).toContain('would be **escalated** without the answer of `slack:T01/U02`');
    expect(body).toContain('edit the rule `unknown-actor` in the policy');
  });

  it('are not made for drifts that are escalated', () => {
    const open = later(
      (report) => ({
        ...report,
        decisions: report.decisions.map((one) => ({
          ...one,
          verdict: { ...one.verdict, outcome: 'escalate' as const },
        })),
      }),
      [],
    );

    expect(plansOf(open)).toEqual([]);
  });
});
