import type { Permit } from '../../src/kit/values/permit.ts'

/** Grants a permit to tests that write rows directly, without a command and its policy. */
export const grantPermit = <Action extends string, const Subject>(action: Action, subject: Subject) =>
  ({ action, subject }) as Permit<Action, Subject>
