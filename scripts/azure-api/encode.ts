/** Member, by its dotted name in a body -> model or kind of value. */
export type ApiModel = Readonly<Record<string, string>>;

export interface ApiFacts {
  /** `microsoft.network/virtualnetworks/write` */
  readonly operations: ReadonlySet<string>;
  /** ARM type in lower case -> the models of its bodies. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
  readonly models: ReadonlyMap<string, ApiModel>;
}

/** The file content, with a line for each type and model that the types reach. */
export function encodeApi(
  read: readonly ApiFacts[],
  mapped: readonly { readonly arm: string }[],
): string {
  const types = new Set(mapped.map(({ arm }) => arm.toLowerCase()));
  const models = new Map(read.flatMap((one) => [...one.models]));
  const bodies = new Map<string, readonly string[]>();
  for (const [type, names] of read.flatMap((one) => [...one.bodies])) {
    const arm = type.replace('/subscriptions/', '/');
    if (types.has(arm))
      bodies.set(arm, [...new Set([...(bodies.get(arm) ?? []), ...names])].sort());
  }
  const reached = new Map<string, ApiModel>();
  const queue = [...bodies.values()].flat();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const model = models.get(name);
    if (model === undefined || reached.has(name)) continue;
    reached.set(name, model);
    queue.push(...Object.values(model).map((target) => target.replaceAll(/[{}[\]]/g, '')));
  }
  const namespaces = new Set([...types].map((type) => type.split('/')[0] ?? ''));
  const operations = new Set(
    read
      .flatMap((one) => [...one.operations])
      .filter((one) => namespaces.has(one.split('/')[0] ?? '')),
  );
  return `{
  "operations": ${lines([...operations].sort())},
  "bodies": ${entries(bodies)},
  "models": ${entries(new Map([...reached].map(([name, model]) => [name, sorted(model)])))}
}
`;
}

function sorted(model: ApiModel): ApiModel {
  return Object.fromEntries(Object.entries(model).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lines(values: readonly string[]): string {
  return `[\n${values.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`;
}

function entries(values: ReadonlyMap<string, unknown>): string {
  const all = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = all.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${text.join(',\n')}\n  }`;
}
