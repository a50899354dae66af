import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApis } from './api.ts';
import type { Document } from './conformance.ts';

const open = testApis();
let api: TestApi;
let document: Document;

beforeAll(async () => {
  api = open();
  document = await (await api.call('/openapi.json')).json();
});

interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

function operations(): readonly (readonly [route: string, operation: Operation])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const,
    ),
  );
}

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI document', async () => {
    const result = await new Validator().validate(document);

    expect(result).toEqual({ valid: true });
  });

  it('names every operation once and has no dangling references', () => {
    const names = operations().map(([, { operationId }]) => operationId);
    const references: string[] =
      JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
    const schemas = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );

    expect(new Set(names).size).toBe(names.length);
    expect(references.filter((one) => !schemas.includes(one))).toEqual([]);
    // A schema without a reference is a leftover.
    expect(schemas.filter((one) => !references.includes(one))).toEqual([]);
  });

  it('lists exactly the routes of the app', () => {
    const routes = api.app.routes
      .filter(({ method }) => ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
      // Web pages are not part of the API.
      .filter(({ path }) => !/^\/(?:ui(?:\/.*)?)?$/.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);

    expect(
      operations()
        .map(([route]) => route)
        .sort(),
    ).toEqual([...new Set(routes)].sort());
  });

  it('lists the error responses of each call', () => {
    for (const [route, { security, responses }] of operations()) {
      const statuses = Object.keys(responses);
      expect(statuses, route).toEqual(expect.arrayContaining(['400', '500']));
      if (security.length > 0) expect(statuses, route).toContain('401');
    }
  });
});

describe('docs/api.md', () => {
  it('has the table of the routes', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../../docs/api.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `(GET|POST|PUT|DELETE) (\S+)` \| ([^|]+) \|/gm)];
    const documented = rows.map(
      ([, method, path, access]) => `${method} ${path} ${access?.trim()}`,
    );
    const actual = operations().map(([route, { security }]) => {
      const ways = security.map((one) =>
        Object.entries(one)
          .map(([scheme, [scope]]) => (scope === undefined ? scheme : `\`${scope}\``))
          .join(''),
      );
      return `${route} ${ways.length === 0 ? 'anybody' : ways.join(' or ')}`;
    });

    expect(documented.sort()).toEqual([...actual].sort());
  });
});
