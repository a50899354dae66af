/** The part of OpenAPI 3.0's JSON Schema that the trimmed descriptions use. */
export interface Schema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly maxLength?: number;
}

/** How a value violates its schema, with the place of each violation. */
export function violations(schema: Schema, value: unknown, place = '$'): readonly string[] {
  if (value === null) {
    const isFine = schema.nullable === true || schema.type === undefined;
    return isFine ? [] : [`${place} is null`];
  }
  if (schema.type !== undefined && !isOfType(schema.type, value)) {
    return [`${place} is not of type ${schema.type}`];
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${place} is not listed`];
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Number.MAX_VALUE)) {
    return [`${place} is too long`];
  }
  return [...parts(schema, value, place), ...choices(schema, value, place)];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return typeof value === type;
}

function parts(schema: Schema, value: unknown, place: string): readonly string[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.flatMap((one, index) => violations(items, one, `${place}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    Object.hasOwn(value, name)
      ? violations(member, Reflect.get(value, name), `${place}.${name}`)
      : [],
  );
  return [...missing.map((name) => `${place}.${name} is missing`), ...named];
}

function choices(schema: Schema, value: unknown, place: string): readonly string[] {
  const all = (schema.allOf ?? []).flatMap((one) => violations(one, value, place));
  const some = [schema.oneOf, schema.anyOf].flatMap((options) => {
    if (options === undefined || options.length === 0) return [];
    const fits = options.some((one) => violations(one, value, place).length === 0);
    return fits ? [] : [`${place} fits none of the forms`];
  });
  return [...all, ...some];
}

/** Members of a request that no variant of the schema names; a server would ignore such typos. */
export function unnamed(schema: Schema, value: object): readonly string[] {
  const forms = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.keys(value).filter((name) => !names.has(name));
}
