import { setValue } from '../compare.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { FunctionHost } from '../scope.ts';
import { boolType, setType, stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { boolValue, stringValue, unknownValue } from '../value.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { fixed, stringAt } from './define.ts';
import { globPattern } from './glob.ts';
import { digests } from './hash.ts';

/**
 * A function of a file's content. The result is unknown if the file was not read, since it may
 * still exist.
 */
function ofFile(compute: (text: string) => string): FunctionDefinition {
  return fixed([stringType], stringType, (args, host) => {
    const path = stringAt(args, 0);
    const text = host.readFile?.(path);
    if (text === undefined) return notRead(path);
    return stringValue(compute(text));
  });
}

function notRead(path: string): Value {
  return unknownValue(`${path} is not among the files read`, stringType);
}

function pathParts(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function basename(path: string): string {
  if (path === '') return '.';
  return pathParts(path).at(-1) ?? '/';
}

/** The path without its last segment, and without `.`, `..` and double slashes. */
function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return clean(path.slice(0, slash + 1));
}

function clean(path: string): string {
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of pathParts(path)) {
    if (part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!rooted) parts.push(part);
  }
  if (parts.length === 0) return rooted ? '/' : '.';
  return `${rooted ? '/' : ''}${parts.join('/')}`;
}

const fileexists = fixed([stringType], boolType, (args, host) => {
  const path = stringAt(args, 0);
  if (host.readFile?.(path) !== undefined) return boolValue(true);
  return unknownValue(`${path} is not among the files read`, boolType);
});

const fileset = fixed([stringType, stringType], setType(stringType), (args, host) =>
  findFiles(clean(stringAt(args, 0)), stringAt(args, 1), host),
);

function findFiles(dir: string, pattern: string, host: FunctionHost): Value | Failure {
  if (host.listFiles === undefined) return unknownValue('no files were read', setType(stringType));
  const matcher = globPattern(pattern);
  if (matcher === undefined) return failure(`${JSON.stringify(pattern)} is no pattern.`);
  const prefix = dir === '.' ? '' : `${dir}/`;
  const found: Value[] = [];
  for (const path of host.listFiles()) {
    if (!path.startsWith(prefix)) continue;
    const name = path.slice(prefix.length);
    if (matcher.test(name)) found.push(stringValue(name));
  }
  return setValue(found, stringType);
}

export const fileFunctions: FunctionTable = {
  abspath: fixed([stringType], stringType, (args) => {
    const path = stringAt(args, 0);
    if (path.startsWith('/')) return stringValue(clean(path));
    return unknownValue('abspath() depends on the machine', stringType);
  }),
  basename: fixed([stringType], stringType, (args) => stringValue(basename(stringAt(args, 0)))),
  dirname: fixed([stringType], stringType, (args) => stringValue(dirname(stringAt(args, 0)))),
  file: ofFile((text) => text),
  filebase64: ofFile((text) => Buffer.from(text, 'utf8').toString('base64')),
  fileexists,
  fileset,
  pathexpand: fixed([stringType], stringType, (args) => {
    const path = stringAt(args, 0);
    if (!path.startsWith('~')) return stringValue(path);
    return unknownValue('pathexpand() depends on the machine', stringType);
  }),
  ...Object.fromEntries(
    Object.entries(digests).map(([name, compute]) => [
      name.startsWith('base64') ? `filebase64${name.slice(6)}` : `file${name}`,
      ofFile(compute),
    ]),
  ),
};
