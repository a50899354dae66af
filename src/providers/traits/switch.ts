/** A setting that is on or off. */
export interface Switch {
  readonly types: readonly string[];
  readonly field: string;
  /** `Turned LABEL on for ...`. */
  readonly label: string;
  /** The values that mean "on", if it is not a boolean. */
  readonly on?: readonly string[];
  /** The position that protects; undefined if the switch has nothing to do with security. */
  readonly safe?: 'on' | 'off';
}

type Types = string | readonly string[];
type Make = (types: Types, field: string, label: string, on?: readonly string[]) => Switch;

const make =
  (safe: Pick<Switch, 'safe'>): Make =>
  (types, field, label, on) => ({
    types: typeof types === 'string' ? [types] : types,
    field,
    label,
    ...(on === undefined ? {} : { on }),
    ...safe,
  });

/** A switch that protects when it is on. */
export const protective = make({ safe: 'on' });

/** A switch that protects when it is off. */
export const exposing = make({ safe: 'off' });

/** A switch that has nothing to do with security. */
export const neutral = make({});
