/** Runs work that yields between its steps to its end, without pauses; returns its result. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
