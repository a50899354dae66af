import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answered, Asked } from '../../collect/servers/http.ts';
import { type Schema, unnamed, violations } from './schema.ts';

export interface Operation {
  /** Names of the query parameters. */
  readonly query: readonly string[];
  readonly request?: Schema;
  /** By status code, or `success` if the vendor's description has no status codes. */
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Response {
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** The calls that Parley makes, as the vendor describes them. */
export interface Description {
  readonly version: string;
  /** By `METHOD /path/{parameter}`. */
  readonly operations: Readonly<Record<string, Operation>>;
}

export function readDescription(file: string): Description {
  const path = join(import.meta.dirname, '../../../../fixtures/openapi', file);
  return JSON.parse(readFileSync(path, 'utf8'));
}

function operationOf(description: Description, { method, url }: Asked): string | undefined {
  const matches = Object.keys(description.operations).filter((key) => {
    const [verb, template = ''] = key.split(' ');
    const form = template.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+');
    return verb === method && new RegExp(`^${form}$`).test(url.pathname);
  });
  return matches[0];
}

/** The answer completed with the vendor's example, since servers send far more than Parley uses. */
export function filledUp(description: Description, asked: Asked, answer: Answered): Answered {
  const key = operationOf(description, asked);
  const example = description.operations[key ?? '']?.responses[answer.status]?.example;
  if (example === undefined || answer.body === '') return answer;
  return { ...answer, body: JSON.stringify(fill(JSON.parse(answer.body), example)) };
}

function fill(value: unknown, example: unknown): unknown {
  if (Array.isArray(value)) {
    const [first] = Array.isArray(example) ? example : [];
    return first === undefined ? value : value.map((one) => fill(one, first));
  }
  if (!isObject(value) || !isObject(example)) return value;
  const own = Object.entries(value).map(([name, one]) => [name, fill(one, example[name])]);
  return { ...example, ...Object.fromEntries(own) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a call differs from the vendor's description. */
export function strayings(
  description: Description,
  asked: Asked,
  answer: Answered,
): readonly string[] {
  const key = operationOf(description, asked);
  const operation = description.operations[key ?? ''];
  if (operation === undefined) return [`${asked.method} ${asked.url.pathname} is not described`];
  const query = [...asked.url.searchParams.keys()].filter(
    (name) => !operation.query.includes(name),
  );
  const response = responseOf(operation, answer.status);
  const found = [
    ...query.map((name) => `the query has no ${name}`),
    ...requestStrayings(operation, asked),
    ...(response === undefined
      ? [`no answer ${answer.status}`]
      : answerStrayings(response, answer)),
  ];
  return found.map((one) => `${key}: ${one}`);
}

function responseOf({ responses }: Operation, status: number): Response | undefined {
  const { success } = responses;
  if (success === undefined) return responses[status];
  return status < 400 ? success : {};
}

function answerStrayings({ schema }: Response, { body }: Answered): readonly string[] {
  if (schema === undefined || body === '') return [];
  const value: unknown = JSON.parse(body);
  const items = Array.isArray(value) ? value : [value];
  const form = Array.isArray(value) ? (schema.items ?? {}) : schema;
  // Without property names, the schema does not tell which members are unknown.
  const strange = items.flatMap((one) =>
    form.properties && isObject(one) ? unnamed(form, one) : [],
  );
  return [
    ...violations(schema, value, 'answer'),
    ...[...new Set(strange)].map((name) => `the answer has no ${name}`),
  ];
}

function requestStrayings({ request }: Operation, asked: Asked): readonly string[] {
  if (asked.body === '') return [];
  if (request === undefined) return ['the request has no body'];
  const body = JSON.parse(asked.body);
  return [
    ...violations(request, body, 'request'),
    ...unnamed(request, body).map((name) => `the request has no ${name}`),
  ];
}
