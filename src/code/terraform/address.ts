import { own } from '../../model/json.ts';

/** Key of an instance: `[0]`, `["a"]`, or none. */
export type InstanceKey = string | number | undefined;

export interface ModuleStep {
  readonly name: string;
  readonly key?: InstanceKey;
}

/** Address of a resource instance, or of the entire resource if there is no `key`. */
export interface ResourceAddress {
  readonly modules: readonly ModuleStep[];
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly key?: InstanceKey;
}

/** Parses `module.a["x"].aws_instance.web[0]`; undefined if the text is not a resource address. */
export function parseAddress(text: string): ResourceAddress | undefined {
  const parts = splitAddress(text);
  if (parts === undefined) return undefined;
  const modules: ModuleStep[] = [];
  let at = 0;
  while (parts[at]?.name === 'module' && parts.length - at > 2) {
    const call = parts[at + 1];
    if (call === undefined || parts[at]?.key !== undefined) return undefined;
    modules.push(call);
    at += 2;
  }
  const mode = parts[at]?.name === 'data' && parts.length - at === 3 ? 'data' : 'managed';
  if (mode === 'data') at += 1;
  const [type, name, ...more] = parts.slice(at);
  if (type === undefined || name === undefined || more.length > 0) return undefined;
  if (type.key !== undefined || type.name === 'module') return undefined;
  return { modules, mode, type: type.name, ...name };
}

/** Parses `module.a["x"].module.b`; undefined if the text is not the address of a module. */
export function parseModulePath(text: string): readonly ModuleStep[] | undefined {
  return parseAddress(`${text}.x.x`)?.modules;
}

export function formatResourceAddress(address: ResourceAddress): string {
  const prefix = address.modules.map((step) => `module.${formatStep(step)}.`).join('');
  const mode = address.mode === 'data' ? 'data.' : '';
  return `${prefix}${mode}${address.type}.${formatStep(address)}`;
}

/** Formats as `module.a["x"].module.b`; empty for the root. */
export function formatModulePath(modules: readonly ModuleStep[]): string {
  return modules.map((step) => `module.${formatStep(step)}`).join('.');
}

/** Formats as `name`, `name[0]` or `name["a"]`. */
export function formatStep(step: ModuleStep): string {
  return `${step.name}${formatKey(step.key)}`;
}

/** Formats as `[0]` or `["a"]`; empty without a key. */
export function formatKey(key: InstanceKey): string {
  if (key === undefined) return '';
  return typeof key === 'number' ? `[${key}]` : `[${quoteKey(key)}]`;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '${': '$${',
  '%{': '%%{',
};

/**
 * Quotes a key as Terraform prints it: with HCL escapes, and `\u....` for unprintable code points.
 */
function quoteKey(key: string): string {
  const body = key.replace(
    /[$%]\{|["\\\n\r\t]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    (found) => own(escapes, found) ?? escapeCode(found),
  );
  return `"${body}"`;
}

function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

const partSyntax = /([\p{L}_][\p{L}\p{N}_-]*)(?:\[(?:(\d+)|"((?:[^"\\]|\\.)*)")\])?(\.|$)/uy;

function splitAddress(text: string): readonly ModuleStep[] | undefined {
  const parts: ModuleStep[] = [];
  const part = new RegExp(partSyntax);
  for (let end = false; !end; ) {
    const match = part.exec(text);
    if (match === null) return undefined;
    const [, name = '', index, key, stop] = match;
    if (index !== undefined) parts.push({ name, key: Number(index) });
    else if (key !== undefined) parts.push({ name, key: unquoteKey(key) });
    else parts.push({ name });
    end = stop === '';
  }
  return parts;
}

const escaped = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([$%])\4\{/gsu;
const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function unquoteKey(text: string): string {
  return text.replace(escaped, (_all, short, long, single, marker) => {
    if (marker !== undefined) return `${marker}{`;
    if (single !== undefined) return controls.get(single) ?? single;
    const code = Number.parseInt(short ?? long, 16);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}
