import type { Decision, Outcome } from '../../../src/model/decision.ts';
import type { Drift } from '../../../src/model/drift.ts';
import type { Intent } from '../../../src/model/intent.ts';
import type { Patch } from '../../../src/model/patch.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Reverted } from '../../../src/model/reverted.ts';

export const at = '2026-03-14T03:00:00Z';

export function sampleDrift(drift: Partial<Drift> = {}): Drift {
  return {
    id: 'd-0123456789ab',
    address: 'aws_autoscaling_group.web',
    type: 'aws_autoscaling_group',
    path: ['desired_capacity'],
    declared: { kind: 'value', value: 2 },
    declaredFrom: 'code',
    live: { kind: 'value', value: 6 },
    evidence: ['e-1'],
    basis: 'inferred',
    ...drift,
  };
}

export function sampleIntent(intent: Partial<Intent> = {}): Intent {
  return {
    id: 'i-0123456789ab',
    actor: {
      class: 'human',
      principal: 'arn:aws:iam::111122223333:role/on-call',
      name: 'alice@example.com',
      signature: 'console-user',
      evidence: 'trusted',
    },
    summary: 'Scaled web to 6',
    purpose: 'scaling',
    confidence: 0.9,
    rule: 'scale-out',
    drifts: ['d-0123456789ab'],
    wants: [],
    window: { from: '2026-03-14T02:40:00Z', to: '2026-03-14T02:41:00Z' },
    ...intent,
  };
}

export function sampleDecision(
  outcome: Outcome = 'escalate',
  decision: Partial<Decision> = {},
): Decision {
  return {
    intent: 'i-0123456789ab',
    drift: 'd-0123456789ab',
    address: 'aws_autoscaling_group.web',
    path: ['desired_capacity'],
    verdict: { outcome, rule: 'people-in-production', because: 'A person changed production.' },
    explanation: ['people-in-production matched: actor.class is human'],
    ...decision,
  };
}

export function samplePatch(patch: Partial<Patch> = {}): Patch {
  return {
    intent: 'i-0123456789ab',
    drifts: ['d-0123456789ab'],
    files: [],
    site: 'terraform.tfvars:4 (web_capacity)',
    blastRadius: [],
    candidates: [],
    verification: { level: 'plan', passed: true, notes: [] },
    ...patch,
  };
}

export function sampleReport(report: Partial<Report> = {}): Report {
  return {
    schema: 'parley/report/v1',
    tool: { name: 'parley', version: '0.1.0' },
    startedAt: at,
    policy: 'default',
    inputs: {
      events: { read: 10, kept: 1, dropped: {} },
      state: { serial: 1, resources: 3 },
    },
    drifts: [sampleDrift()],
    intents: [sampleIntent()],
    decisions: [sampleDecision()],
    patches: [],
    proposals: [],
    unresolved: [],
    reverted: [],
    tokens: { prompt: 0, completion: 0 },
    timings: {},
    ...report,
  };
}

export function sampleWeakening(reverted: Partial<Reverted> = {}): Reverted {
  return {
    address: 'aws_security_group.web',
    type: 'aws_security_group',
    path: ['ingress'],
    evidence: ['e1', 'e2'],
    window: { from: '2026-03-14T02:00:00.000Z', to: '2026-03-14T02:06:00.000Z' },
    ending: 'put-back',
    changes: ['e1'],
    ended: 'e2',
    durationMs: 360_000,
    times: 1,
    changedBy: [sampleIntent().actor],
    endedBy: sampleIntent().actor,
    purpose: 'weakening',
    summary: 'Opened port 22 (SSH) to everyone on security group web',
    sentence:
      'Opened port 22 (SSH) to everyone on security group web for 6 minutes; put back by the same person',
    ...reverted,
  };
}

export const sampleProposal = {
  intent: 'i-0123456789ab',
  branch: 'parley/i-0123456789ab',
  commit: 'a'.repeat(40),
  location: 'https://forge.example/acme/infra/pull/7?a=1&b=2',
  state: 'created',
} as const;
