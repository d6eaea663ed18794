import { message } from '../../kit/messages/message.ts'
import type { PostActionKind } from '../model/definition.ts'
import type { Workflow } from '../model/tracker.ts'
import { createActionError } from './read-members.ts'

export function assertSimpleMode(kind: PostActionKind, { isAdvanced }: Workflow): void {
  if (isAdvanced) throw createActionError(message`Workflow mode is incompatible with PostAction of type ${kind}`)
}
