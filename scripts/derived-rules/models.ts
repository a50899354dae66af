import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The parts used of a service model in the format of `service-2.json`. */
export interface SourceModel {
  readonly metadata: {
    readonly protocol: string;
    readonly endpointPrefix: string;
    readonly signingName?: string;
  };
  readonly operations: Readonly<Record<string, SourceOperation>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

interface SourceOperation {
  readonly input?: { readonly shape: string };
  readonly output?: { readonly shape: string };
}

export interface Shape {
  readonly type: string;
  readonly members?: Readonly<Record<string, MemberShape>>;
  readonly required?: readonly string[];
  readonly member?: MemberShape;
  readonly key?: MemberShape;
  readonly value?: MemberShape;
}

export interface MemberShape {
  readonly shape: string;
  readonly location?: string;
  readonly locationName?: string;
  readonly queryName?: string;
  readonly idempotencyToken?: boolean;
  readonly jsonvalue?: boolean;
}

/** One API. `name` is its folder, such as `apigatewayv2`. */
export interface Model {
  readonly name: string;
  readonly source: SourceModel;
}

/** The newest model of every service, by event source (`ec2.amazonaws.com`). */
export function readModels(
  folder: string,
  sources: ReadonlySet<string>,
): ReadonlyMap<string, readonly Model[]> {
  const found = new Map<string, Model[]>();
  for (const name of readdirSync(folder).sort()) {
    const source = newestModel(join(folder, name));
    if (source === undefined) continue;
    const { signingName, endpointPrefix } = source.metadata;
    const key = `${signingName ?? endpointPrefix}.amazonaws.com`;
    if (!sources.has(key)) continue;
    found.set(key, [...(found.get(key) ?? []), { name, source }]);
  }
  return found;
}

function newestModel(folder: string): SourceModel | undefined {
  if (!/^[a-z0-9-]+$/.test(folder.slice(folder.lastIndexOf('/') + 1))) return undefined;
  const versions = readdirSync(folder).filter((version) => /^\d{4}-/.test(version));
  const newest = versions.sort().at(-1);
  if (newest === undefined) return undefined;
  const plain = join(folder, newest, 'service-2.json');
  if (existsSync(plain)) return JSON.parse(readFileSync(plain, 'utf8')) as SourceModel;
  const packed = `${plain}.gz`;
  if (!existsSync(packed)) return undefined;
  return JSON.parse(gunzipSync(readFileSync(packed)).toString('utf8')) as SourceModel;
}

/**
 * The model that contains an operation of a type. Among several, the one that the type is named
 * after.
 */
export function modelOf(
  models: readonly Model[],
  operation: string,
  type: string,
): Model | undefined {
  const having = models.filter(({ source }) => Object.hasOwn(source.operations, operation));
  if (having.length < 2) return having[0];
  const plain = type.replaceAll('_', '');
  const named = having
    .filter(({ name }) => plain.includes(name.replaceAll('-', '')))
    .sort((a, b) => b.name.length - a.name.length);
  return named[0] ?? having[0];
}

export interface Signature {
  readonly input: Structure | undefined;
  readonly output: Structure | undefined;
}

/** A structure with its members resolved. */
export interface Structure {
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  /** Spellings that a log may have, apart from capitalization, joined by `|`. */
  readonly wire: string;
  readonly required: boolean;
  /** True for a token that the caller generates for each call. */
  readonly token: boolean;
  readonly kind: MemberKind;
  /** Members of a structure. */
  inner(): Structure;
}

export type MemberKind =
  | 'text'
  | 'number'
  | 'bool'
  | 'texts'
  | 'text-map'
  | 'tags'
  | 'tag-specifications'
  | 'structure'
  | 'other';

/** Input and output of an operation. */
export function signatureOf({ source }: Model, operation: string): Signature {
  const { input, output } = source.operations[operation] ?? {};
  const structure = (ref: { readonly shape: string } | undefined) =>
    ref === undefined ? undefined : structureOf(source, ref.shape);
  return { input: structure(input), output: structure(output) };
}

function structureOf(source: SourceModel, shapeName: string): Structure {
  const shape = source.shapes[shapeName];
  const required = new Set(shape?.required ?? []);
  const members = Object.entries(shape?.members ?? {}).map(([name, ref]): Member => {
    const kind = kindOf(source, ref);
    return {
      name,
      wire: wireNames(source, name, ref, kind),
      required: required.has(name),
      token: ref.idempotencyToken === true,
      kind,
      inner: () => structureOf(source, ref.shape),
    };
  });
  return { members };
}

const textTypes = new Set(['string', 'character']);
const numberTypes = new Set(['integer', 'long', 'float', 'double', 'short']);

function kindOf(source: SourceModel, ref: MemberShape): MemberKind {
  const shape = source.shapes[ref.shape];
  if (shape === undefined || ref.jsonvalue === true) return 'other';
  if (textTypes.has(shape.type)) return 'text';
  if (numberTypes.has(shape.type)) return 'number';
  if (shape.type === 'boolean') return 'bool';
  if (shape.type === 'list') return listKind(source, shape);
  if (shape.type === 'map') {
    const value = source.shapes[shape.value?.shape ?? ''];
    return value !== undefined && textTypes.has(value.type) ? 'text-map' : 'other';
  }
  if (shape.type !== 'structure') return 'other';
  const names = Object.keys(shape.members ?? {});
  if (names.length === 1 && names[0] === 'Value') {
    return kindOf(source, shape.members?.['Value'] ?? ref);
  }
  return 'structure';
}

function listKind(source: SourceModel, shape: Shape): MemberKind {
  const element = source.shapes[shape.member?.shape ?? ''];
  if (element === undefined) return 'other';
  if (textTypes.has(element.type)) return 'texts';
  const names = Object.keys(element.members ?? {}).map((name) => name.toLowerCase());
  if (names.length === 2 && names.includes('resourcetype') && names.includes('tags')) {
    return 'tag-specifications';
  }
  const isTag = names.length === 2 && names.some((name) => name === 'key' || name === 'tagkey');
  return isTag && names.some((name) => name === 'value' || name === 'tagvalue') ? 'tags' : 'other';
}

/** EC2 and XML bodies use other names on the wire. Lists of EC2 end in `Set`. */
function wireNames(
  { metadata }: SourceModel,
  name: string,
  { location, locationName, queryName }: MemberShape,
  kind: MemberKind,
): string {
  const names = [name];
  const isWire = metadata.protocol === 'ec2' || metadata.protocol === 'rest-xml';
  if (isWire && location === undefined) {
    for (const other of [locationName, queryName]) if (other !== undefined) names.push(other);
    if (metadata.protocol === 'ec2' && kind !== 'text' && kind !== 'number' && kind !== 'bool') {
      names.push(...names.map((one) => `${one.replace(/s$/, '')}Set`));
    }
  }
  const seen = new Map(names.map((one) => [one.toLowerCase(), one] as const).reverse());
  return [...seen.values()].reverse().join('|');
}
