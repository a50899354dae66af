import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { z } from 'zod';
import type { JsonObject } from '../../model/json.ts';
import { isKindName } from '../../model/resource.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { compareText, displayText } from '../../model/text.ts';
import { readYamlFile } from '../../text/yaml-file.ts';

/** `kind.yaml` of a kind, next to its `template.tf` or `template.yaml`. */
const KindFile = z.strictObject({
  kind: z.string().refine(isKindName, 'A name like VirtualMachine'),
  description: z.string().max(500).optional(),
  /** Folder for the code of resources of this kind. */
  area: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/, 'A folder like network/routes')
    .default('apps'),
  /** JSON Schema (2020-12) of `spec`. */
  schema: z.record(z.string(), z.unknown()),
});

export interface SpecIssue {
  /** JSON Pointer into the spec; empty for the spec itself. */
  readonly at: string;
  readonly message: string;
}

/** The template for resources of a kind: text with placeholders. */
export interface KindTemplate {
  /** `yaml` means Kubernetes manifests. */
  readonly language: 'terraform' | 'yaml';
  readonly text: string;
  /** Where it is written, for messages. */
  readonly file: string;
}

/** A kind of resource that the platform team offers. */
export interface ResourceKind {
  readonly name: string;
  readonly description?: string;
  readonly area: string;
  readonly template: KindTemplate;
  /** Returns the problems of a spec, in the order of their places; empty if it is valid. */
  readonly check: (spec: JsonObject) => readonly SpecIssue[];
}

/** Reads a kind; `file` is the name of its `kind.yaml` in problems. */
export function readKind(text: string, template: KindTemplate, file: string): Result<ResourceKind> {
  const read = readYamlFile(text, file, KindFile, 'See docs/boundary.md for what a kind has.');
  if (!read.ok) return read;
  const { kind: name, description, area, schema } = read.value;
  const check = compiled(schema, file);
  if (!check.ok) return check;
  const described = description === undefined ? {} : { description };
  return ok({ name, ...described, area, template, check: check.value });
}

function compiled(schema: Readonly<Record<string, unknown>>, file: string) {
  const code = { regExp: linearPattern };
  const ajv = new Ajv2020({ strict: true, allErrors: true, logger: false, code });
  addFormats.default(ajv);
  try {
    const validate = ajv.compile(schema);
    return ok((spec: JsonObject): readonly SpecIssue[] => {
      if (validate(spec)) return [];
      return (validate.errors ?? [])
        .map(issueOf)
        .sort((a, b) => compareText(a.at, b.at) || compareText(a.message, b.message));
    });
  } catch (error) {
    const why = displayText(error instanceof Error ? error.message : String(error), 300);
    return fail({
      code: 'kind-schema',
      message: `The schema of the kind is not a JSON Schema: ${why}.`,
      place: { file },
      hint: 'Write it as JSON Schema 2020-12; unknown keywords are refused.',
    });
  }
}

/** Specs come from tenants, so patterns are matched in linear time whatever the text. */
const linearPattern = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    const test = (text: string) => compiled.matcher(text).find();
    // The validator identifies patterns by this text.
    return { test, toString: () => pattern };
  },
  // Only needed to compile a schema into standalone code, which is not done here.
  { code: '' },
);

function issueOf({ instancePath, message, keyword, params }: ErrorObject): SpecIssue {
  const unknown: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  const named = typeof unknown === 'string' ? `: ${unknown}` : '';
  const choices = Array.isArray(params['allowedValues']) ? params['allowedValues'] : [];
  const listed = choices.length === 0 ? '' : `: ${choices.slice(0, 10).map(String).join(', ')}`;
  const text = `${message ?? keyword}${named}${listed}`;
  return { at: displayText(instancePath, 200), message: displayText(text, 300) };
}
