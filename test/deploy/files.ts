import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const root = resolve(import.meta.dirname, '../..');

/** Content of a file of the project, by its path there. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Sorted names in a folder of the project. */
export const list = (path: string): readonly string[] => [...readdirSync(join(root, path))].sort();

/** A pod, as far as the tests look at it. */
export interface Pod {
  readonly serviceAccountName: string;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly volumes: readonly Readonly<Record<string, unknown>>[];
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Pod;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly volumeMounts: readonly Mount[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
}

export interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  /** Each kind has its own, which its schema checks. */
  readonly spec?: Readonly<Record<string, unknown>> & { readonly template?: PodTemplate };
  readonly data?: Readonly<Record<string, string>>;
}

/** All objects of deploy/kubernetes. */
export const manifests: readonly Manifest[] = list('deploy/kubernetes')
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`), { uniqueKeys: true }).map((document) => ({
      file,
      ...document.toJS(),
    })),
  );

/** The pods of the manifests, by the name of what makes them. */
export const pods = manifests.flatMap(({ metadata, spec }) => {
  const { template } = spec ?? {};
  if (template === undefined) return [];
  return [[metadata.name, { labels: template.metadata.labels, pod: template.spec }] as const];
});

export const kustomization: {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
} = parse(read('deploy/kubernetes/kustomization.yaml'));

/** Facts that the image states about itself. */
export function imageFacts(dockerfile = read('Dockerfile')) {
  const one = (pattern: RegExp): string => pattern.exec(dockerfile)?.[1] ?? '';
  return {
    user: one(/^USER (.*)$/m),
    port: Number(one(/^EXPOSE (\d+)$/m)),
    volume: one(/^VOLUME (.*)$/m),
    folder: one(/^WORKDIR (\/var\/.*)$/m),
    entrypoint: JSON.parse(one(/^ENTRYPOINT (\[.*\])$/m)) as readonly string[],
  };
}
