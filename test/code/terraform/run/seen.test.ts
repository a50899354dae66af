import { describe, expect, it } from 'vitest';
import { readPlanEvents } from '../../../../src/code/terraform/run/plan-events.ts';
import {
  coversDifference,
  planReachOf,
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

function ahead(targets: readonly string[], files: Readonly<Record<string, string>>) {
  const events = readPlanEvents('');
  return { ...seen(targets), patched: { files: new Map(Object.entries(files)), events } };
}

describe('the differences seen in a project', () => {
  it.each<readonly [SeenDifferences['targets'], readonly string[], boolean]>([
    ['all', [a, b], true],
    ['all', [], true],
    [[a, b], [a], true],
    [[a], [a, b], false],
    // No addresses means the whole project.
    [[a], [], false],
  ])('of %j cover %j: %s', (targets, addresses, expected) => {
    expect(coversDifference(seen(targets), addresses)).toBe(expected);
  });

  it('of patched files cover nothing', () => {
    expect(coversDifference(ahead([a], {}), [a])).toBe(false);
  });

  it.each<
    readonly [
      string,
      ReturnType<typeof planReachOf>,
      readonly string[],
      Readonly<Record<string, string>>,
    ]
  >([
    ['the same', 'exact', [b, a], { 'x.tf': 'x', 'y.tf': 'y' }],
    ['another text', undefined, [a, b], { 'x.tf': 'z', 'y.tf': 'y' }],
    ['a file more', undefined, [a, b], { 'x.tf': 'x', 'y.tf': 'y', 'z.tf': '' }],
    ['a file less', undefined, [a, b], { 'x.tf': 'x' }],
    ['fewer addresses', 'wider', [a], { 'x.tf': 'x', 'y.tf': 'y' }],
    ['another address', undefined, [a, 'aws_sqs_queue.c'], { 'x.tf': 'x', 'y.tf': 'y' }],
    ['all of the project', undefined, [], { 'x.tf': 'x', 'y.tf': 'y' }],
  ])('of patched files are the plan of %s: %s', (_, expected, addresses, files) => {
    const made = ahead([a, b], { 'x.tf': 'x', 'y.tf': 'y' });

    expect(planReachOf(made, new Map(Object.entries(files)), addresses)).toBe(expected);
    expect(planReachOf(seen([a, b]), new Map(Object.entries(files)), addresses)).toBe(undefined);
  });

  it('are the drift of a later plan that starts from them, as far as it is about them', () => {
    const later = plan({ resource_changes: [idle('aws_sqs_queue.c'), idle(a)] });

    const whole = withDrift(later, seen('all', [b, a, 'aws_sqs_queue.other']), [b]);

    expect(whole.resourceDrift.map(({ address }) => address)).toEqual([a, b]);
    expect(whole.resourceDrift[0]?.differences).toMatchObject([{ before: 1, after: 2 }]);
  });

  it('follow a resource that gets another address', () => {
    const moved = { ...idle('aws_sqs_queue.new'), previous_address: a };
    const later = plan({ resource_changes: [moved] });

    const whole = withDrift(later, seen([a], [a]), ['aws_sqs_queue.new']);

    expect(whole.resourceDrift).toMatchObject([
      { address: 'aws_sqs_queue.new', previousAddress: a },
    ]);
  });

  it('do not hide what has changed since', () => {
    const since = change(a, ['update'], { delay: 2 }, { delay: 3 });
    const later = plan({ resource_changes: [idle(a)], resource_drift: [since] });

    const whole = withDrift(later, seen([a], [a]), [a]);

    expect(whole.resourceDrift.map(({ after }) => after)).toEqual([{ delay: 2 }, { delay: 3 }]);
  });
});
