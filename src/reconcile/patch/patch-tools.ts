import type { Manifests } from '../../code/manifests/sources/estate.ts';
import { createAffectedFinder } from '../../code/terraform/config/affected/find.ts';
import type { Drift } from '../../model/drift.ts';
import { isObjectType } from '../../providers/kubernetes/names.ts';
import { equivalent } from '../../stages/drift/equal.ts';
import { schemaHints } from '../../stages/drift/hints.ts';
import { startManifests } from '../../stages/patch/manifests/naming.ts';
import type { PickedPlace } from '../../stages/patch/pick.ts';
import { createRepositoryCode, type RepositoryCode } from '../../stages/patch/repository.ts';
import type { EditSearch } from '../../stages/patch/search.ts';
import type { IsEquivalent } from '../../stages/patch/terraform/goal.ts';
import type { RadiusComparison } from '../../stages/patch/terraform/radius.ts';
import { withParts } from '../drift/cascade.ts';
import { createElsewhere } from '../managed/elsewhere.ts';
import type { Stage } from '../stages.ts';
import { withRestOfBlocks } from './new-block.ts';
import type { PatchTools } from './patch-intents.ts';
import { createWriter } from './references.ts';

/** `picks` are places that people chose in their answers. */
export function patchTools(
  { input, loaded, index }: Stage,
  picks: readonly PickedPlace[],
): PatchTools<RepositoryCode> {
  const hint = schemaHints(input.providers.schema);
  const affected = createAffectedFinder();
  const comparison: RadiusComparison = {
    isUnordered: (type, path) => hint(type, path)?.collection === 'set',
    affected,
    schema: input.providers.schema,
  };
  const { repository } = input.code;
  const { wishes = [] } = input.patching;
  const same: IsEquivalent = (type, path, a, b) => equivalent(a, b, hint(type, path));
  const together = { wishes, same };
  const base = createRepositoryCode({
    ...comparison,
    affected,
    load: loaded.load,
    same,
    secondOpinion: input.patching.secondOpinion,
    defaultsOf: (type) => input.providers.catalog.defaultsOf(type),
    write: createWriter(index),
  });
  const search: EditSearch<RepositoryCode> = {
    base,
    wantedElsewhere: wishes.flatMap(({ goals }) => goals),
    ...(repository && {
      elsewhere: createElsewhere(repository, loaded.project.tree, comparison, together),
    }),
    alternatives: input.patching.alternatives,
    picks: input.patching.pick === undefined ? picks : [input.patching.pick, ...picks],
  };
  return {
    search,
    withConsequences: (goals, evaluation) =>
      withRestOfBlocks(
        withParts(goals, evaluation, index),
        evaluation,
        index,
        input.providers.schema,
      ),
  };
}

/** Code and manifests as found by the run; `drifts` are those that patches may concern. */
export function unpatchedCode(
  { loaded, manifests = noManifests }: Stage,
  drifts: readonly Drift[],
): RepositoryCode {
  const objects = drifts.filter(({ type }) => isObjectType(type));
  const asked = [...new Set(objects.map(({ address }) => address))];
  return { ...startManifests(manifests, asked), ...loaded.project };
}

const noManifests: Manifests = { files: new Map(), units: [] };
