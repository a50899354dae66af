import { describe, expect, it } from 'vitest';
import type { Effect, ResourceRef } from '../../../src/model/effect.ts';
import type { World } from './world.ts';
import { effect, run } from './world.ts';

const address = 'aws_sns_topic_subscription.mail';
const type = 'aws_sns_topic_subscription';
const hidden = 'HIDDEN_DUE_TO_SECURITY_REASONS';
const world: World = {
  state: { [address]: { arn: 't:1', topic_arn: 't', protocol: 'email', endpoint: 'a@b.c' } },
};

/** Somebody creates a subscription; the create call gives these names. */
function subscribed(minute: number, key: Readonly<Record<string, string>>, arn: string): Effect {
  const resource: ResourceRef = { type, keys: [{ arn }, key] };
  return effect(minute, `made ${minute}`, resource, { kind: 'create', attributes: {} });
}

const gone = effect(1, 'gone', { type, keys: [{ arn: 't:1' }] }, { kind: 'delete' });
const masked = { topic_arn: 't', protocol: 'email', endpoint: hidden };

const existence = (effects: readonly Effect[]) =>
  run(world, effects).drifts.find((drift) => drift.address === address)?.live;

describe('a deleted resource, when the log masks a name of what was made since', () => {
  it.each<[string, readonly Effect[]]>([
    ['under another id', [gone, subscribed(2, masked, 't:2')]],
    ['among others', [gone, subscribed(2, masked, 't:2'), subscribed(3, masked, 't:3')]],
  ])('may be there again: %s', (_, effects) => {
    expect(existence(effects)).toEqual({
      kind: 'unknown',
      why: 'another one was made since, whose endpoint the log masks: it may be there again',
    });
  });

  it.each<[string, readonly Effect[]]>([
    ['nothing was made', [gone]],
    ['it was made before', [subscribed(0, masked, 't:2'), gone]],
    ['it has another protocol', [gone, subscribed(2, { ...masked, protocol: 'sms' }, 't:2')]],
    ['it is of another topic', [gone, subscribed(2, { ...masked, topic_arn: 'u' }, 't:2')]],
    ['its names are known', [gone, subscribed(2, { ...masked, endpoint: 'x@y.z' }, 't:2')]],
  ])('is gone: %s', (_, effects) => {
    expect(existence(effects)).toEqual({ kind: 'absent' });
  });
});
