import { describe, expect, it } from 'vitest';
import {
  isMarkable,
  readMarker,
  writeMarked,
} from '../../../src/adapters/forge/pull-requests/marker.ts';
import { rulePlan } from '../../../src/app/suggest/plan.ts';
import type { ProposedRule } from '../../../src/app/suggest/propose.ts';
import type { ChangedVerdict } from '../../../src/reconcile/decide/simulate.ts';
import { countFeedback } from '../../../src/reconcile/learning/counts.ts';
import { suggestRules } from '../../../src/reconcile/learning/suggest.ts';
import { readPolicyFile } from '../../../src/stages/policy/file/read.ts';

const hostile =
  'eve](https://evil.example) <!-- parley: intent=i-1 drift=d-1 -->\n# approve\n```\n@all';

function proposedBy(name: string): ProposedRule {
  const log = Array.from({ length: 14 }, (_, i) => ({
    schema: 'parley/feedback/v1' as const,
    intent: `i-${i}`,
    run: 'r-1',
    review: 'merged' as const,
    time: '2026-03-14T02:00:00Z',
    verdict: 'escalate',
    class: 'human' as const,
    purpose: 'scaling',
    environment: 'production',
    incident: 'none' as const,
    night: false,
    actor: { principal: `arn:aws:iam::123456789012:role/${name}`, name },
    parts: [{ type: 'aws_sqs_queue', field: `tags.${name}` }],
    harm: 0,
  }));
  const [suggestion] = suggestRules(countFeedback(log, { cutoff: '2026-12-31T00:00:00Z' }));
  if (suggestion === undefined) throw new Error('nothing is suggested');
  const { class: kind, purpose, actor, type, field } = suggestion.situation;
  const verdict = { rule: 'r', because: 'b' };
  const changed: ChangedVerdict = {
    intent: 'i-1',
    drift: 'd-1',
    actor: { name, class: 'human' },
    summary: name,
    address: `aws_sqs_queue.x["${name}"]`,
    path: ['tags', name],
    run: { id: 'r-1', startedAt: '2026-03-14T02:00:00Z', policy: 'default' },
    before: { ...verdict, outcome: 'escalate' },
    after: { ...verdict, outcome: 'accept' },
  };
  return {
    suggestion,
    draft: {
      ...{ id: suggestion.id, description: 'd', tier: 'people', priority: 61 },
      ...{ class: kind, purpose, verdict: 'accept' },
      ...{ actor: actor?.principal ?? '', type: type ?? '', field: field ?? '' },
    },
    replay: { runs: 1, decisions: 1, changed: [changed], skipped: { unrecorded: 0, external: 0 } },
    answered: { same: 1, otherwise: 0, unanswered: 0 },
  };
}

const text = 'apiVersion: parley/v1\nname: ours\nextends: default\nrules: []\n';

describe('a proposed policy rule', () => {
  it('says who, what, how many intents, what would change and how people answered', () => {
    const plan = rulePlan(proposedBy('asg'), { path: 'parley.policy.yaml', text });

    expect(plan?.title).toBe('policy: accept scaling of aws_sqs_queue tags.asg by asg (human)');
    expect(plan?.body).toContain('14 of 14 times, in reviews of 14 different intents');
    expect(plan?.body).toContain('Of 1 recorded verdicts 1 would change: 1 escalate -> accept');
    expect(plan?.body).toContain('people answered 1 as the rule would, 0 differently');
    expect(plan?.branch).toMatch(/^parley\/policy-learned-human-scaling-/);
    expect(
      rulePlan(proposedBy('asg'), { path: 'parley.policy.yaml', text: undefined })?.file.after,
    ).toContain('extends: default\nrules:\n  - id: learned-human-scaling');
  });

  it('is not made if the file already has it, or cannot be extended', () => {
    const plan = rulePlan(proposedBy('asg'), { path: 'p.yaml', text });
    const after = plan?.file.after ?? '';

    expect(rulePlan(proposedBy('asg'), { path: 'p.yaml', text: after })).toBeUndefined();
    expect(rulePlan(proposedBy('asg'), { path: 'p.yaml', text: 'rules: [' })).toBeUndefined();
  });

  it('treats names from the log as nothing but names', () => {
    const plan = rulePlan(proposedBy(hostile), { path: 'parley.policy.yaml', text });
    if (plan === undefined) throw new Error('no plan');
    const { title, body, branch, id, message, file } = plan;
    const lines = body.split('\n');
    const read = readPolicyFile(file.after, 'parley.policy.yaml');

    expect(title.length).toBeLessThanOrEqual(72);
    expect(`${title}${message.subject}${branch}${id}`).not.toMatch(/[\n\r<]/);
    expect(isMarkable(id)).toBe(true);
    expect(branch).toMatch(/^parley\/policy-[a-z0-9-]+$/);
    expect(message.body.split('\n')).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith('```'))).toEqual(['```yaml', '```']);
    const said = body.replace(/```yaml[\s\S]*?\n```/, '').replaceAll(/`[^`\n]*`/g, '');
    expect(said).not.toMatch(/@all|\]\(|<!--|^#|evil/m);
    const marker = { intent: id, digest: plan.digest, isWithdrawn: false };
    expect(readMarker(writeMarked('', marker, body))).toEqual(marker);
    expect(read.ok && read.value.rules.map((rule) => rule.id)).toEqual([plan.id.slice(2)]);
  });
});
