import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Reduces an OpenAPI 3.0 description to the calls that Parley makes: `npx tsx
 * test/adapters/forge/openapi/trim.ts api.github.com.json fixtures/openapi/github.json`.
 */
const calls = [
  'GET /repos/{owner}/{repo}/pulls',
  'POST /repos/{owner}/{repo}/pulls',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'POST /repos/{owner}/{repo}/check-runs',
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'POST /repos/{owner}/{repo}/statuses/{sha}',
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
  'POST /app/installations/{installation_id}/access_tokens',
  'POST /app-manifests/{code}/conversions',
  'GET /repos/{owner}/{repo}/installation',
  'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
];

/** How many levels of members keep their schemas and examples; anything is accepted below. */
const deepest = 2;

type Node = Record<string, unknown>;

const [source = '', target = ''] = process.argv.slice(2);
const whole: Node = JSON.parse(readFileSync(source, 'utf8'));

function node(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function resolved(value: unknown): Node {
  const ref = node(value)['$ref'];
  if (typeof ref !== 'string') return node(value);
  const found = ref
    .split('/')
    .slice(1)
    .reduce((at: unknown, name) => node(at)[name], whole);
  return resolved(found);
}

function schemaOf(value: unknown, depth: number): Node {
  const schema = resolved(value);
  const kept: Node = {};
  for (const name of ['type', 'nullable', 'enum', 'maxLength']) {
    if (schema[name] !== undefined) kept[name] = schema[name];
  }
  for (const name of ['oneOf', 'anyOf', 'allOf']) {
    const forms = schema[name];
    if (Array.isArray(forms)) kept[name] = forms.map((form) => schemaOf(form, depth));
  }
  if (depth === 0) return kept;
  if (schema['items'] !== undefined) kept['items'] = schemaOf(schema['items'], depth);
  if (schema['properties'] === undefined) return kept;
  if (schema['required'] !== undefined) kept['required'] = schema['required'];
  const members = Object.entries(node(schema['properties']));
  kept['properties'] = Object.fromEntries(
    members.map(([name, member]) => [name, schemaOf(member, depth - 1)]),
  );
  return kept;
}

function contentOf(value: unknown): Node {
  return node(node(resolved(value)['content'])['application/json']);
}

function exampleOf(content: Node): unknown {
  const [first] = Object.values(node(content['examples']));
  return shortened(content['example'] ?? resolved(first)['value'], deepest);
}

function shortened(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => shortened(one, depth));
  if (typeof value !== 'object' || value === null) return value;
  const members = depth === 0 ? [] : Object.entries(value);
  return Object.fromEntries(members.map(([name, one]) => [name, shortened(one, depth - 1)]));
}

function operationOf(call: string): Node {
  const [method = '', path = ''] = call.split(' ');
  const item = node(node(whole['paths'])[path]);
  const operation = node(item[method.toLowerCase()]);
  if (operation['responses'] === undefined) throw new Error(`${call} is not described.`);
  const parameters = [item['parameters'], operation['parameters']].flat().map(resolved);
  const request = contentOf(operation['requestBody'])['schema'];
  const responses = Object.entries(node(operation['responses'])).map(([status, response]) => {
    const content = contentOf(response);
    const isUsed = status.startsWith('2') && content['schema'] !== undefined;
    const schema = isUsed ? { schema: schemaOf(content['schema'], deepest) } : {};
    return [status, { ...schema, ...(isUsed ? { example: exampleOf(content) } : {}) }];
  });
  return {
    query: parameters.filter((one) => one['in'] === 'query').map((one) => one['name']),
    ...(request === undefined ? {} : { request: schemaOf(request, deepest) }),
    responses: Object.fromEntries(responses),
  };
}

const { title, version } = node(whole['info']);
// One line per call, so that a diff against a newer version shows which calls changed.
const lines = calls.map((call) => `${JSON.stringify(call)}: ${JSON.stringify(operationOf(call))}`);
const head = `"title": ${JSON.stringify(title)},\n"version": ${JSON.stringify(version)}`;
writeFileSync(target, `{${head},\n"operations": {\n${lines.join(',\n')}\n}}\n`);
