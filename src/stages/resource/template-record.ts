import { z } from 'zod';
import type { ArtifactDigest } from '../../model/artifact.ts';
import { canonicalJson } from '../../model/json.ts';
import { parsedJson } from '../../model/parsed-json.ts';
import { fail, ok, type Result } from '../../model/result.ts';
import { bytesDigest } from './archive.ts';
import type { KindTemplate } from './kind.ts';

type Template = Pick<KindTemplate, 'language' | 'text'>;

const Form = z.strictObject({
  schema: z.literal('parley/template/v1'),
  language: z.enum(['terraform', 'yaml']),
  text: z.string(),
});

/**
 * A template as text. Equal templates have the same text and so the same digest, wherever they are
 * written.
 */
export function templateRecord({ language, text }: Template): string {
  return `${canonicalJson({ schema: 'parley/template/v1', language, text })}\n`;
}

export function templateDigest(template: Template): ArtifactDigest {
  return bytesDigest(Buffer.from(templateRecord(template)));
}

/** Accepts only texts in the form that `templateRecord` writes. */
export function readTemplateRecord(text: string): Result<Template, 'broken'> {
  const read = Form.safeParse(parsedJson(text));
  if (!read.success) return fail('broken');
  return templateRecord(read.data) === text ? ok(read.data) : fail('broken');
}
