import { useProject } from '../harness/project.ts';
import { runCases } from '../harness/run.ts';
import { networkCase } from './values.ts';

const values = useProject('values');

runCases(values, 'concat', [
  networkCase({
    name: 'network that joins the literal operand',
    of: 'joined_add',
    port: 8001,
    allow: '192.0.2.99/32',
    in: 'concat.tf',
    writes: 'concat(local.office, ["192.0.2.1/32", "192.0.2.99/32"])',
  }),
  networkCase({
    name: 'network that leaves the literal operand',
    by: 'security bot',
    of: 'joined_drop',
    port: 8002,
    revoke: '192.0.2.1/32',
    in: 'concat.tf',
    writes: 'concat(local.office, ["192.0.2.2/32"])',
  }),
  networkCase({
    name: 'network that joins the operand nobody else uses',
    of: 'joined_partner',
    port: 8003,
    allow: '203.0.113.64/28',
    in: 'concat.tf',
    writes: 'default = ["203.0.113.0/28", "203.0.113.64/28"]',
  }),
  networkCase({
    name: 'network in the place of another',
    of: 'joined_swap',
    port: 8004,
    revoke: '10.1.0.0/16',
    allow: '10.1.0.0/24',
    in: 'concat.tf',
    writes: 'concat(["10.1.0.0/24"], local.office)',
  }),
  networkCase({
    name: 'network in the branch taken',
    of: 'joined_branch',
    port: 8005,
    allow: '10.2.9.0/24',
    in: 'concat.tf',
    writes: 'var.critical ? ["10.2.0.0/16", "10.2.9.0/24"] : []',
  }),
  networkCase({
    name: 'network of three operands',
    by: 'security bot',
    of: 'joined_three',
    port: 8006,
    revoke: '10.3.0.0/16',
    in: 'concat.tf',
    drops: '["10.3.0.0/16"]',
  }),
]);

runCases(values, 'sets', [
  networkCase({
    name: 'network that joins a union',
    of: 'united_add',
    port: 8011,
    allow: '192.0.2.98/32',
    in: 'sets.tf',
    writes: 'setunion(local.office, ["192.0.2.3/32", "192.0.2.98/32"])',
  }),
  networkCase({
    name: 'network that leaves a union',
    by: 'security bot',
    of: 'united_drop',
    port: 8012,
    revoke: '192.0.2.4/32',
    in: 'sets.tf',
    writes: 'setunion(local.office, ["192.0.2.3/32"])',
  }),
  networkCase({
    name: 'network that leaves a set in a variable',
    of: 'set_drop',
    port: 8013,
    revoke: '10.4.0.0/16',
    in: 'sets.tf',
    writes: 'default = ["10.5.0.0/16"]',
  }),
  networkCase({
    name: 'network that joins toset',
    of: 'to_set',
    port: 8014,
    allow: '10.60.0.0/24',
    in: 'sets.tf',
    writes: 'toset(["10.6.0.0/16", "10.6.0.0/16", "10.60.0.0/24"])',
  }),
  networkCase({
    name: 'network that joins what is sorted and distinct',
    of: 'sorted',
    port: 8015,
    allow: '10.80.0.0/24',
    in: 'sets.tf',
    writes: 'sort(distinct(concat(["10.8.0.0/16", "10.80.0.0/24"], local.office)))',
  }),
  networkCase({
    name: 'network that a subtraction held back',
    of: 'subtracted',
    port: 8016,
    allow: '10.7.0.0/16',
    in: 'sets.tf',
    drops: 'blocked = ["10.7.0.0/16"]',
  }),
]);

runCases(values, 'flatten', [
  networkCase({
    name: 'network that joins the nested literal',
    of: 'flat_add',
    port: 8021,
    allow: '192.0.2.97/32',
    in: 'flatten.tf',
    writes: 'flatten([local.office, ["192.0.2.5/32", "192.0.2.97/32"]])',
  }),
  networkCase({
    name: 'network that leaves a deeper list',
    by: 'security bot',
    of: 'flat_drop',
    port: 8022,
    revoke: '192.0.2.7/32',
    in: 'flatten.tf',
    writes: 'flatten([local.office, [["192.0.2.6/32"]]])',
  }),
  networkCase({
    name: 'network of an entry that a loop goes over',
    of: 'flat_sites',
    port: 8023,
    revoke: '10.11.0.0/16',
    in: 'flatten.tf',
    writes: 'berlin = { cidrs = ["10.10.0.0/16"] }',
  }),
  networkCase({
    name: 'network that two loops make of an object',
    of: 'flat_team',
    port: 8024,
    allow: '192.0.2.12/32',
    in: 'flatten.tf',
    writes: '{ ip = "192.0.2.12" }',
  }),
  networkCase({
    name: 'network within the values of a map',
    by: 'security bot',
    of: 'flat_values',
    port: 8025,
    revoke: '10.14.0.0/16',
    in: 'flatten.tf',
    writes: 'flatten(values({ a = [], b = local.office }))',
  }),
  networkCase({
    name: 'network that joins what is compacted',
    of: 'flat_compact',
    port: 8026,
    allow: '10.15.9.0/24',
    in: 'flatten.tf',
    writes: 'compact(flatten([["", "10.15.0.0/16", "10.15.9.0/24"], local.office]))',
  }),
]);
