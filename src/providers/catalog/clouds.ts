import type { Cloud } from '../../model/event.ts';
import { awsEntries } from '../aws/all.ts';
import { azureEntries } from '../azure/all.ts';
import type { DerivedData } from '../derived/load.ts';
import { gcpEntries } from '../google/all.ts';
import type { CatalogEntry } from './types.ts';

/** The catalog of one cloud. */
export interface CloudCatalog {
  readonly cloud: Cloud;
  /** The first word of the cloud's resource types. */
  readonly prefix: string;
  readonly entries: readonly CatalogEntry[];
  /** Rules for operations that no entry covers. */
  readonly derivedRules?: DerivedData;
}

/** Every cloud whose calls the catalog translates. */
export function cloudCatalogs(aws: DerivedData): readonly CloudCatalog[] {
  return [
    { cloud: 'aws', prefix: 'aws', entries: awsEntries, derivedRules: aws },
    { cloud: 'azure', prefix: 'azurerm', entries: azureEntries },
    { cloud: 'gcp', prefix: 'google', entries: gcpEntries },
  ];
}
