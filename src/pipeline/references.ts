import type { HclInput } from '../hcl/edit/types.ts';
import type { Json } from '../model/json.ts';
import type { Goal, Project } from '../patch/types.ts';
import { formatAddress, formatModulePath, parseAddress } from '../terraform/address.ts';
import type { StateIndex } from '../terraform/state/types.ts';

/** Values that name a resource and nothing else; a plain word may be a coincidence. */
const looksLikeId =
  /^(?:arn:[a-z-]+:\S+|[a-z]{2,12}-[0-9a-f]{8,17}|https:\/\/\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Attributes by which resources refer to one another. */
const referable = ['key_id', 'id', 'arn', 'url'];

interface Identity {
  readonly address: string;
  readonly attribute: string;
}

type Writer = (project: Project, goal: Goal, attribute: string, value: Json) => HclInput;

/**
 * How a value is written: as a reference where it is the id of a resource that the same module
 * declares (or of the parent of a new resource), else as it is.
 */
export function createWriter(index: StateIndex): Writer {
  let byValue: ReadonlyMap<string, readonly Identity[]> | undefined;
  return (project, goal, _, value) => {
    const plain: HclInput = { kind: 'json', value };
    if (typeof value !== 'string') return plain;
    const parent = goal.kind === 'create' ? goal.creation.parent : undefined;
    const own = parent === undefined ? [] : identitiesOf(index, parent, value);
    byValue ??= readIdentities(index, project);
    const others = looksLikeId.test(value) ? (byValue.get(value) ?? []) : [];
    const home = moduleOf(parent ?? goal.address);
    const reference = [...own, ...others].find(
      ({ address }) =>
        moduleOf(address) === home &&
        address !== goal.address &&
        project.evaluation.instance(address) !== undefined,
    );
    if (reference === undefined) return plain;
    return { kind: 'raw', text: `${localName(reference.address)}.${reference.attribute}` };
  };
}

function readIdentities(
  index: StateIndex,
  project: Project,
): ReadonlyMap<string, readonly Identity[]> {
  const found = new Map<string, Identity[]>();
  for (const address of project.evaluation.addresses()) {
    const attributes = index.get(address)?.attributes ?? {};
    for (const attribute of referable) {
      const value = attributes[attribute];
      if (typeof value !== 'string') continue;
      const list = found.get(value) ?? [];
      list.push({ address, attribute });
      found.set(value, list);
    }
  }
  return found;
}

function identitiesOf(index: StateIndex, address: string, value: string): readonly Identity[] {
  const attributes = index.get(address)?.attributes ?? {};
  return referable
    .filter((attribute) => attributes[attribute] === value)
    .map((attribute) => ({ address, attribute }));
}

/** Module instance part of an address: `module.a["x"]`, empty for the root. */
function moduleOf(address: string): string {
  const parsed = parseAddress(address);
  return parsed === undefined ? '' : formatModulePath(parsed.modules);
}

/** The address as its own module writes it. */
function localName(address: string): string {
  const parsed = parseAddress(address);
  return parsed === undefined ? address : formatAddress({ ...parsed, modules: [] });
}
