import { parseHcl } from '../../code/hcl/syntax/parse.ts';
import { parseAddress } from '../../code/terraform/address.ts';
import { templateSlots } from '../../stages/resource/slots.ts';

/** The block of the root module that contains an address. */
export function rootBlockOf(address: string): string | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  const [call] = parsed.modules;
  if (call !== undefined) return `module ${call.name}`;
  return `${parsed.mode === 'data' ? 'data' : 'resource'} ${parsed.type} ${parsed.name}`;
}

/**
 * The address of a block: `module web` becomes `module.web`, `resource aws_instance web` becomes
 * `aws_instance.web`.
 */
export function addressOfBlock(block: string): string {
  return block.replace(/^resource /, '').replaceAll(' ', '.');
}

/** The root blocks of a file, such as `module web`. */
export function rootBlocksIn(text: string): readonly string[] {
  const slots = [...templateSlots(parseHcl(text))];
  return slots.flatMap(([key, { parent }]) => (parent === '' ? [key] : []));
}
