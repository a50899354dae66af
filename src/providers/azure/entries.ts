import { groupBy } from '../../model/group.ts';
import { tableEntries } from '../catalog/calls.ts';
import { unknownChange } from '../catalog/effects.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { deleteInline, inlinePart, writeInline } from './children.ts';
import { estateInPresentNames, inNamesOfProject } from './former-names.ts';
import { azureTarget, azureWrite, createReader } from './reader.ts';
import type { AzureForms, AzureType } from './spec.ts';
import type { AzureTable } from './table.ts';
import { azureRefTo, createTable } from './table.ts';

export function azureTableEntries(types: readonly AzureType[]): readonly CatalogEntry[] {
  const table = createTable(types);
  const reader = createReader(table);
  const entries = types.flatMap((spec) => {
    const hosts = table.hosts(spec.arm.toLowerCase()).map((host) => host.spec.type);
    const links = (spec.links ?? []).map(({ type }) => type);
    const apart = spec.apart === undefined ? [] : [spec.apart.type];
    const also = [...(spec.also ?? []), ...hosts, ...links, ...apart];
    return tableEntries<AzureForms, AzureType>({ ...spec, also }, reader).map(
      (entry): CatalogEntry =>
        hosts.length === 0
          ? entry
          : {
              ...entry,
              effects: (event, estate) =>
                inlineEffects(spec, table, event, estate) ?? entry.effects(event, estate),
            },
    );
  });
  return shared(entries).map((entry) => ({
    ...entry,
    effects: (event, estate) =>
      entry
        .effects(event, estateInPresentNames(estate))
        .map((draft) => inNamesOfProject(draft, estate)),
  }));
}

/**
 * One entry for each operation. Types that share an ARM type share its calls, and each type handles
 * those on its own resources.
 */
function shared(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const single = entries.flatMap((entry) =>
    entry.operations.map((operation) => ({ ...entry, operations: [operation] })),
  );
  const byOperation = groupBy(single, ({ service, operations }) => `${service}/${operations[0]}`);
  return [...byOperation.values()].flatMap(([first, ...others]): readonly CatalogEntry[] => {
    if (first === undefined || others.length === 0) return first === undefined ? [] : [first];
    const all = [first, ...others];
    // Entries without operations keep the paths and defaults of the other types for the lint.
    const data = others
      .filter(({ paths = [] }) => paths.length > 0)
      .map((one) => ({ ...one, operations: [], effects: () => [] }));
    const types = [...new Set(all.flatMap((one) => one.types))];
    return [
      {
        ...first,
        types,
        effects: (event, estate) => all.flatMap((one) => one.effects(event, estate)),
      },
      ...data,
    ];
  });
}

/** The effects of a call on a part that the code has in a block of another resource. */
function inlineEffects(
  spec: AzureType,
  table: AzureTable,
  event: Parameters<CatalogEntry['effects']>[0],
  estate: Estate,
): readonly DraftEffect[] | undefined {
  const target = azureTarget(table, spec, event, estate);
  if (target === undefined || target.managed !== undefined) return undefined;
  const part = inlinePart(table, estate, target.id);
  if (part === undefined) return undefined;
  if (event.operation.endsWith('/delete')) return deleteInline(part, target.id);
  const write = azureWrite(table, spec, target.id, event, estate);
  return write === undefined
    ? [unknownChange(azureRefTo(part.spec, part.hostId))]
    : writeInline(part, write);
}
