import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Describes the calls that Parley makes, from the types generated from Gitea's own description:
 * `npx tsx test/adapters/forge/openapi/trim-types.ts index.d.ts VERSION
 * fixtures/openapi/gitea.json`. The types have no status codes, so any success is accepted.
 */
const calls = [
  'GET /repos/{owner}/{repo}/pulls',
  'POST /repos/{owner}/{repo}/pulls',
  'GET /repos/{owner}/{repo}/pulls/{index}',
  'PATCH /repos/{owner}/{repo}/pulls/{index}',
  'GET /repos/{owner}/{repo}/labels',
  'POST /repos/{owner}/{repo}/labels',
  'GET /repos/{owner}/{repo}/issues/{index}/labels',
  'POST /repos/{owner}/{repo}/issues/{index}/labels',
  'DELETE /repos/{owner}/{repo}/issues/{index}/labels/{id}',
  'GET /repos/{owner}/{repo}/issues/{index}/comments',
  'POST /repos/{owner}/{repo}/issues/{index}/comments',
  'PATCH /repos/{owner}/{repo}/issues/comments/{id}',
  'POST /repos/{owner}/{repo}/statuses/{sha}',
  'GET /repos/{owner}/{repo}/collaborators/{collaborator}/permission',
];

/** How many levels of members keep their types; anything is accepted below. */
const deepest = 3;

type Node = Record<string, unknown>;

const [source = '', version = '', target = ''] = process.argv.slice(2);
const text = readFileSync(source, 'utf8');

const simple: Readonly<Record<string, string>> = { string: 'string', boolean: 'boolean' };

function typeOf(written: string, isInteger: boolean, depth: number): Node {
  if (written.endsWith('[]')) {
    return { type: 'array', items: typeOf(written.slice(0, -2), isInteger, depth) };
  }
  const literals = written.split(' | ').map((one) => /^'(.*)'$/.exec(one)?.[1]);
  if (literals.every((one) => one !== undefined)) return { type: 'string', enum: literals };
  const type = simple[written];
  if (type !== undefined) return { type };
  if (written === 'number') return { type: isInteger ? 'integer' : 'number' };
  const alias = new RegExp(`^type ${written} = (.*);$`, 'm').exec(text)?.[1];
  if (alias !== undefined) return typeOf(alias, isInteger, depth);
  const body = new RegExp(`^interface ${written} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1];
  if (body === undefined) return {};
  return depth === 0 ? { type: 'object' } : { type: 'object', ...membersOf(body, depth) };
}

function membersOf(body: string, depth: number): Node {
  const members = body.matchAll(/((?:^ *\/?\*.*\n)*)^ {4}['"]?([\w-]+)['"]?(\??): (.*);$/gm);
  const found = [...members].map(([, said = '', name = '', mark = '', written = '']) => {
    const isInteger = said.includes('@format int');
    return { name, isNeeded: mark === '', type: typeOf(written, isInteger, depth - 1) };
  });
  const required = found.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
  return {
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(found.map(({ name, type }) => [name, type])),
  };
}

function operationOf(call: string): Node {
  const [method = '', path = ''] = call.split(' ');
  const at = text.indexOf(`@request ${method}:${path}\n`);
  if (at < 0) throw new Error(`${call} is not described.`);
  const signature = /\*\/\s*\w+: \(([\s\S]*?)\) => Promise<HttpResponse<(.*?), any>>;/.exec(
    text.slice(at),
  );
  const [, parameters = '', answer = ''] = signature ?? [];
  const [, query = ''] = /query\?: \{\n([\s\S]*?)\n {8}\}/.exec(parameters) ?? [];
  const names = [...query.matchAll(/^ {12}['"]?([\w-]+)['"]?\??:/gm)].map(([, name]) => name);
  const [, body] = /body: (\w+)/.exec(parameters) ?? [];
  const schema = answer === 'void' ? {} : { schema: typeOf(answer, false, deepest) };
  return {
    query: names,
    ...(body === undefined ? {} : { request: typeOf(body, false, deepest) }),
    responses: { success: schema },
  };
}

// One line per call, so that a diff against a newer version shows which calls changed.
const lines = calls.map((call) => `${JSON.stringify(call)}: ${JSON.stringify(operationOf(call))}`);
const head = `"title": "Gitea API",\n"version": ${JSON.stringify(version)}`;
writeFileSync(target, `{${head},\n"operations": {\n${lines.join(',\n')}\n}}\n`);
