import { describe, expect, it } from 'vitest';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import { aws } from '../../../src/providers/aws/aws.ts';
import type { RequestType } from '../../../src/providers/catalog/request-table.ts';
import type { CatalogEntry, Estate } from '../../../src/providers/catalog/types.ts';
import { refused, unknownMembers, unknownOperations, withoutClient } from './api-exceptions.ts';
import { clients } from './api-logged.ts';
import { type ApiOperation, apiOperations, exampleOf } from './api-model.ts';
import { auditEvent, estateOf } from './event.ts';

type Operations = ReadonlyMap<string, readonly ApiOperation[]>;

const models = new Map<string, Operations>();
for (const [service, names] of Object.entries(clients)) {
  models.set(service, await apiOperations(names));
}

/** One estate in which nothing is managed, and one in which every lookup succeeds. */
const estates: readonly Estate[] = [
  estateOf(),
  {
    ...estateOf(),
    find: ({ type, keys: [key = {}] }) => ({
      address: `${type}.a`,
      type,
      attributes: key,
      declares: () => true,
    }),
  },
];

interface Reading {
  /** Members that the entry reads and none of its operations has: `request vpcConfig.subnetIds`. */
  readonly unknown: ReadonlySet<string>;
  /** Operations whose example the entry rejects. */
  readonly refused: ReadonlySet<string>;
}

/** Has an entry translate calls with every member that the models allow in them. */
function read(
  { operations, service, effects }: CatalogEntry,
  of: string,
  model: Operations,
): Reading {
  const known = new Set<string>();
  const unknown = new Map<string, string>();
  const taken = new Set<string>();
  const modelled = operations.filter((operation) => model.has(operation));
  for (const operation of modelled) {
    const noteIn = (side: string) => (path: string, isKnown: boolean) => {
      const name = `${side} ${path}`;
      if (isKnown) known.add(name.toLowerCase());
      else unknown.set(name.toLowerCase(), name);
    };
    for (const { input, output } of model.get(operation) ?? []) {
      const request = exampleOf(of, input, noteIn('request'));
      const response = exampleOf(of, output, noteIn('response'));
      for (const estate of estates) {
        try {
          effects(auditEvent({ service, operation, request, response }), estate);
          taken.add(operation);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
        }
      }
    }
  }
  return {
    unknown: new Set([...unknown].flatMap(([key, name]) => (known.has(key) ? [] : [name]))),
    refused: new Set(modelled.filter((operation) => !taken.has(operation))),
  };
}

const short = (service: string): string => service.replace(/\.amazonaws\.com$/, '');

/** By service, sorted. */
function collect(
  each: (entry: CatalogEntry, service: string, model: Operations | undefined) => Iterable<string>,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const entry of awsEntries) {
    const service = short(entry.service);
    const own = found.get(service) ?? new Set();
    found.set(service, own);
    for (const one of each(entry, service, models.get(service))) own.add(one);
  }
  return Object.fromEntries(
    [...found].flatMap(([service, own]) => (own.size === 0 ? [] : [[service, [...own].sort()]])),
  );
}

describe('compared with the API models of AWS, the catalog', () => {
  it('has only known services without a client', () => {
    expect(collect(({ operations }, _, model) => (model === undefined ? operations : []))).toEqual(
      withoutClient,
    );
  });

  it('has operations that the models have, and some that only logs have', () => {
    expect(
      collect(({ operations }, _, model) =>
        operations.filter((operation) => model !== undefined && !model.has(operation)),
      ),
    ).toEqual(unknownOperations);
  });

  it('reads members that the models have', () => {
    expect(
      collect((entry, service, model) =>
        model === undefined ? [] : read(entry, service, model).unknown,
      ),
    ).toEqual(unknownMembers);
  });

  it('accepts calls with every member', () => {
    expect(
      collect((entry, service, model) =>
        model === undefined ? [] : read(entry, service, model).refused,
      ),
    ).toEqual(refused);
  });
});

describe('a misspelling', () => {
  const spec: Omit<RequestType, 'service'> = {
    type: 'aws_lambda_function',
    identity: [{ function_name: 'functionName' }],
    fields: { timeout: 'timeout', 'vpc_config.0.subnet_ids': 'vpcConfig.subnetIds' },
    calls: { UpdateFunctionConfiguration: 'patch' },
  };
  const created = [{ arn: { response: 'functionArm' } }];

  it.each<[string, Partial<RequestType>, readonly string[]]>([
    ['nothing', {}, []],
    ['a member', { fields: { timeout: 'timeOut2' } }, ['request timeOut2']],
    [
      'a member of a member',
      { fields: { x: 'vpcConfig.subnetId' } },
      ['request VpcConfig.subnetId'],
    ],
    ['a key', { identity: [{ function_name: 'functoinName' }] }, ['request functoinName']],
    [
      'a member of the response',
      { created, calls: { UpdateFunctionConfiguration: 'create' } },
      ['response functionArm'],
    ],
  ])('of %s is found', (_, change, unknown) => {
    const model = models.get('lambda') ?? new Map();
    const entries = aws('lambda.amazonaws.com', [{ ...spec, ...change }]);

    expect(entries.flatMap((entry) => [...read(entry, 'lambda', model).unknown])).toEqual(unknown);
  });
});
