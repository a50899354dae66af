import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { logCase } from './values.ts';

const values = useProject('values');
const loops = { in: 'loops.tf' } as const;
const objects = { in: 'objects.tf' } as const;
const counted = { in: 'counted.tf' } as const;

runCases(values, 'for expressions', [
  logCase({
    name: 'value of a map made of a map',
    of: 'mapped',
    tags: { 'owner-audit': 'compliance' },
    ...loops,
    writes: 'audit = "compliance"',
  }),
  logCase({
    name: 'entry more of a map made of a map',
    by: 'cli human',
    of: 'mapped',
    tags: { 'owner-flow': 'network' },
    ...loops,
    writes: 'flow = "network"',
  }),
  logCase({
    name: 'value of a map made of a filtered list',
    of: 'labelled',
    tags: { App: 'store' },
    ...loops,
    writes: '{ key = "App", value = "store", on = true },',
  }),
  logCase({
    name: 'number through loops and merges',
    by: 'cost bot',
    of: 'sized["web"]',
    days: 90,
    ...loops,
    writes: 'web = { size = "l", days = 90 }',
  }),
  logCase({
    name: 'default that merge gives, for one',
    of: 'sized["job"]',
    tags: { Size: 'M' },
    ...loops,
    writes: 'job = { days = 7, size = "m" }',
  }),
  logCase({
    name: 'element of a joined loop',
    by: 'cli human',
    of: 'listing',
    tags: { Hosts: 'a.shop.test c.shop.test' },
    ...loops,
    writes: 'for host in ["a", "c"]',
  }),
  logCase({
    name: 'member of a group',
    of: 'grouped',
    tags: { Prod: 'ann+dan' },
    ...loops,
    writes: '{ stage = "prod", name = "dan" },',
  }),
]);

runCases(values, 'optional objects', [
  logCase({
    name: 'attribute that is there',
    of: 'service["search"]',
    days: 60,
    ...objects,
    writes: 'days = 60',
  }),
  logCase({
    name: 'attribute of an entry that is empty',
    by: 'cost bot',
    of: 'service["mail"]',
    days: 30,
    ...objects,
    writes: 'days = 30',
  }),
  logCase({
    name: 'attribute that an entry on one line lacks',
    of: 'service["push"]',
    days: 7,
    ...objects,
    writes: 'days = 7 }',
  }),
  logCase({
    name: 'attribute within an object that is there',
    by: 'cli human',
    of: 'service["push"]',
    tags: { Channel: 'c-push' },
    ...objects,
    writes: 'alerts = { level = "error", channel = "c-push" }',
  }),
  logCase({
    name: 'attribute within an object that is not',
    of: 'service["fax"]',
    tags: { Level: 'info' },
    ...objects,
    writes: 'level = "info"',
  }),
  logCase({
    name: 'entry of an optional map',
    by: 'cli human',
    of: 'service["sms"]',
    tags: { Vendor: 'initech' },
    ...objects,
    writes: 'sms = { labels = { Vendor = "initech" } }',
  }),
  logCase({
    name: 'new entry of an optional map',
    of: 'service["chat"]',
    tags: { Vendor: 'acme' },
    ...objects,
    writes: 'Vendor = "acme"',
  }),
]);

runCases(values, 'count', [
  logCase({
    name: 'element of a list',
    of: 'shard[1]',
    days: 60,
    ...counted,
    writes: 'shard_days = [7, 60, 30]',
  }),
  logCase({
    name: 'element that only one instance uses',
    by: 'cli human',
    of: 'shard[1]',
    tags: { Owner: 'eve' },
    ...counted,
    writes: 'shard_owners = ["ann", "eve"]',
  }),
  logCase({
    name: 'element that two instances share',
    of: 'shard[2]',
    tags: { Owner: 'dan' },
    ...counted,
    writes: 'count.index == 2 ?',
  }),
  logCase({
    name: 'attribute of an element',
    by: 'cli human',
    of: 'shard[0]',
    tags: { Tier: 'warm' },
    ...counted,
    writes: '{ name = "a", tier = "warm" },',
  }),
  logCase({
    name: 'attribute through a splat',
    of: 'shard[2]',
    tags: { Zone: 'd' },
    ...counted,
    writes: '{ name = "d", tier = "cold" },',
  }),
  logCase({
    name: 'what is made of the index',
    by: 'cli human',
    of: 'shard[0]',
    tags: { Index: 'first' },
    ...counted,
    writes: 'count.index == 0 ?',
  }),
]);
