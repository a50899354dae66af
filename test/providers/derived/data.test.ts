import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldSetPaths, measure } from '../../../scripts/derived-rules/measure.ts';
import { modelOf, readModels, signatureOf } from '../../../scripts/derived-rules/models.ts';
import { dottedPath } from '../../../src/model/path.ts';
import { awsEntries } from '../../../src/providers/aws/all.ts';
import type { WireMembers, WireTarget } from '../../../src/providers/derived/format.ts';
import { loadDerivedRules } from '../../../src/providers/derived/load.ts';
import { loadSchema } from '../../../src/providers/schema/load.ts';
import { isComputedOnly, schemaAt } from '../../../src/providers/schema/query.ts';
import { pathProblem } from '../catalog/schema.ts';

const data = loadDerivedRules();
const schema = loadSchema();
const all = data
  .operations()
  .flatMap(({ service, operation }) =>
    (data.targets(service, operation) ?? []).map((target) => ({ service, operation, target })),
  );

/** Every `attribute:conversion` in the members, with the full path of the attribute. */
function codesOf(members: WireMembers, base = ''): readonly (readonly [string, string])[] {
  const own = `${base}${typeof members[''] === 'string' ? members[''] : ''}`;
  return Object.entries(members).flatMap(([name, code]) => {
    if (name === '' || code === '-') return [];
    if (typeof code !== 'string') return codesOf(code, own);
    const colon = code.lastIndexOf(':');
    return [[`${own}${code.slice(0, colon)}`, code.slice(colon + 1)] as const];
  });
}

function kindAt(type: string, path: string): string {
  const place = schemaAt(schema, type, dottedPath(path));
  if (place?.kind !== 'attribute') return place?.kind ?? 'nothing';
  const { type: own } = place;
  return own.kind === 'list' || own.kind === 'set' || own.kind === 'map'
    ? `${own.kind} of ${own.element.kind}`
    : own.kind;
}

const fitting: Readonly<Record<string, string>> = {
  t: 'string',
  n: 'number',
  b: 'bool',
  l: 'list of string',
  s: 'set of string',
  m: 'map of string',
};

describe('the derived operations', () => {
  it('are of types that the provider has', () => {
    const strange = all.filter(({ target }) => schema.resource(target.type) === undefined);

    expect(strange).toEqual([]);
  });

  it('cover the types that have operations at all', () => {
    const types = new Set(all.map(({ target }) => target.type));

    expect(types.size).toBeGreaterThanOrEqual(1500);
  });

  it('set attributes that the provider has, of a kind that fits', () => {
    const wrong = all.flatMap(({ target: { type, members = {} } }) =>
      codesOf(members).flatMap(([path, code]) => {
        const problem = pathProblem(type, dottedPath(path));
        if (problem !== undefined) return [problem];
        if (code === '?') return [];
        return kindAt(type, path) === fitting[code] ? [] : [`${type} ${path} is no ${code}`];
      }),
    );

    expect([...new Set(wrong)]).toEqual([]);
  });

  it('set nothing that only the provider may set', () => {
    const wrong = all.flatMap(({ target: { type, members = {} } }) =>
      fieldSetPaths(members)
        .filter((path) => path === 'id' || isComputedOnly(schema, type, dottedPath(path)))
        .map((path) => `${type} ${path}`),
    );

    expect([...new Set(wrong)]).toEqual([]);
  });

  it('name resources by attributes that they have', () => {
    const wrong = all.flatMap(({ target: { type, keys } }) =>
      keys
        .flatMap((key) => Object.keys(key))
        .filter((name) => schema.resource(type)?.attributes.has(name) !== true)
        .map((name) => `${type} ${name}`),
    );

    expect([...new Set(wrong)]).toEqual([]);
  });

  it('agree with the hand-written entries for the same operations', () => {
    const derived = data.operations().map(({ service, operation }) => ({
      service,
      operation,
      targets: data.targets(service, operation) ?? [],
    }));
    const measured = measure(derived, awsEntries);

    expect(measured.operations).toBeGreaterThan(140);
    expect(measured.right / measured.derived).toBeGreaterThan(0.6);
    expect(1 - measured.missed.length / measured.written).toBeGreaterThan(0.6);
    // Once derived, and wrong: a member of a part with the same name as a member of the whole.
    expect(measured.strange.filter((one) => one.includes(':PutWarmPool '))).toEqual([]);
  });
});

/** The folder of the service models, if Python's botocore is installed. */
function modelsFolder(): string | undefined {
  try {
    const code =
      'import botocore, os; print(os.path.join(os.path.dirname(botocore.__file__), "data"))';
    const folder = execFileSync('python3', ['-c', code], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

const folder = modelsFolder();

/** Services that AWS discontinued and whose models are gone. */
const retired = new Set(
  ['elastictranscoder', 'evidently', 'opsworks', 'qldb', 'worklink'].map(
    (name) => `${name}.amazonaws.com`,
  ),
);

/** Names that are neither wire names of the API nor alternatives of one. */
function unknownMembers(
  names: readonly string[],
  known: readonly { readonly name: string; readonly wire: string }[],
): readonly string[] {
  const wires = new Set(known.flatMap(({ wire }) => [wire, ...wire.split('|')]));
  return names.filter((name) => !wires.has(name));
}

describe.skipIf(folder === undefined)('against the models of the services', () => {
  const services = new Set(all.map(({ service }) => service));
  const models: ReturnType<typeof readModels> =
    folder === undefined ? new Map() : readModels(folder, services);

  const describeTarget = (
    service: string,
    operation: string,
    { type, members = {} }: WireTarget,
  ) => {
    const model = modelOf(models.get(service) ?? [], operation, type);
    if (model === undefined) return [`${service}:${operation} has no model`];
    const input = signatureOf(model, operation).input?.members ?? [];
    return unknownMembers(
      Object.keys(members).filter((name) => name !== ''),
      input,
    ).map((name) => `${service}:${operation} has no member ${name}`);
  };

  it('every operation and member is one of the API', () => {
    const wrong = all
      .filter(({ service }) => !retired.has(service))
      .flatMap(({ service, operation, target }) => describeTarget(service, operation, target));

    expect([...new Set(wrong)]).toEqual([]);
  });
});
