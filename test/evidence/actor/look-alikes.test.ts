import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyActor } from '../../../src/evidence/actor/classify.ts';
import { ActorSignature } from '../../../src/evidence/actor/schema.ts';
import { builtInSignatures } from '../../../src/evidence/actor/signatures.ts';
import { awsCallerOf as awsCaller } from '../../../src/evidence/audit/cloudtrail/caller.ts';
import { googleCallerOf as googleCaller } from '../../../src/evidence/audit/gcp/caller.ts';
import { kubernetesCallerOf as kubernetesCaller } from '../../../src/evidence/audit/kubernetes/caller.ts';
import type { Caller, Cloud } from '../../../src/model/event.ts';
import { cases } from '../../cases.ts';
import { eventBy } from './caller.ts';

const account = '111122223333';

/** The user's own signatures, besides the built-in ones. */
const own = [
  { id: 'scanner', class: 'security', principal: 'arn:aws:iam::*:role/scanner' },
  { id: 'deploy', class: 'iac', principal: `arn:aws:iam::${account}:role/ci/deploy` },
  { id: 'saver', class: 'cost', principal: { contains: ':role/cost-saver' } },
  { id: 'deployer', class: 'iac', principal: 'system:serviceaccount:ci:deployer' },
  { id: 'google', class: 'iac', principal: 'ci@acme.iam.gserviceaccount.com' },
].map((each) => ActorSignature.parse(each));

const trusted: Readonly<Record<Cloud, readonly string[]>> = {
  aws: [
    `arn:aws:iam::${account}:role/scanner`,
    `arn:aws:iam::${account}:role/ci/deploy`,
    `arn:aws:iam::${account}:role/cost-saver`,
    `arn:aws:iam::${account}:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin_0123456789abcdef`,
    `arn:aws:iam::${account}:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling`,
  ],
  azure: [],
  gcp: [
    'ci@acme.iam.gserviceaccount.com',
    'service-1@container-engine-robot.iam.gserviceaccount.com',
    '1@cloudservices.gserviceaccount.com',
  ],
  kubernetes: [
    'system:serviceaccount:ci:deployer',
    'system:serviceaccount:kube-system:horizontal-pod-autoscaler',
    'system:serviceaccount:argocd:argocd-application-controller',
  ],
};

function callerWith(cloud: Cloud, principal: string): Caller {
  switch (cloud) {
    case 'kubernetes':
      return kubernetesCaller({ user: { username: principal } });
    case 'gcp':
      return googleCaller({ authenticationInfo: { principalEmail: principal } }, 'activity');
    default: {
      const sessionIssuer = { type: 'Role', arn: principal };
      return awsCaller({
        userIdentity: { type: 'AssumedRole', sessionContext: { sessionIssuer } },
      });
    }
  }
}

function classOf(cloud: Cloud, principal: string) {
  const caller = callerWith(cloud, principal);
  return classifyActor({ ...eventBy(caller), caller, cloud }, [...own, ...builtInSignatures]);
}

const clouds = ['aws', 'gcp', 'kubernetes'] as const;
const genuine = clouds.flatMap((cloud) => trusted[cloud].map((name) => [cloud, name] as const));

describe('look-alike names', () => {
  it.each(genuine)('%s: the genuine name is known: %s', (cloud, name) => {
    expect(classOf(cloud, name).class).not.toBe('unknown');
  });

  it.each<[Cloud, string]>([
    ['aws', `arn:aws:iam::${account}:role/mallory:role/scanner`],
    ['aws', `arn:aws:iam::${account}:role/AWSReservedSSO_Admin`],
    ['aws', `arn:aws:iam::${account}:role/x/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Admin`],
    ['aws', `arn:aws:iam::${account}:role/x/aws-service-role/ecs.amazonaws.com/x`],
    ['aws', `arn:aws:iam::${account}:user/role/scanner`],
    ['aws', 'arn:aws:iam::1:role/scanner'],
    ['aws', 'arn:aws:iam::evil:role/scanner'],
    ['aws', 'arn:aws:iam::*:role/scanner'],
    ['aws', `arn:aws:iam::${account}:role/scanner `],
    ['aws', `arn:aws:iam::${account}:role/scanner/x`],
    ['aws', `x arn:aws:iam::${account}:role/scanner`],
    ['aws', `mallory:role/cost-saver`],
    ['kubernetes', 'system:serviceaccount:ci:deployer '],
    ['kubernetes', ' system:serviceaccount:ci:deployer'],
    ['kubernetes', 'system:serviceaccount:ci:deployer:x'],
    ['kubernetes', 'system:serviceaccount:kube-system:a:b'],
    ['gcp', 'mallory@x@container-engine-robot.iam.gserviceaccount.com'],
    ['gcp', 'principal://iam.googleapis.com/x/subject/1@cloudservices.gserviceaccount.com'],
    ['gcp', 'ci@acme.iam.gserviceaccount.com.evil.example'],
  ])('%s: %s is unknown, or a person', (cloud, name) => {
    expect(['unknown', 'human']).toContain(classOf(cloud, name).class);
  });

  it.each<[string, string]>([
    ['token.actions.githubusercontent.com.evil.example', 'unknown'],
    ['evil.example/oidc-provider/app.terraform.io', 'unknown'],
    ['gitlab.evil.example', 'claimed'],
    ['gitlab.com', 'trusted'],
    ['token.actions.githubusercontent.com', 'trusted'],
  ])('the identity provider %s is %s', (host, expected) => {
    const actor = classifyActor(
      eventBy({ federatedBy: `arn:aws:iam::${account}:oidc-provider/${host}` }),
      builtInSignatures,
    );

    expect(actor.class === 'unknown' ? 'unknown' : actor.evidence).toBe(expected);
  });

  const junk = fc.constantFrom(
    ...[' ', '\t', '\u00a0', '\u200b', ':', ':role/', '/', 'x', '*', '@', '\u0430', '\r\n', '%2F'],
  );
  const changed = fc
    .tuple(fc.constantFrom(...genuine), junk, fc.nat(200), fc.boolean())
    .map(([[cloud, name], piece, at, isInstead]) => {
      const position = at % (name.length + 1);
      const rest = name.slice(position + (isInstead ? 1 : 0));
      return { cloud, name, other: `${name.slice(0, position)}${piece}${rest}` };
    })
    .filter(({ name, other }) => name !== other);

  it('match no signature of somebody else', () => {
    fc.assert(
      fc.property(changed, ({ cloud, name, other }) => {
        const real = classOf(cloud, name);
        const actor = classOf(cloud, other);
        // The pattern leaves a path, an account or a namespace open, where others choose names.
        const isKnown = [real.signature, 'kube-system', 'service-linked-role'].includes(
          actor.signature,
        );
        const isOpen = isKnown && isAlike(cloud, name, other);
        expect(
          isOpen || actor.evidence === 'claimed' || ['unknown', 'human'].includes(actor.class),
          `${other} as ${actor.signature}`,
        ).toBe(true);
        expect(actor.principal).not.toBe(name);
      }),
      { numRuns: cases(20_000, 1000) },
    );
  });
});

/** Whether a name differs only in a part for which the pattern has a `*`. */
function isAlike(cloud: Cloud, name: string, other: string): boolean {
  if (cloud === 'gcp')
    return /^[^@\s:]+@/.test(other) && other.split('@')[1] === name.split('@')[1];
  if (cloud === 'kubernetes') {
    return /^system:serviceaccount:[a-z0-9-]+:[a-z0-9.-]+$/.test(other);
  }
  const reserved = /:role\/aws-(?:reserved|service-role)\/[\w.-]+\.amazonaws\.com\//;
  return (
    /^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(other) &&
    (reserved.test(other) || other.includes(':role/cost-saver'))
  );
}
