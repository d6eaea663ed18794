import { Failure } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { showToast } from './toast.tsx'

/** Runs an action and shows a toast with the result or the error. */
export async function reportFailure(work: Promise<unknown>, done?: string): Promise<void> {
  try {
    await work
    if (done !== undefined) showToast(done)
  } catch (thrown) {
    showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
  }
}

/** Shows a toast with what was done, and with a button that reverts it; without `undo`, nothing can. */
export const showWithUndo = (done: string, undo?: () => Promise<unknown>): void =>
  showToast(done, 'positive', undo && (() => void reportFailure(undo(), texts.states.undone)))
