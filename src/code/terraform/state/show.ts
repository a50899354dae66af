import { z } from 'zod';
import { stateAddress } from './resource-address.ts';
import { readMask, withCopies } from './sensitive.ts';
import type { StateResource, TerraformState } from './types.ts';
import { JsonObjectSchema } from './v4.ts';
import { attributesIn } from './values.ts';

const ShownResource = z.object({
  address: z.string(),
  mode: z.enum(['managed', 'data']),
  type: z.string(),
  name: z.string(),
  index: z.union([z.string(), z.int()]).nullish(),
  provider_name: z.string().nullish(),
  values: JsonObjectSchema.nullish(),
  sensitive_values: z.unknown().optional(),
  identity: JsonObjectSchema.nullish(),
  depends_on: z.array(z.string()).nullish(),
  tainted: z.boolean().nullish(),
  deposed_key: z.string().nullish(),
});
type ShownResource = z.infer<typeof ShownResource>;

interface ShownModule {
  address?: string | null | undefined;
  resources?: ShownResource[] | null | undefined;
  child_modules?: ShownModule[] | null | undefined;
}

const ShownModule: z.ZodType<ShownModule> = z.object({
  address: z.string().nullish(),
  resources: z.array(ShownResource).nullish(),
  get child_modules() {
    return z.array(ShownModule).nullish();
  },
});

/** The output of `terraform show -json` for a state. An empty state has no `values`. */
export const ShownState = z.object({
  format_version: z.string(),
  terraform_version: z.string().nullish(),
  values: z.object({ root_module: ShownModule.nullish() }).nullish(),
});
export type ShownState = z.infer<typeof ShownState>;

export function stateFromShown(shown: ShownState): TerraformState {
  return {
    format: 'show',
    serial: 0,
    lineage: '',
    terraformVersion: shown.terraform_version ?? '',
    resources: resourcesOf(shown.values?.root_module ?? {}),
  };
}

function resourcesOf(module: ShownModule): StateResource[] {
  const own = (module.resources ?? [])
    .filter((resource) => (resource.deposed_key ?? '') === '')
    .map((resource) => stateResource(resource, module.address ?? ''));
  return [...own, ...(module.child_modules ?? []).flatMap(resourcesOf)];
}

function stateResource(shown: ShownResource, module: string): StateResource {
  const { address, mode, type, name } = shown;
  return {
    address,
    resourceAddress: stateAddress({ module, mode, type, name }),
    module,
    mode,
    type,
    name,
    key: shown.index ?? undefined,
    provider: shown.provider_name ?? '',
    ...attributesIn(shown.values ?? {}),
    sensitivePaths: withCopies(type, readMask(shown.sensitive_values)),
    identity: shown.identity ?? {},
    dependencies: shown.depends_on ?? [],
    tainted: shown.tainted === true,
  };
}
