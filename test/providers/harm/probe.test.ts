import { describe, expect, it } from 'vitest';
import type { Harm } from '../../../src/model/harm.ts';
import { readResourceHarm } from '../../../src/providers/harm/read.ts';
import { shipped } from './facts.ts';
import { awsAdmission } from './probe/aws-admission.ts';
import { awsRunning } from './probe/aws-running.ts';
import { awsSettings } from './probe/aws-settings.ts';
import { azureRunning } from './probe/azure-running.ts';
import { azureStorage } from './probe/azure-storage.ts';
import { googleAdmission } from './probe/google-admission.ts';
import { googleRunning } from './probe/google-running.ts';
import { graded } from './probe/graded.ts';
import { kubernetesCluster } from './probe/kubernetes-cluster.ts';
import { kubernetesPods } from './probe/kubernetes-pods.ts';
import { moreAwsAccess } from './probe/more-aws-access.ts';
import { moreAwsData } from './probe/more-aws-data.ts';
import { moreAwsRunning } from './probe/more-aws-running.ts';
import { moreAzure } from './probe/more-azure.ts';
import { moreGoogleKubernetes } from './probe/more-google-kubernetes.ts';
import { otherAwsAccess } from './probe/other-aws-access.ts';
import { otherAwsData } from './probe/other-aws-data.ts';
import { otherAwsNetwork } from './probe/other-aws-network.ts';
import { otherAzure } from './probe/other-azure.ts';
import { otherGoogle } from './probe/other-google.ts';
import { otherKubernetes } from './probe/other-kubernetes.ts';
import type { Case, Graded } from './probe/types.ts';

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
const other = [
  ...otherAwsAccess,
  ...otherAwsData,
  ...otherAwsNetwork,
  ...otherAzure,
  ...otherGoogle,
  ...otherKubernetes,
];
const all = [...first, ...more, ...other];

function harmOfCase([, type, before, after]: Case | Graded): readonly Harm[] {
  const change = { type, ...(before && { before }), ...(after && { after }) };
  return readResourceHarm(shipped, change, { type, before, after, own: { accounts: [] } }).harms;
}

/** A harmless case raises no sure alarm; a label matches the worst sure harm of its dimension. */
function isRight(one: Case): boolean {
  const harm = harmOfCase(one);
  const sure = harm.filter(({ doubt }) => doubt === undefined);
  const [dimension, direction] = one[4].split(' ');
  if (direction === undefined) return !sure.some((each) => each.direction === 'weakens');
  return sure.find((each) => each.dimension === dimension)?.direction === direction;
}

/** Whether some sure harm is reported that weakens something, in whatever dimension. */
function isReported(one: Case): boolean {
  const harm = harmOfCase(one);
  return harm.some(({ doubt, direction }) => doubt === undefined && direction === 'weakens');
}

/** The severity of the worst sure harm with the dimension and direction of the label. */
function severityOf(one: Graded): number | undefined {
  return harmOfCase(one).find(
    ({ dimension, direction, doubt }) =>
      doubt === undefined && `${dimension} ${direction}` === one[4],
  )?.severity;
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
    expect(other.length).toBeGreaterThanOrEqual(180);
  });

  it('are judged to make things worse, or to do no harm, whatever of them is damaged', () => {
    const isWrong = (one: Case) =>
      one[4] === 'harmless' ? isReported(one) : one[4].endsWith('weakens') && !isReported(one);

    expect(other.filter(isWrong).map(say)).toEqual([]);
  });

  it.each([
    ['weaken', weakening],
    ['strengthen, or do no harm', others],
  ])('are judged right where they %s, 95 in 100 at least', (_, cases) => {
    const misses = cases.filter((one) => !isRight(one)).map(say);
    if (misses.length > 0) process.stdout.write(`${misses.join('\n')}\n`);

    expect(misses.length / cases.length).toBeLessThanOrEqual(0.05);
  });

  it.each(graded)('are as severe as that: %s (%s)', (...one) => {
    expect(severityOf(one)).toBe(one[5]);
  });
});
