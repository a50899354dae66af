/** A resource address taken apart, e.g. `module.app["eu"].aws_sqs_queue.jobs[0]`. */
export interface AddressParts {
  /** `module.app["eu"]`; empty for the root module. */
  readonly module: string;
  readonly type: string;
  readonly name: string;
  /** `["x"]` or `[0]`; empty without `for_each` and `count`. */
  readonly key: string;
}

/** The parts of an address of a managed resource. Text that is none comes back as its `name`. */
export function addressParts(address: string): AddressParts {
  const segments = splitAtDots(address);
  let start = 0;
  while (segments[start] === 'module' && start + 1 < segments.length) start += 2;
  const module = segments.slice(0, start).join('.');
  const [type, last, ...rest] = segments.slice(start);
  if (type === undefined || last === undefined || rest.length > 0) {
    return { module: '', type: '', name: address, key: '' };
  }
  const bracket = last.indexOf('[');
  const end = bracket === -1 ? last.length : bracket;
  return { module, type, name: last.slice(0, end), key: last.slice(end) };
}

/** The address without instance keys: the resource block it comes from. */
export function blockAddress({ module, type, name }: AddressParts): string {
  return module === '' ? `${type}.${name}` : `${module}.${type}.${name}`;
}

/** Dots inside quoted instance keys do not separate. */
function splitAtDots(address: string): readonly string[] {
  return address.match(/(?:"(?:[^"\\]|\\.)*"|[^."])+/g) ?? [];
}
