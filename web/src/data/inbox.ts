import type { UseQueryResult } from '@tanstack/react-query'
import type {
  InboxItemRepresentation,
  InboxRepresentation,
} from '../../../src/notifications/representations/inbox-item.ts'
import { type PageResult, sendChange } from './client.ts'
import type { Failure } from './failure.ts'
import { buildQueryKey, queryCache, usePage, useResource } from './queries.ts'

export type Inbox = InboxRepresentation
export type InboxItem = InboxItemRepresentation

const path = '/users/self/inbox'
const pageSize = 50

/** The newest unread items, and how many there are. */
export const useUnreadInbox = (isWanted: boolean): UseQueryResult<Inbox, Failure> =>
  useResource<Inbox>(path, { unread: true, limit: 6 }, { isWanted })

/** One page of all items. */
export const useInboxPage = (offset: number): UseQueryResult<PageResult<Inbox>, Failure> =>
  usePage<Inbox>(path, { limit: pageSize, offset })

/** Items by id, or all up to one: later ones keep their mark. */
type InboxMarking =
  | { readonly read: readonly number[]; readonly is_read: boolean }
  | { readonly read: 'all'; readonly up_to: number }

/** Marks items at once; if the server refuses, all lists are read again. */
export async function markItems(change: InboxMarking): Promise<void> {
  const isRead = change.read === 'all' || change.is_read
  const isMarked = ({ id }: InboxItem): boolean =>
    change.read === 'all' ? id <= change.up_to : change.read.includes(id)
  const key = buildQueryKey(path)
  await queryCache.cancelQueries({ queryKey: key })
  queryCache.setQueriesData<Inbox | PageResult<Inbox>>({ queryKey: key }, (cached) => {
    if (cached === undefined) return cached
    return 'body' in cached
      ? { ...cached, body: markIn(cached.body, isMarked, isRead) }
      : markIn(cached, isMarked, isRead)
  })
  try {
    await sendChange('PATCH', path, change)
  } finally {
    await queryCache.invalidateQueries({ queryKey: key })
  }
}

function markIn(inbox: Inbox, isMarked: (item: InboxItem) => boolean, isRead: boolean): Inbox {
  const changed = inbox.items.filter((item) => isMarked(item) && item.is_read !== isRead).length
  return {
    unread_count: Math.max(0, inbox.unread_count + (isRead ? -changed : changed)),
    items: inbox.items.map((item) => (isMarked(item) ? { ...item, is_read: isRead } : item)),
  }
}
