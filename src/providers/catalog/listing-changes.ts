import type { ResourceRef } from '../../model/effect.ts';
import type { AuditEvent } from '../../model/event.ts';
import { addEffect, omittedEffect, removeEffect } from './effects.ts';
import type { CallVerb, CatalogForms, Listing, ResourceSpec, TableReader } from './resource.ts';
import type { DraftEffect, Estate } from './types.ts';

/** What a call changes in lists of other resources. */
export interface ListedChanges {
  /** In the list that code has in place of the resource; undefined if there is none. */
  readonly instead: readonly DraftEffect[] | undefined;
  /** In the lists that are kept beside the resource. */
  readonly beside: readonly DraftEffect[];
}

interface ListedTable<F extends CatalogForms, S extends ResourceSpec<F>> {
  readonly spec: S;
  readonly reader: TableReader<F, S>;
}

interface ListedCall {
  readonly verb: CallVerb;
  readonly resource: ResourceRef;
  readonly event: AuditEvent;
  readonly estate: Estate;
}

/** What a call changes in the lists of other resources that may have the resource. */
export function listedChanges<F extends CatalogForms, S extends ResourceSpec<F>>(
  table: ListedTable<F, S>,
  call: ListedCall,
): ListedChanges {
  const changes = (listing: Listing<F>): readonly DraftEffect[] | undefined => {
    const holder = holderOf(table, listing, call);
    return holder && changesIn(listing, holder, call);
  };
  const { listings = [] } = table.spec;
  const isManaged = call.estate.find(call.resource) !== undefined;
  const own = isManaged ? [] : listings.filter(({ has }) => has !== 'permitted');
  const permitted = listings.filter(({ has }) => has === 'permitted');
  return {
    instead: own.map(changes).find((one) => one !== undefined),
    beside: permitted.flatMap((listing) => changes(listing) ?? []),
  };
}

/** The resource with the list, if the list is in use there. */
function holderOf<F extends CatalogForms, S extends ResourceSpec<F>>(
  { spec, reader }: ListedTable<F, S>,
  listing: Listing<F>,
  { resource, event, estate }: ListedCall,
): ResourceRef | undefined {
  const { type, aliases, identity, has = 'declared', complete, by = '' } = listing;
  const named = { ...spec, type, aliases, identity };
  const holder = reader.refOf(named, event, estate, 'patch', undefined);
  if (holder === undefined) return undefined;
  const managed = estate.find(holder);
  const isDeclared =
    managed !== undefined &&
    (managed.type === complete || managed.declares(argumentOf(listing, event)));
  const isApart = (): boolean =>
    resource.keys.some(({ [by]: name = '' }) => estate.where(spec.type, by, name).length > 0);
  const isInUse = {
    declared: isDeclared,
    managed: managed !== undefined,
    permitted: managed !== undefined,
    assumed: isDeclared || !isApart(),
  };
  return isInUse[has] ? holder : undefined;
}

function changesIn<F extends CatalogForms>(
  listing: Listing<F>,
  holder: ResourceRef,
  { verb, event }: ListedCall,
): readonly DraftEffect[] {
  const path = [argumentOf(listing, event)];
  const unknown = [omittedEffect(holder, path)];
  // A call that changes a part of the element does not show the rest.
  if (verb === 'patch' || verb === 'touch') return unknown;
  const { added, removed } = listing.element;
  const key = verb === 'delete' || verb === 'replace' ? removed(event) : undefined;
  const removal = key === undefined ? [] : [removeEffect(holder, path, key)];
  if (verb === 'delete') return key === undefined ? unknown : removal;
  const element = added(event);
  return element === undefined ? unknown : [...removal, addEffect(holder, path, element)];
}

function argumentOf<F extends CatalogForms>({ argument }: Listing<F>, event: AuditEvent): string {
  return typeof argument === 'function' ? argument(event) : argument;
}
