import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readCompose } from './compose-file.ts';
import { read } from './files.ts';

const check = new Ajv({ strict: false, allErrors: true }).compile(
  JSON.parse(read('fixtures/deploy/compose.json')),
);

function strayings(file: unknown): readonly string[] {
  check(file);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

// The name of the project is newer than the schema.
const { name, ...compose } = readCompose((variable) =>
  variable.startsWith('PARLEY_') ? undefined : `value-of-${variable.toLowerCase()}`,
);

describe('docker-compose.yml', () => {
  it('conforms to the Compose Specification', () => {
    expect(strayings(compose)).toEqual([]);
    expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  });

  it.each([
    ['a member that there is not', 'serve', { comand: [] }],
    ['a list for a text', 'redis', { image: [] }],
    ['a health check of a wrong form', 'redis', { healthcheck: { retries: 'x' } }],
  ])('would not conform with %s', (_, service, slip) => {
    const services = { ...compose.services, [service]: { ...compose.services[service], ...slip } };

    expect(strayings({ ...compose, services })).not.toEqual([]);
  });

  it('names only networks and volumes that it declares', () => {
    for (const { networks, volumes } of Object.values(compose.services)) {
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (!/^[./]/.test(from)) expect(Object.keys(compose.volumes)).toContain(from);
      }
    }
  });
});
