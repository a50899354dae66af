import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { logCase } from './values.ts';

const values = useProject('values');
const maps = { in: 'maps.tf' } as const;
const vars = { in: 'values.auto.tfvars' } as const;

runCases(values, 'merge', [
  logCase({
    name: 'tag of the literal operand',
    of: 'own',
    tags: { Owner: 'billing' },
    ...maps,
    writes: 'merge(local.tags, { Owner = "billing" })',
  }),
  logCase({
    name: 'tag of the operand that all share',
    by: 'cli human',
    of: 'shared',
    tags: { Stage: 'canary' },
    ...maps,
    writes: 'merge(local.tags, { Owner = "checkout", Stage = "canary" })',
  }),
  logCase({
    name: 'tag that no operand has',
    of: 'added',
    tags: { Pager: 'ann' },
    ...maps,
    writes: 'Pager = "ann"',
  }),
  logCase({
    name: 'tag removed from the literal operand',
    by: 'cloud custodian',
    of: 'dropped',
    untag: 'Debug',
    ...maps,
    drops: 'Debug = "on"',
  }),
  logCase({
    name: 'tag of an operand from a variable file',
    by: 'cost bot',
    of: 'extra',
    tags: { Ledger: 'us' },
    ...vars,
    writes: 'Ledger = "us" # asked for by finance',
  }),
  logCase({
    name: 'tag of an operand within an expanded list',
    of: 'layered',
    tags: { Tier: 'three' },
    ...maps,
    writes: 'merge([local.tags, { Tier = "three" }, var.archive ?',
  }),
]);

runCases(values, 'lookup', [
  logCase({
    name: 'entry of a variable file',
    of: 'looked_up',
    days: 120,
    ...vars,
    writes: 'billing = 120',
  }),
  logCase({
    name: 'entry that is not there yet',
    by: 'cli human',
    of: 'not_found',
    days: 60,
    ...vars,
    writes: 'carts = 60',
  }),
  logCase({
    name: 'entry within a template',
    of: 'contact',
    tags: { Contact: 'team-store' },
    ...vars,
    writes: 'orders = "store" # was: store',
  }),
  logCase({
    name: 'entry of a map of maps',
    of: 'nested',
    tags: { Channel: 'c-money' },
    ...vars,
    writes: 'slack = "c-money"',
  }),
  logCase({
    name: 'missing entry of a map of maps',
    by: 'cli human',
    of: 'nested_missing',
    tags: { Channel: 'billing@shop.test' },
    ...vars,
    writes: 'mail = "billing@shop.test"',
  }),
  logCase({
    name: 'entry of one instance',
    by: 'on call',
    of: 'each["search"]',
    days: 90,
    ...maps,
    writes: 'search = 90',
  }),
  logCase({
    name: 'instance that relies on the default',
    of: 'each["mail"]',
    days: 7,
    ...maps,
    writes: 'mail = 7',
  }),
]);

runCases(values, 'lookup by all', [
  {
    ...logCase({
      name: 'default that all who rely on it have left',
      by: 'cost bot',
      of: 'each["mail"]',
      days: 3,
      ...maps,
      writes: 'lookup(local.days, each.key, 3)',
    }),
    act: async ({ logs }) => {
      for (const name of ['mail', 'push']) {
        const logGroupName = `/values/each/${name}`;
        await logs.putRetentionPolicy({ logGroupName, retentionInDays: 3 });
      }
    },
    expect: {
      kind: 'codified',
      at: ['aws_cloudwatch_log_group.each["mail"]', 'aws_cloudwatch_log_group.each["push"]'],
      in: ['maps.tf'],
      writes: ['lookup(local.days, each.key, 3)'],
    },
  },
]);
