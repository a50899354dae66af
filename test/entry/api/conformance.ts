import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Record<string, { schema: Schema }> }>
  >;
}

export interface Document extends Record<string, unknown> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** How a response deviates from the OpenAPI document; empty if it conforms. */
export type Conformance = (
  path: string,
  method: string,
  response: Response,
) => Promise<readonly string[]>;

export function createConformance(document: Document): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Undocumented members count as errors: they could leak data of another tenant.
  const components = closed(document.components) as Schema;
  ajv.addSchema({ $id: 'https://parley.example/api', components });
  const known = new Map<string, ValidateFunction>();

  const validatorOf = (schema: Schema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const made = known.get(key) ?? ajv.compile(absolute(schema));
    known.set(key, made);
    return made;
  };

  return async (asked, method, response) => {
    // Dot segments are resolved, as they are before a server sees the path.
    const path = new URL(asked, 'http://parley.example').pathname;
    const template = Object.keys(document.paths).find((one) => fits(one, path));
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const operation = template === undefined ? undefined : document.paths[template]?.[verb];
    const isRefused = response.status === 404 || response.status === 405;
    if (operation === undefined) {
      return isRefused
        ? problems(response, validatorOf(problem))
        : [`${method} ${path} is unknown`];
    }
    const answer = operation.responses[response.status];
    if (answer === undefined) return [`${response.status} is not documented`];
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    if (answer.content === undefined) return type === '' ? [] : [`a body of ${type}`];
    const media = answer.content[type];
    if (media === undefined) return [`${type} is not documented`];
    return type.endsWith('json') ? problems(response, validatorOf(media.schema)) : [];
  };
}

const problem = { $ref: '#/components/schemas/Problem' };

async function problems(
  response: Response,
  validate: ValidateFunction,
): Promise<readonly string[]> {
  const body: unknown = await response.clone().json();
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    (one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`,
  );
}

function absolute(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"#/', '"https://parley.example/api#/');
  return JSON.parse(text);
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Schema = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, closed(each)]),
  );
  const isObject = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isObject ? { additionalProperties: false, ...copy } : copy;
}

function fits(template: string, path: string): boolean {
  const form = template.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${form}$`).test(path);
}
