import type { Message } from '../../kit/messages/message.ts'
import type { WriteContext } from '../contexts/write-context.ts'

/** Reports a problem and returns undefined as the value. */
export function reportProblem(context: WriteContext, message: Message): undefined {
  context.reportProblem(message)
}
