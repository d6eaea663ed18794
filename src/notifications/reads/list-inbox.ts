import type { Artifact } from '../../artifacts/model/artifact.ts'
import { loadAccessibleTrackers } from '../../artifacts/reads/accessible-trackers.ts'
import { listCommentReaders } from '../../artifacts/reads/search.ts'
import { filterVisibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { loadArtifacts } from '../../artifacts/store/artifacts.ts'
import { loadTrackersWith } from '../../artifacts/store/user-artifacts.ts'
import { buildVisibilityCondition } from '../../artifacts/store/visibility-condition.ts'
import type { RichText } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getCachedTrackers } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { InboxItem } from '../model/inbox.ts'
import { hasInboxItem, type InboxSelection, loadInboxItems } from '../store/inbox.ts'
import { loadLatestComments } from '../store/participants.ts'

/** An item with what it refers to. */
export interface InboxEntry {
  readonly item: InboxItem
  readonly artifact: Artifact
  readonly comment: RichText | null
}

/** Returns one page of the items of a user that they may see now, newest first, with the number of these. */
export async function listInbox(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  user: UserId,
  selection: InboxSelection,
  page: Page,
): Promise<{ readonly entries: InboxEntry[]; readonly size: number; readonly unread: number }> {
  const { read } = world.db
  const trackers = [...(await getCachedTrackers(world, await loadTrackersWith(read, hasInboxItem(user)))).values()]
  if (trackers.length === 0) return { entries: [], size: 0, unread: 0 }
  const accessible = await loadAccessibleTrackers(world, caller, trackers)
  const view = {
    user,
    where: buildVisibilityCondition(accessible),
    readers: listCommentReaders(caller, trackers),
    readableFields: trackers.flatMap((tracker) =>
      filterReadableFields(caller, tracker).flatMap(({ id, type }) =>
        getFieldType(type).storage === undefined ? [] : [id],
      ),
    ),
  }
  const { items, ...counts } = await loadInboxItems(read, view, selection, page)
  const artifacts = await loadArtifacts(read, [...new Set(items.map(({ artifactId }) => artifactId))])
  // An artifact that changed after the items were found may be hidden now.
  const visible = new Set(await filterVisibleArtifacts(world, caller, [...artifacts.values()]))
  const comments = await loadLatestComments(
    read,
    items.flatMap(({ hasComment, changesetId }) => (hasComment && changesetId !== null ? [changesetId] : [])),
  )
  const entries = items.flatMap((item) => {
    const artifact = artifacts.get(item.artifactId)
    if (artifact === undefined || !visible.has(artifact)) return []
    const comment = item.changesetId === null ? undefined : comments.get(item.changesetId)
    return [{ item, artifact, comment: comment ?? null }]
  })
  return { entries, ...counts }
}
