import { describe, expect, it } from 'vitest';
import type { Drift } from '../../../src/model/drift.ts';
import { inferIntents } from '../../../src/stages/intent/infer.ts';
import type { InferInput } from '../../../src/stages/intent/types.ts';
import { actor, deleted, event, lookup, makeDrift } from './make.ts';

const route = deleted('aws_route.default');
const memory = makeDrift('aws_lambda_function.checkout', ['memory_size'], 256, 1024);
const table = makeDrift('aws_dynamodb_table.orders', ['read_capacity'], 5, 40);
const tags = ['a', 'b'].map((name) =>
  makeDrift(`aws_sqs_queue.${name}`, ['tags', 'Team'], 'shop', 'ops'),
);
const alarms = ['lag', 'depth'].map((name) =>
  makeDrift(`aws_cloudwatch_metric_alarm.${name}`, ['threshold'], 10, 90),
);
const evening = [route, memory, table, ...tags, ...alarms];

/** Summaries of the intents inferred from one actor's changes within a minute, one call each. */
function sentences(
  drifts: readonly Drift[],
  who = actor('ann'),
  more: Partial<InferInput> = {},
): readonly string[] {
  const apart = drifts.map((drift, index) => ({ ...drift, evidence: [`e${index}`] }));
  const events = apart.map((_, index) => event(`e${index}`, 1, who));
  const intents = inferIntents({ drifts: apart, event: lookup(events), ...more });
  return intents.map(({ summary }) => summary).sort();
}

describe('a session about several things', () => {
  it('is an intent for each, and no title hides the route', () => {
    expect(sentences(evening)).toEqual([
      'Changed 2 tags on 2 resources (Team)',
      'Deleted route default',
      'Raised memory of function checkout from 256 to 1024 MB',
      'Raised read capacity of table orders from 5 to 40',
      'Raised threshold of alarms depth and lag from 10 to 90',
    ]);
  });

  it('is one for each thing of half an hour in Azure', () => {
    const vault = 'azurerm_key_vault.main';
    const database = 'azurerm_mssql_database.orders';
    const alert = (name: string) => `azurerm_monitor_metric_alert.${name}`;

    expect(
      sentences([
        makeDrift(database, ['sku_name'], 'S0', 'S2'),
        makeDrift(database, ['max_size_gb'], 10, 50),
        makeDrift(vault, ['soft_delete_retention_days'], 90, 7),
        makeDrift(alert('errors'), ['enabled'], true, false),
        makeDrift(alert('latency'), ['enabled'], true, false),
      ]),
    ).toHaveLength(3);
  });

  it.each([
    ['a ticket that names the whole', evening, actor('ann', 'human', 'OPS-4312'), {}],
    ['a deployment', evening, actor('ci', 'pipeline'), {}],
    ['a reference from one to the other', [memory, table], actor('ann'), { related: () => true }],
    [
      'one module',
      [
        makeDrift('module.shop.aws_lambda_function.a', ['memory_size'], 1, 2),
        makeDrift('module.shop.aws_sqs_queue.b', ['delay_seconds'], 1, 2),
      ],
      actor('ann'),
      {},
    ],
    [
      'one name',
      [
        makeDrift('aws_lambda_function.shop', ['memory_size'], 1, 2),
        makeDrift('aws_sqs_queue.shop', ['delay_seconds'], 1, 2),
      ],
      actor('ann'),
      {},
    ],
  ])('is one intent with %s', (_, drifts, who, more) => {
    expect(sentences(drifts, who, more)).toHaveLength(1);
  });

  it.each([
    ['call', [event('e0', 1, actor('ann'))], ['e0', 'e0']],
    [
      'deployment',
      ['e0', 'e1'].map((id) => ({ ...event(id, 1, actor('ann')), deployment: 'c-1' })),
      ['e0', 'e1'],
    ],
  ])('is one intent of one %s', (_, events, ids) => {
    const drifts = [memory, table].map((drift, index) => ({
      ...drift,
      evidence: [ids[index] ?? ''],
    }));

    expect(inferIntents({ drifts, event: lookup(events) })).toHaveLength(1);
  });

  it('is one intent if no event says who did it', () => {
    const drifts = [memory, table].map((drift) => ({ ...drift, evidence: [] }));

    expect(inferIntents({ drifts, event: () => undefined })).toHaveLength(1);
  });

  it('is split by purpose if one title has no room for everything', () => {
    const one = (field: string, from: number | string, to: number | string) =>
      makeDrift('module.shop.aws_lambda_function.api', [field], from, to);
    const drifts = [
      one('memory_size', 256, 512),
      one('timeout', 3, 6),
      one('reserved_concurrent_executions', 5, 9),
      one('runtime', 'nodejs18.x', 'nodejs20.x'),
    ];

    expect(sentences(drifts)).toEqual([
      'Changed runtime of function api from nodejs18.x to nodejs20.x',
      'Raised memory of function api from 256 to 512 MB and raised reserved concurrency of function api from 5 to 9',
      'Raised timeout of function api from 3 to 6 seconds',
    ]);
  });

  it('names the most harmful change first, whatever it was for', () => {
    const severity = ({ address }: Drift) => (address === route.address ? 5 : 0);

    const [whole] = sentences(evening, actor('ann', 'human', 'OPS-1'), { severity });

    expect(whole).toMatch(/^Deleted route default, .* more changes$/);
  });

  it('keeps each drift, with its own events, exactly once', () => {
    const drifts = evening.map((drift, index) => ({ ...drift, evidence: [`e${index}`] }));
    const events = drifts.map((_, index) => event(`e${index}`, index, actor('ann')));

    const intents = inferIntents({ drifts, event: lookup(events) });

    expect(intents.flatMap((intent) => intent.drifts).sort()).toEqual(
      drifts.map(({ id }) => id).sort(),
    );
    expect(intents.map(({ window }) => [window.from, window.to])).toContainEqual([
      events[1]?.time,
      events[1]?.time,
    ]);
  });
});
