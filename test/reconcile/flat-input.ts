import type {
  CodeInput,
  EarlierRuns,
  Judging,
  LogInput,
  PatchingInput,
  PeopleInput,
  ProviderFacts,
  RunInput,
} from '../../src/reconcile/run-input.ts';

interface Parts {
  readonly log: LogInput;
  readonly code: CodeInput;
  readonly providers: ProviderFacts;
  readonly judging: Judging;
  readonly people: PeopleInput;
  readonly patching: PatchingInput;
  readonly earlier: EarlierRuns;
}

/** The members of all parts of a run's input side by side, so that a test can replace any. */
export type FlatInput = Omit<RunInput, keyof Parts> &
  LogInput &
  CodeInput &
  ProviderFacts &
  Judging &
  PeopleInput &
  PatchingInput &
  EarlierRuns;

/** Each part has all members, of which it ignores those of the others. */
export function runInput(flat: FlatInput): RunInput {
  return {
    ...flat,
    ...{ log: flat, code: flat, providers: flat, judging: flat },
    ...{ people: flat, patching: flat, earlier: flat },
  };
}

export function flatInput(input: RunInput): FlatInput {
  const { log, code, providers, judging, people, patching, earlier, ...rest } = input;
  return {
    ...rest,
    ...log,
    ...code,
    ...providers,
    ...judging,
    ...people,
    ...patching,
    ...earlier,
  };
}
