import { formatResourceAddress, parseAddress } from '../address.ts';
import type { Configuration, Module } from './configuration.ts';
import type { StateValues } from './types.ts';

/** The addresses in a `moved` block, as seen from the root module. */
interface MovedBlock {
  readonly from: string;
  readonly to: string;
}

/**
 * `moved` blocks between resource instances, or between resources without instances. Those in a
 * module apply to each of its calls; those that move entire modules are left out.
 */
function movedBlocksOf({ modules }: Configuration): readonly MovedBlock[] {
  // All calls of a module have the same files.
  const inFolder = new Map<Module['files'], ReturnType<typeof blocksOf>>();
  return [...modules.values()].flatMap((module) => {
    const local = module.path.map((name) => ({ name }));
    const blocks = inFolder.get(module.files) ?? blocksOf(module);
    inFolder.set(module.files, blocks);
    return blocks.flatMap(([from, to]) => {
      const source = parseAddress(from);
      const target = parseAddress(to);
      if (source === undefined || target === undefined) return [];
      return [
        {
          from: formatResourceAddress({ ...source, modules: [...local, ...source.modules] }),
          to: formatResourceAddress({ ...target, modules: [...local, ...target.modules] }),
        },
      ];
    });
  });
}

function blocksOf(module: Module): readonly (readonly [from: string, to: string])[] {
  return [...module.files.values()].flatMap((file) =>
    file.hcl.body.items.flatMap((item) => {
      if (item.kind !== 'block' || item.type !== 'moved') return [];
      const expressionOf = (name: string): string | undefined => {
        const found = item.body.items.find(
          (each) => each.kind === 'attribute' && each.name === name,
        );
        if (found?.kind !== 'attribute') return undefined;
        return file.text.slice(found.value.start, found.value.end).replace(/\s+/g, '');
      };
      const from = expressionOf('from');
      const to = expressionOf('to');
      return from === undefined || to === undefined ? [] : [[from, to] as const];
    }),
  );
}

/** The state as Terraform will see it after moves: a moved instance is found at its new address. */
export function followMoves(configuration: Configuration, state: StateValues): StateValues {
  const moves = new Map(movedBlocksOf(configuration).map(({ from, to }) => [to, from]));
  if (moves.size === 0) return state;
  return {
    get: (address) => {
      const from = moves.get(address);
      return state.get(address) ?? (from === undefined ? undefined : state.get(from));
    },
    keys: (resourceAddress) => state.keys(resourceAddress),
  };
}
