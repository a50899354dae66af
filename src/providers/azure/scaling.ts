import type { AuditEvent } from '../../model/event.ts';
import { toNumber } from '../catalog/convert.ts';
import { omittedEffect, setLogged } from '../catalog/effects.ts';
import { requestAt, textAt } from '../catalog/request.ts';
import type { CatalogEntry, DraftEffect, Estate } from '../catalog/types.ts';
import { armId, armTypeOf } from './arm-id.ts';
import type { AzureTable } from './table.ts';
import { findType } from './table.ts';

/** The attribute with the number that autoscale changes, by type. */
const counts: Readonly<Record<string, string>> = {
  azurerm_linux_virtual_machine_scale_set: 'instances',
  azurerm_orchestrated_virtual_machine_scale_set: 'instances',
  azurerm_service_plan: 'worker_count',
  azurerm_windows_virtual_machine_scale_set: 'instances',
};

/**
 * What autoscale logs about its own actions. The record has no body; its properties contain
 * `ResourceName` and `NewInstancesCount`.
 */
export function scalingEntry(table: AzureTable): CatalogEntry {
  return {
    service: 'microsoft.insights',
    operations: [
      'autoscalesettings/scaleup/action',
      'autoscalesettings/scaleupresult/action',
      'autoscalesettings/scaledown/action',
      'autoscalesettings/scaledownresult/action',
    ],
    types: Object.keys(counts),
    effects: (event, estate) => scaled(event, estate, table),
  };
}

function scaled(event: AuditEvent, estate: Estate, table: AzureTable): readonly DraftEffect[] {
  const target = textAt(event.details, 'ResourceName') ?? textAt(event.details, 'ResourceUri');
  if (target === undefined || !target.startsWith('/')) return [];
  const arm = armTypeOf(target.toLowerCase());
  const id = armId(target, table.spelling(arm) ?? arm, table.spelling);
  const found = findType(table, estate, id);
  const attribute = found && counts[found.ref.type];
  if (found === undefined || attribute === undefined) return [];
  const count = requestAt(event.details, 'NewInstancesCount');
  return [
    count === undefined
      ? omittedEffect(found.ref, [attribute])
      : setLogged(found.ref, [attribute], count, toNumber),
  ];
}
