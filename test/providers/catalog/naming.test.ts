import { describe, expect, it } from 'vitest';
import {
  firstManaged,
  globalArn,
  liesElsewhere,
  localRef,
} from '../../../src/providers/catalog/naming.ts';
import { auditEvent, estateOf } from './event.ts';

const event = auditEvent({ operation: 'PutThing' });
const arn = 'arn:aws:things:eu-central-1:111122223333:thing/a';
const thing = (own: string) => ({
  address: 'aws_thing.a',
  attributes: { name: 'a', arn: own },
});

describe('localRef', () => {
  it.each([
    ['in the same place', arn],
    ['without region', 'arn:aws:things::111122223333:path/to/a'],
    ['without ARN', ''],
  ])('takes the name of what lies %s', (_, own) => {
    const ref = localRef(event, estateOf(thing(own)), 'aws_thing', { name: 'a' }, arn);

    expect(ref).toEqual({ type: 'aws_thing', keys: [{ arn }, { name: 'a' }] });
  });

  it.each([
    ['account', arn.replace('111122223333', '999999999999')],
    ['region', arn.replace('eu-central-1', 'us-east-1')],
  ])('matches nothing of another %s', (_, own) => {
    const estate = estateOf(thing(own));

    expect(estate.find(localRef(event, estate, 'aws_thing', { name: 'a' }, arn))).toBeUndefined();
    expect(estate.find(localRef(event, estate, 'aws_thing', { name: 'a' }))).toBeUndefined();
  });

  it('is lenient where the event does not tell its place', () => {
    const managed = { ...thing(arn), type: 'aws_thing', declares: () => false };

    expect(liesElsewhere(managed, { ...event, scope: '', region: '' })).toBe(false);
  });

  it('needs a name', () => {
    expect(() => localRef(event, estateOf(), 'aws_thing', { name: undefined })).toThrow(
      /nothing in it names/,
    );
  });
});

describe('firstManaged', () => {
  const refs = ['aws_a', 'aws_b'].map((type) => ({ type, keys: [{ name: 'x' }] }));
  const [first, second] = refs as [(typeof refs)[0], (typeof refs)[0]];

  it('prefers what is managed, then what is first', () => {
    const estate = estateOf({ address: 'aws_b.x', attributes: { name: 'x' } });

    expect(firstManaged(estate, first, second)).toBe(second);
    expect(firstManaged(estateOf(), first, second)).toBe(first);
  });
});

it.each([
  ['eu-central-1', 'arn:aws:iam::111122223333:role/x'],
  ['cn-north-1', 'arn:aws-cn:iam::111122223333:role/x'],
  ['us-gov-west-1', 'arn:aws-us-gov:iam::111122223333:role/x'],
])('globalArn knows the partition of %s', (region, expected) => {
  expect(globalArn({ ...event, region }, 'iam', 'role/x')).toBe(expected);
});
