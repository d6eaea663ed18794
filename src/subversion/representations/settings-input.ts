import type { Static } from 'typebox'
import type { UserId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import type { NotificationInput } from '../model/settings-input.ts'

/** docs/api/subversion.md §1.4: all members are required if it is present. */
export const CommitRulesInput = Type.Object(
  {
    is_reference_mandatory: Type.Boolean(),
    is_commit_message_change_allowed: Type.Boolean(),
  },
  { title: 'CommitRulesInput' },
)

export const ImmutableTagsInput = Type.Object(
  {
    paths: Type.Array(Type.String()),
    whitelist: Type.Array(Type.String()),
  },
  { title: 'ImmutableTagsInput' },
)

const NumericText = Type.String({ pattern: '^[0-9]{1,15}$' })

/** docs/api/subversion.md §1.3: ids, or the objects of a response. */
export const NotificationsInput = Type.Array(
  Type.Object(
    {
      path: Type.String({ maxLength: 255 }),
      emails: Type.Array(Type.String()),
      users: Type.Array(
        Type.Union([
          Type.Integer({ format: identifier }),
          NumericText,
          Type.Object(
            { id: Type.Union([Type.Integer({ format: identifier }), NumericText]) },
            { title: 'UserReferenceInput' },
          ),
        ]),
      ),
      user_groups: Type.Array(
        Type.Union([
          Type.String(),
          Type.Integer(),
          Type.Object({ id: Type.Union([Type.String(), Type.Integer()]) }, { title: 'UserGroupReferenceInput' }),
        ]),
      ),
    },
    { title: 'RepositoryNotificationInput' },
  ),
)

export const parseNotifications = (input: Static<typeof NotificationsInput>): NotificationInput[] =>
  input.map(({ path, emails, users, user_groups: groups }) => ({
    path,
    emails,
    users: users.map((each) => Number(parseReferenceId(each)) as UserId),
    user_groups: groups.map((each) => `${parseReferenceId(each)}`),
  }))

const parseReferenceId = <Id extends string | number>(reference: Id | { readonly id: Id }): Id =>
  typeof reference === 'object' ? reference.id : reference
