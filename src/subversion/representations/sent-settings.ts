import type { UserId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'

/** Contract 40 §1.4: when it is there, all of it is. */
export const SentCommitRules = Type.Object({
  is_reference_mandatory: Type.Boolean(),
  is_commit_message_change_allowed: Type.Boolean(),
})

export const SentImmutableTags = Type.Object({
  paths: Type.Array(Type.String()),
  whitelist: Type.Array(Type.String()),
})

export const SentNotifications = Type.Array(
  Type.Object({
    path: Type.String({ maxLength: 255 }),
    emails: Type.Array(Type.String()),
    users: Type.Array(Type.Unsafe<UserId>(Type.Integer())),
    user_groups: Type.Array(Type.String()),
  }),
)
