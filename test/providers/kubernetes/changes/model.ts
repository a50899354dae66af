import type { Json } from '../../../../src/model/json.ts';

/**
 * A Deployment as a plain record, and what patches do to it, written independently of the real
 * patch types. It has just the fields that the patches below reach.
 */
export interface Model {
  replicas: number | undefined;
  labels: Map<string, string>;
  /** By container, then by variable. */
  env: Map<string, Map<string, string>>;
  images: Map<string, string>;
}

export type Step =
  | { readonly kind: 'replicas'; readonly value: number }
  | { readonly kind: 'label'; readonly key: string; readonly value: string | undefined }
  | { readonly kind: 'image'; readonly container: string; readonly value: string }
  | {
      readonly kind: 'env';
      readonly container: string;
      readonly name: string;
      readonly value: string | undefined;
    };

export type Form = 'strategic' | 'json' | 'merge';

export function perform(model: Model, step: Step): void {
  switch (step.kind) {
    case 'replicas':
      model.replicas = step.value;
      break;
    case 'label':
      if (step.value === undefined) model.labels.delete(step.key);
      else model.labels.set(step.key, step.value);
      break;
    case 'image':
      model.images.set(step.container, step.value);
      break;
    case 'env': {
      const env = model.env.get(step.container) ?? new Map<string, string>();
      model.env.set(step.container, env);
      if (step.value === undefined) env.delete(step.name);
      else env.set(step.name, step.value);
    }
  }
}

/** The object that a model stands for; lists are ordered as the model has them. */
export function objectOf({ replicas, labels, env, images }: Model): Json {
  const containers = [...images].map(([name, image]) => {
    const variables = [...(env.get(name) ?? new Map<string, string>())].map(([key, value]) => ({
      name: key,
      value,
    }));
    return { name, image, ...(variables.length === 0 ? {} : { env: variables }) };
  });
  return {
    metadata: { name: 'web', labels: Object.fromEntries(labels) },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      template: { spec: { containers } },
    },
  };
}

/** The body of a request that performs a step on the object of a model. */
export function bodyOf(model: Model, step: Step, form: Form): Json {
  if (form === 'json') return operations(model, step);
  switch (step.kind) {
    case 'replicas':
      return { spec: { replicas: step.value } };
    case 'label':
      return { metadata: { labels: { [step.key]: step.value ?? null } } };
    case 'image':
    case 'env':
      return form === 'merge' ? wholeList(model, step) : strategic(step);
  }
}

function strategic(step: Extract<Step, { kind: 'image' | 'env' }>): Json {
  const { container: name } = step;
  const inner: Json =
    step.kind === 'image'
      ? { name, image: step.value }
      : {
          name,
          env: [
            step.value === undefined
              ? { name: step.name, $patch: 'delete' }
              : { name: step.name, value: step.value },
          ],
        };
  return { spec: { template: { spec: { containers: [inner] } } } };
}

/** A merge patch has to send the whole list as it will be. */
function wholeList(model: Model, step: Step): Json {
  const copy: Model = {
    ...model,
    images: new Map(model.images),
    env: new Map([...model.env].map(([name, env]) => [name, new Map(env)])),
  };
  perform(copy, step);
  const made = objectOf(copy) as { spec: { template: Json } };
  return { spec: { template: made.spec.template } };
}

function operations(model: Model, step: Step): Json {
  const containers = [...model.images.keys()];
  switch (step.kind) {
    case 'replicas':
      return [{ op: 'add', path: '/spec/replicas', value: step.value }];
    case 'label': {
      const path = `/metadata/labels/${step.key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (step.value !== undefined) return [{ op: 'add', path, value: step.value }];
      return model.labels.has(step.key) ? [{ op: 'remove', path }] : [];
    }
    case 'image': {
      const at = containers.indexOf(step.container);
      const path = `/spec/template/spec/containers/${at}/image`;
      return [{ op: 'replace', path, value: step.value }];
    }
    case 'env': {
      const at = containers.indexOf(step.container);
      const root = `/spec/template/spec/containers/${at}/env`;
      const names = [...(model.env.get(step.container)?.keys() ?? [])];
      const index = names.indexOf(step.name);
      if (step.value === undefined)
        return index < 0 ? [] : [{ op: 'remove', path: `${root}/${index}` }];
      if (index >= 0) return [{ op: 'replace', path: `${root}/${index}/value`, value: step.value }];
      const element = { name: step.name, value: step.value };
      if (names.length === 0) return [{ op: 'add', path: root, value: [element] }];
      return [{ op: 'add', path: `${root}/-`, value: element }];
    }
  }
}
