import { parseUserId } from '../../accounts/model/user-id.ts'
import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ChangeId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { maxInboxItems } from '../model/inbox.ts'
import { markInboxItems } from '../store/inbox.ts'

export const patchUsersIdInbox = defineRoute({
  method: 'PATCH',
  url: '/users/:id/inbox',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Set whether items of the inbox of the caller (`self`) are read.',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({
    read: Type.Union([
      Type.Array(Type.Unsafe<ChangeId>(Type.Integer({ format: identifier })), {
        description: 'Ids of items.',
        minItems: 1,
        maxItems: maxInboxItems,
      }),
      Type.Literal('all'),
    ]),
    is_read: Type.Optional(Type.Boolean({ description: 'false marks the items as unread.', default: true })),
    up_to: Type.Optional(
      Type.Unsafe<ChangeId>(
        Type.Integer({
          description: 'With `all`: the newest item to mark. Later items keep their mark.',
          format: identifier,
        }),
      ),
    ),
  }),
  answers: { 200: null },
  async answer({ caller, params, body: { read, is_read: isRead = true, up_to: upTo } }, { db, clock }) {
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const permit = mayUseOwn(caller, 'inbox', id)
    if (read !== 'all' && upTo !== undefined)
      throw new Refusal('invalid', '`up_to` is only accepted with `"read": "all"`.')
    const items = read === 'all' ? { upTo: upTo ?? null } : read
    await db.write((tx) => markInboxItems(tx, permit, items, isRead ? clock.now() : null))
    return {}
  },
})
