import { encodeYaml } from '../../../../code/hcl/eval/functions/yaml-encode.ts';
import { valueFromJson } from '../../../../code/hcl/eval/json.ts';
import { encodeJson } from '../../../../code/hcl/eval/json-text.ts';
import { parseYaml } from '../../../../code/yaml/yaml-tree.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../model/json.ts';
import { parsedDocument } from '../../../../model/parsed-json.ts';

/** How a document is represented as text. */
export interface Codec {
  /** The document in a text; undefined if the text has another form. */
  readonly read: (text: string) => Json | undefined;
  readonly write: (document: Json) => string;
}

export const jsonCodec: Codec = {
  read: parsedDocument,
  write: (document) => JSON.stringify(document),
};

/** JSON exactly as `jsonencode` writes it, for providers that compare texts. */
export const encodedJsonCodec: Codec = {
  read: (text) => {
    const document = jsonCodec.read(text);
    return document !== undefined && encodedJsonCodec.write(document) === text
      ? document
      : undefined;
  },
  write: (document) => encodeJson(valueFromJson(document)),
};

/**
 * YAML exactly as `yamlencode` writes it. A provider that compares texts distinguishes other
 * layouts, and no edit of the encoded value can produce them.
 */
export const yamlCodec: Codec = {
  read: (text) => {
    const document = collection(parseYaml(text)?.value);
    return document !== undefined && yamlCodec.write(document) === text ? document : undefined;
  },
  write: (document) => encodeYaml(valueFromJson(document)),
};

function collection(value: Json | undefined): Json | undefined {
  return isJsonObject(value) || isJsonArray(value) ? value : undefined;
}
