import { BinaryReader } from '@bufbuild/protobuf/wire';

/** A value in MessagePack, to be read with the provider's schema. */
export type PackedValue = Uint8Array;

/** Each step is the name of an attribute or the packed key of an element. */
export type PackedPath = readonly (string | PackedValue)[];

export interface SavedChange {
  readonly address: string;
  /** The address before a `moved` block; empty if the instance was not moved. */
  readonly previousAddress: string;
  readonly deposed: string;
  readonly actions: readonly string[];
  readonly before: PackedValue | undefined;
  readonly after: PackedValue | undefined;
  readonly beforeSensitive: readonly PackedPath[];
  readonly afterSensitive: readonly PackedPath[];
  /** Id of the imported object; empty if it is identified by something else. */
  readonly importing: string | undefined;
}

export interface SavedPlan {
  readonly terraformVersion: string;
  readonly isRefreshOnly: boolean;
  readonly errored: boolean;
  readonly changes: readonly SavedChange[];
  readonly drift: readonly SavedChange[];
  /** Names of outputs of the root module that would change. */
  readonly outputs: readonly string[];
}

/** The only version of the format since Terraform 0.12. */
const knownVersion = 3;

/** `Mode` of a refresh-only plan. */
const refreshOnly = 2;

/**
 * `Action` of a change: its name in `terraform show -json`, and the sides for which it has values.
 */
const actions = new Map<
  number,
  readonly [names: readonly string[], sides: 'both' | 'before' | 'after' | 'same']
>([
  [0, [['no-op'], 'same']],
  [1, [['create'], 'after']],
  [2, [['read'], 'both']],
  [3, [['update'], 'both']],
  [5, [['delete'], 'before']],
  [6, [['delete', 'create'], 'both']],
  [7, [['create', 'delete'], 'both']],
  [8, [['forget'], 'before']],
]);

/**
 * Parses the `tfplan` of a saved plan: message `Plan` of Terraform's planfile.proto, which states
 * that fields keep their meaning within a version. Undefined for another version, and for an action
 * that was added later. Throws if the bytes are not such a message.
 */
export function readSavedPlan(bytes: Uint8Array): SavedPlan | undefined {
  let version = 0;
  let mode = 0;
  let errored = false;
  let terraformVersion = '';
  const changes: (SavedChange | undefined)[] = [];
  const drift: (SavedChange | undefined)[] = [];
  const outputs: string[] = [];
  readFields(bytes, {
    1: (reader) => {
      version = Number(reader.uint64());
    },
    3: (reader) => changes.push(readChange(reader.bytes())),
    4: (reader) => outputs.push(...readOutput(reader.bytes())),
    14: (reader) => {
      terraformVersion = reader.string();
    },
    17: (reader) => {
      mode = reader.int32();
    },
    18: (reader) => drift.push(readChange(reader.bytes())),
    20: (reader) => {
      errored = reader.bool();
    },
  });
  const isKnown = version === knownVersion && [...changes, ...drift].every(isDefined);
  if (!isKnown) return undefined;
  return {
    ...{ terraformVersion, errored, outputs, isRefreshOnly: mode === refreshOnly },
    changes: changes.filter(isDefined),
    drift: drift.filter(isDefined),
  };
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Parses a `ResourceInstanceChange`. */
function readChange(bytes: Uint8Array): SavedChange | undefined {
  let [address, previous, deposed] = ['', '', ''];
  let change: Change | undefined;
  readFields(bytes, {
    7: (reader) => {
      deposed = reader.string();
    },
    9: (reader) => {
      change = readValues(reader.bytes());
    },
    13: (reader) => {
      address = reader.string();
    },
    14: (reader) => {
      previous = reader.string();
    },
  });
  if (address === '' || change === undefined) return undefined;
  return { ...{ address, previousAddress: previous, deposed }, ...change };
}

type Change = Omit<SavedChange, 'address' | 'previousAddress' | 'deposed'>;

/** Parses a `Change`. */
function readValues(bytes: Uint8Array): Change | undefined {
  let action = 0;
  let importing: string | undefined;
  const values: PackedValue[] = [];
  const beforeSensitive: PackedPath[] = [];
  const afterSensitive: PackedPath[] = [];
  readFields(bytes, {
    1: (reader) => {
      action = reader.int32();
    },
    2: (reader) => values.push(readPacked(reader.bytes())),
    3: (reader) => beforeSensitive.push(readPath(reader.bytes())),
    4: (reader) => afterSensitive.push(readPath(reader.bytes())),
    5: (reader) => {
      importing = readImporting(reader.bytes());
    },
  });
  const [names, sides] = actions.get(action) ?? [];
  if (names === undefined || values.length !== (sides === 'both' ? 2 : 1)) return undefined;
  return {
    actions: names,
    before: sides === 'after' ? undefined : values[0],
    after: sides === 'before' ? undefined : values.at(-1),
    ...{ beforeSensitive, afterSensitive, importing },
  };
}

/** Parses an `OutputChange`; returns its name if there is a change. */
function readOutput(bytes: Uint8Array): readonly string[] {
  let name = '';
  let isIdle = true;
  readFields(bytes, {
    1: (reader) => {
      name = reader.string();
    },
    2: (reader) =>
      readFields(reader.bytes(), {
        1: (inner) => {
          isIdle = inner.int32() === 0;
        },
      }),
  });
  return isIdle ? [] : [name];
}

/** Parses an `Importing` and returns the id, which is empty if an identity is used instead. */
function readImporting(bytes: Uint8Array): string {
  let id = '';
  readFields(bytes, {
    1: (reader) => {
      id = reader.string();
    },
  });
  return id;
}

/** Parses a `Path`. */
function readPath(bytes: Uint8Array): PackedPath {
  const steps: (string | PackedValue)[] = [];
  readFields(bytes, {
    1: (reader) =>
      readFields(reader.bytes(), {
        1: (step) => steps.push(step.string()),
        2: (step) => steps.push(readPacked(step.bytes())),
      }),
  });
  return steps;
}

/** Parses a `DynamicValue`. */
function readPacked(bytes: Uint8Array): PackedValue {
  let packed: PackedValue = new Uint8Array();
  readFields(bytes, {
    1: (reader) => {
      packed = reader.bytes();
    },
  });
  return packed;
}

/** Readers for the relevant fields, by number; all other fields are skipped. */
type Fields = Readonly<Record<number, (reader: BinaryReader) => unknown>>;

function readFields(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    const read = fields[field];
    if (read === undefined) reader.skip(wire, field);
    else read(reader);
  }
}
