import { describe, expect, it } from 'vitest';
import {
  coversDifference,
  type SeenDifferences,
  withDrift,
} from '../../../../src/code/terraform/run/seen.ts';
import { change, idle, plan } from './plan-json.ts';

const a = 'aws_sqs_queue.a';
const b = 'aws_sqs_queue.b';

function seen(targets: SeenDifferences['targets'], drift: readonly string[] = []): SeenDifferences {
  const shown = plan({
    resource_drift: drift.map((each) => change(each, ['update'], { delay: 1 }, { delay: 2 })),
  });
  return { targets, refreshed: new Set(), drift: shown.resourceDrift, file: 'x' };
}

describe('what was seen of a project', () => {
  it.each<readonly [SeenDifferences['targets'], readonly string[], boolean]>([
    ['all', [a, b], true],
    ['all', [], true],
    [[a, b], [a], true],
    [[a], [a, b], false],
    // Without an address, all of the project is asked about.
    [[a], [], false],
  ])('of %j covers %j: %s', (targets, addresses, expected) => {
    expect(coversDifference(seen(targets), addresses)).toBe(expected);
  });

  it('is the drift of a plan that begins behind it, as far as that is about it', () => {
    const later = plan({ resource_changes: [idle('aws_sqs_queue.c'), idle(a)] });

    const whole = withDrift(later, seen('all', [b, a, 'aws_sqs_queue.other']), [b]);

    expect(whole.resourceDrift.map(({ address }) => address)).toEqual([a, b]);
    expect(whole.resourceDrift[0]?.differences).toMatchObject([{ before: 1, after: 2 }]);
  });

  it('goes along with a resource that gets another address', () => {
    const moved = { ...idle('aws_sqs_queue.new'), previous_address: a };
    const later = plan({ resource_changes: [moved] });

    const whole = withDrift(later, seen([a], [a]), ['aws_sqs_queue.new']);

    expect(whole.resourceDrift).toMatchObject([
      { address: 'aws_sqs_queue.new', previousAddress: a },
    ]);
  });

  it('does not hide what moved since', () => {
    const since = change(a, ['update'], { delay: 2 }, { delay: 3 });
    const later = plan({ resource_changes: [idle(a)], resource_drift: [since] });

    const whole = withDrift(later, seen([a], [a]), [a]);

    expect(whole.resourceDrift.map(({ after }) => after)).toEqual([{ delay: 2 }, { delay: 3 }]);
  });
});
