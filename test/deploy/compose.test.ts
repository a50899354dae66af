import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read } from './files.ts';

/** Numbers and truths that come from `${...}`, as Compose reads them. */
function filledIn(text: string): string {
  return text.replaceAll(
    /(?<!\$)\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise = '') => otherwise || `value-of-${name.toLowerCase()}`,
  );
}

const check = new Ajv({ strict: false, allErrors: true }).compile(
  JSON.parse(read('fixtures/deploy/compose.json')),
);

function strayings(file: unknown): readonly string[] {
  check(file);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

// The name of the project is younger than the schema.
const { name, ...compose } = parse(filledIn(read('docker-compose.yml')), { merge: true });

describe('docker-compose.yml', () => {
  it('is what the Compose Specification takes', () => {
    expect(strayings(compose)).toEqual([]);
    expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  });

  it.each<readonly [string, (file: typeof compose) => void]>([
    ['a member that there is not', (file) => Object.assign(file.services.serve, { comand: [] })],
    ['a list for a text', (file) => Object.assign(file.services.redis, { image: [] })],
    [
      'a health check of a wrong form',
      (file) => Object.assign(file.services.redis.healthcheck, { retries: 'x' }),
    ],
  ])('would not be with %s', (_, slip) => {
    const file = structuredClone(compose);
    slip(file);

    expect(strayings(file)).not.toEqual([]);
  });

  it('names only networks and volumes that it has', () => {
    for (const { networks, volumes } of Object.values<typeof compose>(compose.services)) {
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
      for (const volume of volumes as readonly string[]) {
        const [from = ''] = volume.split(':');
        if (!/^[./]/.test(from)) expect(Object.keys(compose.volumes)).toContain(from);
      }
    }
  });
});
