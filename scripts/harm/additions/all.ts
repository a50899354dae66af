import type { Fact } from '../read.ts';
import { aws } from './aws.ts';
import { azurerm } from './azurerm.ts';
import { azurermSizes } from './azurerm-sizes.ts';
import { google } from './google.ts';
import { kubernetes } from './kubernetes.ts';

/** Facts that the tables lack. */
export const additions: readonly Fact[] = [
  ...aws,
  ...azurerm,
  ...azurermSizes,
  ...google,
  ...kubernetes,
];
