import { describe, expect, it } from 'vitest';
import type { AttributePath } from '../../../src/model/path.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { equivalent } from '../../../src/stages/drift/equal.ts';
import { schemaHints } from '../../../src/stages/drift/hints.ts';

const hint = schemaHints(loadSchema());
const network = 'projects/shop/global/networks/main';

describe('values of Google Cloud', () => {
  it.each<[string, string, AttributePath, string, string, boolean]>([
    [
      'a self link is the name that it ends in',
      'google_compute_firewall',
      ['network'],
      `https://www.googleapis.com/compute/v1/${network}`,
      network,
      true,
    ],
    [
      'whatever the version of the API',
      'google_compute_subnetwork',
      ['network'],
      `https://compute.googleapis.com/compute/beta/${network}`,
      `https://www.googleapis.com/compute/v1/${network}`,
      true,
    ],
    [
      'inside a block, too',
      'google_compute_instance',
      ['network_interface', 0, 'network'],
      `//compute.googleapis.com/${network}`,
      network,
      true,
    ],
    [
      'a name in another project is another one',
      'google_compute_firewall',
      ['network'],
      network,
      'projects/lab/global/networks/main',
      false,
    ],
    [
      'a duration may have any precision',
      'google_pubsub_topic',
      ['message_retention_duration'],
      '60.000s',
      '60s',
      true,
    ],
    [
      'a duration has its fractions',
      'google_pubsub_topic',
      ['message_retention_duration'],
      '60.500s',
      '60s',
      false,
    ],
    [
      'AWS has no such names',
      'aws_sqs_queue',
      ['name'],
      `https://www.googleapis.com/compute/v1/${network}`,
      network,
      false,
    ],
  ])('%s', (_, type, path, a, b, expected) => {
    expect(equivalent(a, b, hint(type, path))).toBe(expected);
  });
});
