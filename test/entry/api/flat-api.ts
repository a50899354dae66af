import type {
  ApiAnswers,
  ApiCallers,
  ApiDeps,
  ApiJobs,
  ApiProcess,
  ApiRegisters,
  ApiRuntime,
} from '../../../src/entry/api/deps.ts';

/** The members of all parts of the API's dependencies side by side, so that a test can replace any. */
export type FlatApi = Pick<ApiDeps, 'settings' | 'store' | 'slack'> &
  ApiJobs &
  ApiAnswers &
  ApiRegisters &
  ApiCallers &
  ApiProcess &
  ApiRuntime;

/** Each part has all members, of which it ignores those of the others. */
export function apiDeps(flat: FlatApi): ApiDeps {
  return {
    ...flat,
    ...{ jobs: flat, answers: flat, registers: flat },
    ...{ callers: flat, process: flat, runtime: flat },
  };
}
