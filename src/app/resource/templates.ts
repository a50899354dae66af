import type { ArtifactDigest } from '../../model/artifact.ts';
import { ok, type Result } from '../../model/result.ts';
import type { ArtifactStore } from '../../ports/artifact/artifact-store.ts';
import type { KindTemplate } from '../../stages/resource/kind.ts';
import { parseFirstLayer, templateArtifact } from '../../stages/resource/manifest.ts';
import { readTemplateRecord, templateDigest } from '../../stages/resource/template-record.ts';

/** The templates that a tenant's files were generated from, by digest. */
export interface TemplateStore {
  /** Keeps a template, so that files generated from it can be brought up to date later. */
  keep(template: KindTemplate): Promise<Result<undefined>>;
  /** Undefined where the template is not kept. */
  read(digest: ArtifactDigest): Promise<Result<KindTemplate | undefined>>;
}

export function openTemplates(store: ArtifactStore, tenant: string): TemplateStore {
  // No resource can have this name, since it contains a dot.
  const repository = `${tenant}/catalog.templates`;
  return {
    async keep(template) {
      const tag = tagOf(templateDigest(template));
      const known = await store.manifest(repository, tag);
      if (!known.ok) return known;
      if (known.value !== undefined) return ok(undefined);
      return store.put(repository, templateArtifact(template), [tag]);
    },
    async read(digest) {
      const manifest = await store.manifest(repository, tagOf(digest));
      if (!manifest.ok) return manifest;
      const layer = manifest.value && parseFirstLayer(manifest.value.bytes);
      if (layer === undefined) return ok(undefined);
      const bytes = await store.blob(repository, layer);
      if (!bytes.ok) return bytes;
      const text = bytes.value === undefined ? '' : Buffer.from(bytes.value).toString('utf8');
      const read = readTemplateRecord(text);
      if (!read.ok || templateDigest(read.value) !== digest) return ok(undefined);
      return ok({ ...read.value, file: `template ${digest}` });
    },
  };
}

function tagOf(digest: ArtifactDigest): string {
  return digest.replace('sha256:', 't-');
}
