import {
  type LocatedObject,
  locateObject,
  type Manifests,
} from '../../../code/manifests/sources/estate.ts';
import { jsonAt } from '../../../model/json.ts';
import type { Refusal } from '../../../model/patch.ts';
import { apiGroupOf, kindTypeOf } from '../../../providers/kubernetes/names.ts';

/** The number of replicas between which an autoscaler moves. */
export interface ScalingBounds {
  readonly min: number;
  readonly max?: number;
}

/** The HorizontalPodAutoscaler in the same namespace that scales an object. */
function autoscalerOf(manifests: Manifests, address: string): LocatedObject | undefined {
  const target = locateObject(manifests, address);
  if (target === undefined) return undefined;
  const { group, kind, name, namespace } = target.object.id;
  for (const object of target.unit.objects) {
    const { id, value } = object;
    if (kindTypeOf(id) !== 'autoscaling/HorizontalPodAutoscaler' || id.namespace !== namespace)
      continue;
    const reference = jsonAt(value, 'spec', 'scaleTargetRef');
    const version = jsonAt(reference, 'apiVersion');
    const isGroup = typeof version !== 'string' || apiGroupOf(version) === group;
    if (isGroup && jsonAt(reference, 'kind') === kind && jsonAt(reference, 'name') === name) {
      return { unit: target.unit, object };
    }
  }
  return undefined;
}

/** The bounds that the manifests give to an object's autoscaler. */
export function scalingBounds(manifests: Manifests, address: string): ScalingBounds | undefined {
  const autoscaler = autoscalerOf(manifests, address);
  if (autoscaler === undefined) return undefined;
  const spec = jsonAt(autoscaler.object.value, 'spec');
  const [min, max] = [jsonAt(spec, 'minReplicas'), jsonAt(spec, 'maxReplicas')];
  return { min: typeof min === 'number' ? min : 1, ...(typeof max === 'number' ? { max } : {}) };
}

/**
 * Why a field cannot be left open; undefined if it can. A manifest with neither `replicas` nor an
 * autoscaler next to it results in one replica when applied to an empty cluster.
 */
export function releaseRefusal(manifests: Manifests, address: string): Refusal | undefined {
  const target = locateObject(manifests, address);
  const { origin } = target?.object ?? {};
  if (origin?.kind === 'helm') {
    return {
      code: 'helm-unsupported',
      reason: 'Whether the chart leaves the number of replicas open is a setting of its own.',
      suggestion:
        'Turn the autoscaling of the chart on, so that its template leaves `replicas` out.',
      nearest: { file: origin.template.file, line: 1 },
    };
  }
  if (autoscalerOf(manifests, address) !== undefined) return undefined;
  return {
    code: 'no-autoscaler',
    reason:
      'No HorizontalPodAutoscaler of these manifests scales it: without `replicas` there would be one.',
    suggestion: 'Add the HorizontalPodAutoscaler to the manifests, then `replicas` can go.',
  };
}
