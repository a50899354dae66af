/**
 * True for what is at `top` and everything below it: the instances of a resource, the resources of
 * a module, the members of a field. Both are texts as they are shown: an address or a path.
 */
export function isAtOrBelow(place: string, top: string): boolean {
  return place === top || place.startsWith(`${top}.`) || place.startsWith(`${top}[`);
}
