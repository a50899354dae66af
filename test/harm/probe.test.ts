import { describe, expect, it } from 'vitest';
import { harmOf } from '../../src/harm/harm-of.ts';
import type { Harm } from '../../src/model/harm.ts';
import { shipped } from './facts.ts';
import { awsAdmission } from './probe/aws-admission.ts';
import { awsRunning } from './probe/aws-running.ts';
import { awsSettings } from './probe/aws-settings.ts';
import { azureRunning } from './probe/azure-running.ts';
import { azureStorage } from './probe/azure-storage.ts';
import { googleAdmission } from './probe/google-admission.ts';
import { googleRunning } from './probe/google-running.ts';
import { kubernetesCluster } from './probe/kubernetes-cluster.ts';
import { kubernetesPods } from './probe/kubernetes-pods.ts';
import { moreAwsAccess } from './probe/more-aws-access.ts';
import { moreAwsData } from './probe/more-aws-data.ts';
import { moreAwsRunning } from './probe/more-aws-running.ts';
import { moreAzure } from './probe/more-azure.ts';
import { moreGoogleKubernetes } from './probe/more-google-kubernetes.ts';
import type { Case } from './probe/types.ts';

const first = [
  ...awsSettings,
  ...awsAdmission,
  ...awsRunning,
  ...azureStorage,
  ...azureRunning,
  ...googleAdmission,
  ...googleRunning,
  ...kubernetesPods,
  ...kubernetesCluster,
];
const more = [
  ...moreAwsData,
  ...moreAwsAccess,
  ...moreAwsRunning,
  ...moreAzure,
  ...moreGoogleKubernetes,
];
const all = [...first, ...more];

function harmOfCase([, type, before, after]: Case): readonly Harm[] {
  return harmOf(shipped, { type, ...(before && { before }), ...(after && { after }) });
}

/** Harmless is what raises no sure alarm; a label is met by the worst that is said of its dimension. */
function isRight(one: Case): boolean {
  const harm = harmOfCase(one);
  const sure = harm.filter(({ doubt }) => doubt === undefined);
  const [dimension, direction] = one[4].split(' ');
  if (direction === undefined) return !sure.some((each) => each.direction === 'weakens');
  return sure.find((each) => each.dimension === dimension)?.direction === direction;
}

function say(one: Case): string {
  const found = harmOfCase(one).map(
    (harm) => `${harm.dimension} ${harm.doubt ?? harm.direction} ${harm.severity}: ${harm.because}`,
  );
  return `${one[1]}: ${one[0]} is ${one[4]}, not ${found.join('; ') || 'nothing'}`;
}

const weakening = all.filter(([, , , , label]) => label.endsWith('weakens'));
const others = all.filter(([, , , , label]) => !label.endsWith('weakens'));

describe('changes that were labeled beforehand', () => {
  it('are many, and a third of the first ones do no harm', () => {
    const harmless = first.filter((one) => others.includes(one));

    expect(first.length).toBeGreaterThanOrEqual(150);
    expect(harmless.length).toBeGreaterThanOrEqual(first.length / 3);
    expect(more.length).toBeGreaterThanOrEqual(100);
  });

  it.each([
    ['weaken', weakening],
    ['strengthen, or do no harm', others],
  ])('are told right where they %s, 95 in 100 at least', (_, cases) => {
    const misses = cases.filter((one) => !isRight(one)).map(say);
    if (misses.length > 0) process.stdout.write(`${misses.join('\n')}\n`);

    expect(misses.length / cases.length).toBeLessThanOrEqual(0.05);
  });
});
