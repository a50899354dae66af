import { failure } from '../failure.ts';
import { decodeJson, encodeJson } from '../json-text.ts';
import { dynamicType, objectType, stringType } from '../type.ts';
import type { Value } from '../value.ts';
import { listValue, objectValue, stringValue, unknownValue } from '../value.ts';
import { decodeBytes, encodeText } from './charset.ts';
import { parseCsv } from './csv.ts';
import type { FunctionDefinition, FunctionTable } from './define.ts';
import { argumentAt, fixed, stringAt } from './define.ts';
import { decodeYaml } from './yaml-decode.ts';
import { encodeYaml } from './yaml-encode.ts';

/** Decodes padded Base64, ignoring line breaks; undefined if it is invalid. */
function fromBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\r\n]/g, '');
  const valid = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  return valid.test(digits) ? Buffer.from(digits, 'base64') : undefined;
}

const base64decode = fixed([stringType], stringType, (args) => {
  const bytes = fromBase64(stringAt(args, 0));
  if (bytes === undefined) return failure('the text is not Base64.');
  const text = decodeBytes(bytes, 'UTF-8');
  return text === undefined ? failure('the bytes are not UTF-8.') : stringValue(text);
});

const textdecodebase64 = fixed([stringType, stringType], stringType, (args) => {
  const bytes = fromBase64(stringAt(args, 0));
  if (bytes === undefined) return failure('the text is not Base64.');
  const text = decodeBytes(bytes, stringAt(args, 1));
  return text === undefined
    ? failure('the bytes are not text in this encoding.')
    : stringValue(text);
});

const textencodebase64 = fixed([stringType, stringType], stringType, (args) => {
  const bytes = encodeText(stringAt(args, 0), stringAt(args, 1));
  if (bytes === undefined) return failure('the text cannot be written in this encoding.');
  return stringValue(Buffer.from(bytes).toString('base64'));
});

const csvdecode = fixed([stringType], dynamicType, (args) => {
  const rows = parseCsv(stringAt(args, 0));
  if ('message' in rows) return rows;
  const [header, ...lines] = rows;
  if (header === undefined) return failure('a header line is missing.');
  if (new Set(header).size < header.length) return failure('two columns have the same name.');
  const type = objectType(new Map(header.map((name) => [name, stringType])));
  const objects = lines.map((fields) =>
    objectValue(header.map((name, index) => [name, stringValue(fields[index] ?? '')])),
  );
  return listValue(objects, type);
});

/** A function of any value, including null. */
function ofValue(encode: (value: Value) => string): FunctionDefinition {
  return {
    parameters: [{ type: dynamicType, nullable: true }],
    returns: stringType,
    call: (args) => stringValue(encode(argumentAt(args, 0))),
  };
}

const jsondecode = fixed([stringType], dynamicType, (args) => decodeJson(stringAt(args, 0)));

function urlEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

export const encodingFunctions: FunctionTable = {
  base64decode,
  base64encode: fixed([stringType], stringType, (args) =>
    stringValue(Buffer.from(stringAt(args, 0), 'utf8').toString('base64')),
  ),
  // The bytes depend on the compressor, and only Terraform's own would produce the same ones.
  base64gzip: fixed([stringType], stringType, () =>
    unknownValue('base64gzip() depends on the compressor', stringType),
  ),
  csvdecode,
  jsondecode,
  jsonencode: ofValue(encodeJson),
  textdecodebase64,
  textencodebase64,
  urlencode: fixed([stringType], stringType, (args) => stringValue(urlEncode(stringAt(args, 0)))),
  yamldecode: fixed([stringType], dynamicType, (args) => decodeYaml(stringAt(args, 0))),
  yamlencode: ofValue(encodeYaml),
};
