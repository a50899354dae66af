import type { JsonObject } from '../../../src/model/json.ts';

interface StateResource {
  readonly module?: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly instances: readonly {
    readonly index_key?: string | number;
    readonly attributes?: JsonObject;
  }[];
}

/**
 * Attributes by address. The harness reads states itself, so that it can judge how Parley reads
 * them.
 */
export function parseState(text: string): ReadonlyMap<string, JsonObject> {
  const { resources } = JSON.parse(text) as { readonly resources: readonly StateResource[] };
  return new Map(
    resources
      .filter(({ mode }) => mode === 'managed')
      .flatMap(({ module, type, name, instances }) =>
        instances.map(({ index_key: key, attributes = {} }) => {
          const prefix = module === undefined ? '' : `${module}.`;
          const suffix = key === undefined ? '' : `[${JSON.stringify(key)}]`;
          return [`${prefix}${type}.${name}${suffix}`, attributes] as const;
        }),
      ),
  );
}
