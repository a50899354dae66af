import { methodsOf } from './methods.ts';
import type { GoogleApi, GoogleMethod, GoogleModel } from './read.ts';

interface Mapped {
  readonly service: string;
  readonly operations: readonly string[];
}

/**
 * The file content, with a line for each method and model. Bodies and parameters are listed for the
 * methods that the catalog maps, and models are those that these reach.
 */
export function encodeGoogleApi(read: readonly GoogleApi[], mapped: readonly Mapped[]): string {
  const methods = new Map<string, readonly (readonly string[])[]>();
  const queue: string[] = [];
  for (const api of read) {
    const names = [...api.methods.keys()];
    const known = new Set(
      mapped
        .filter(({ service }) => service === api.service)
        .flatMap(({ operations }) => operations)
        .flatMap((operation) => methodsOf(api.service, operation, names)),
    );
    for (const [name, versions] of api.methods) {
      const taken = known.has(name) ? versions : [];
      methods.set(`${api.service} ${name}`, taken.map(asList));
      queue.push(...taken.map(({ body }) => body));
    }
  }
  const models = new Map(read.flatMap((one) => [...one.models]));
  const reached = new Map<string, GoogleModel>();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const model = models.get(name);
    if (model === undefined || reached.has(name)) continue;
    reached.set(name, sorted(model));
    queue.push(...Object.values(model).map((target) => target.replaceAll(/[{}[\]]/g, '')));
  }
  return `{
  "methods": ${lines(methods)},
  "models": ${lines(reached)}
}
`;
}

function asList({ body, parameters }: GoogleMethod): readonly string[] {
  return [body, ...parameters];
}

function sorted(model: GoogleModel): GoogleModel {
  return Object.fromEntries(Object.entries(model).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lines(values: ReadonlyMap<string, unknown>): string {
  const all = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = all.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${text.join(',\n')}\n  }`;
}
