import { Failure } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { tell } from './toast.tsx'

/** Does something at once, and says in passing that it is done, if there is something to say, or why it was refused. */
export async function orTell(work: Promise<unknown>, done?: string): Promise<void> {
  try {
    await work
    if (done !== undefined) tell(done)
  } catch (thrown) {
    tell(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
  }
}
