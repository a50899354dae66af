import fc from 'fast-check';
import type { Json } from '../../../src/model/json.ts';
import type { FactName, Facts } from '../../../src/stages/arbitration/facts.ts';
import { type FactKind, vocabulary } from '../../../src/stages/policy/vocabulary.ts';

/** A person raised a number in production. */
export const sampleFacts: Facts = {
  'actor.class': 'human',
  'actor.name': 'maria@example.com',
  'actor.principal': 'arn:aws:iam::123456789012:role/maria',
  'actor.trusted': true,
  'actor.recorded': true,
  'actor.root': false,
  'actor.deployer': false,
  'intent.purpose': 'change',
  'intent.confidence': 0.9,
  'intent.ticket': undefined,
  'intent.announced': false,
  'intent.expired': false,
  'change.address': 'aws_sqs_queue.orders',
  'change.type': 'aws_sqs_queue',
  'change.field': 'delay_seconds',
  'change.kind': 'modify',
  'change.old': 5,
  'change.new': 10,
  'change.ports': [],
  'change.sources': [],
  'change.principals': [],
  'change.grants_added': [],
  'change.grants_removed': [],
  'change.part': false,
  'change.known': true,
  'change.same': false,
  'change.scaled': false,
  'change.direction': 'raise',
  'change.zero': false,
  'change.bounds': undefined,
  'change.floor': undefined,
  'change.undeclared': false,
  'change.unapplied': false,
  'change.stale': false,
  'change.owner': 'nobody',
  'change.version': false,
  'change.contention': false,
  'change.coverage': 'mapped',
  'change.confirmed': false,
  'harm.severity': 0,
  'harm.dimension': undefined,
  'harm.direction': 'none',
  'harm.possible': 0,
  'harm.strengthens': 0,
  'harm.security': 0,
  'harm.durability': 0,
  'harm.availability': 0,
  'harm.routing': 0,
  'harm.observability': 0,
  'harm.cost': 0,
  'harm.governance': 0,
  'cost.factor': undefined,
  'cost.direction': undefined,
  'cost.monthly_change': undefined,
  'cost.currency': undefined,
  approved: false,
  'approval.by': undefined,
  'approval.role': undefined,
  'approval.ticket': undefined,
  'approval.carries': undefined,
  'approval.gap': undefined,
  'context.now': '2026-03-14T08:00:00Z',
  'context.environment': 'production',
  'context.production': true,
  'context.incident': 'none',
  'context.maintenance': false,
  'context.freeze': false,
};

/** Facts that may be unknown. */
const optional: ReadonlySet<string> = new Set([
  'change.bounds',
  'change.direction',
  'change.old',
  'change.new',
  'approval.by',
  'approval.carries',
  'approval.gap',
  'approval.role',
  'approval.ticket',
  'harm.dimension',
  'change.floor',
  'context.environment',
  'intent.ticket',
]);

const words = ['production', 'staging', 'dev', 'shop', 'INC-7', 'x', ''];

/** Values for facts whose format matters. */
const openTexts: Readonly<Partial<Record<FactName, readonly string[]>>> = {
  'change.address': ['module.shop.aws_sqs_queue.orders', 'aws_s3_bucket.logs', 'module.x.y.z'],
  'change.type': ['aws_sqs_queue', 'aws_s3_bucket'],
  'context.now': ['2026-03-14T08:00:00Z', '2026-03-13T23:30:00Z', '2025-12-31T02:00:00Z'],
};

/** Facts in any combination, of which some may be unknown. */
export const anyFacts: fc.Arbitrary<Facts> = fc
  .record(
    Object.fromEntries(
      (Object.entries(vocabulary) as [FactName, FactKind][]).map(([name, kind]) => [
        name,
        optional.has(name)
          ? fc.option(anyValue(name, kind), { nil: undefined })
          : anyValue(name, kind),
      ]),
    ),
  )
  .map((facts) => facts as unknown as Facts);

function anyValue(name: FactName, kind: FactKind): fc.Arbitrary<Json> {
  switch (kind.type) {
    case 'flag':
      return fc.boolean();
    case 'list':
      return fc.array(fc.constantFrom('tcp/22', '0.0.0.0/0', 'iam:PassRole'), { maxLength: 3 });
    case 'value':
      return fc.oneof(
        fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
        fc.constantFrom<Json>(0, 3, 100, 101, '*', 'shop', ['*']),
      );
    case 'number':
      if (name === 'intent.confidence') return fc.double({ min: 0, max: 1, noNaN: true });
      return fc.integer({ min: name === 'approval.carries' ? 1 : 0, max: 5 });
    case 'text':
      return fc.constantFrom(...(kind.values ?? openTexts[name] ?? words));
  }
}
