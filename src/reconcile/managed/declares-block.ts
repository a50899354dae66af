import { parseAddress } from '../../code/terraform/address.ts';
import type { Configuration } from '../../code/terraform/config/configuration.ts';

/** Whether the module of an address has this resource block, regardless of its instances. */
export function declaresBlock({ modules }: Configuration, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined) return false;
  const module = modules.get(parsed.modules.map(({ name }) => name).join('.'));
  return module?.resources.has(`${parsed.type}.${parsed.name}`) ?? false;
}
