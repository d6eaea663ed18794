import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { JobId } from '../../kit/values/ids.ts'

/** Jobs are deleted once they have run. */
export const createMissingJobRefusal = (id: JobId): Refusal =>
  new Refusal('absent', message`There is no job ${id}. It may have ended in the meantime.`)
