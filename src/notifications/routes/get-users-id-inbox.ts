import { parseUserId } from '../../accounts/model/user-id.ts'
import { mayUseOwn } from '../../accounts/policy.ts'
import { loadRelatedData } from '../../artifacts/reads/load-related-data.ts'
import { createRenderContexts } from '../../artifacts/representations/render-context.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { listInbox } from '../reads/list-inbox.ts'
import { InboxRepresentation, representInboxItem } from '../representations/inbox-item.ts'

const maxLimit = 100

export const getUsersIdInbox = defineRoute({
  method: 'GET',
  url: '/users/:id/inbox',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the changes that concern the caller (`self`), newest first.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    unread: Type.Boolean({ description: 'Only unread items.', default: false }),
    ...buildPageParameters({ default: 50, max: maxLimit }),
  }),
  answers: { 200: InboxRepresentation },
  async answer({ params, query: { unread: isUnread, ...page }, ...viewer }, world) {
    const id = parseUserId(params.id, viewer.caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const { subject: user } = mayUseOwn(viewer.caller, 'inbox', id)
    const inbox = await listInbox(world, viewer.caller, user, isUnread ? 'unread' : 'inbox', page)
    const related = await loadRelatedData(
      world,
      viewer.caller,
      inbox.entries.map(({ artifact }) => artifact),
      'summary',
      {
        users: inbox.entries.flatMap(({ item }) => item.actor ?? []),
        texts: inbox.entries.flatMap(({ comment }) => comment ?? []),
        form: 'plain',
      },
    )
    const render = createRenderContexts(viewer, related)
    const items = inbox.entries.flatMap(({ item, artifact, comment }) =>
      render([artifact]).map((shown) => representInboxItem(item, comment, shown, related.users, viewer)),
    )
    return { body: { unread_count: inbox.unread, items }, page: { ...page, size: inbox.size, max: maxLimit } }
  },
})
