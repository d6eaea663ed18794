import { representMinimalUser } from '../../accounts/representations/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import { loadRelatedData } from '../../artifacts/reads/load-related-data.ts'
import { representArtifact, representValues } from '../../artifacts/representations/artifact.ts'
import { representChangeset } from '../../artifacts/representations/changeset.ts'
import { createRenderContexts, type RenderContext } from '../../artifacts/representations/render-context.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { representMinimalTracker } from '../../trackers/representations/tracker.ts'
import type { World } from '../../world/model/world.ts'
import { getChangeEvent } from '../model/event.ts'
import { loadDeletionContent } from '../reads/deletion-content.ts'
import { loadNotificationContent, type NotificationContent } from '../reads/notification-content.ts'
import type { LoggedChange } from '../store/changes.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits' | 'config'>

/** Builds the payload of a change with what `caller` may see; null: nothing. */
export async function buildWebhookPayload(world: Deps, caller: Caller, change: LoggedChange): Promise<object | null> {
  const viewer = { caller, ...(await renderLocale(world)) }
  return change.kind === 'deleted'
    ? buildDeletionPayload(world, viewer, change)
    : buildChangePayload(world, viewer, change)
}

async function buildDeletionPayload(world: Deps, viewer: Viewer, change: LoggedChange): Promise<object | null> {
  const content = await loadDeletionContent(world, viewer.caller, change)
  if (content === null) return null
  const user = await representActor(world, viewer, change)
  const tracker = representMinimalTracker(content.tracker, content.project)
  return {
    ...commonMembers(change, viewer),
    user,
    tracker,
    current: null,
    previous: null,
    artifact: null,
    changed_fields: [],
  }
}

async function buildChangePayload(world: Deps, viewer: Viewer, change: LoggedChange): Promise<object | null> {
  const content = await loadNotificationContent(world, viewer.caller, change)
  if (content === null) return null
  const versions = await renderVersions(world, viewer, content)
  if (versions === null) return null
  const { changeset, comment, before } = content
  const artifact = representArtifact(versions.now, 'all')
  return {
    ...commonMembers(change, viewer),
    user: await representActor(world, viewer, change),
    tracker: artifact.tracker,
    current: representChangeset({ changeset, comment, after: versions.after }, true),
    previous:
      before === null || versions.before === null
        ? null
        : representChangeset({ changeset: before.changeset, comment: before.comment, after: versions.before }, true),
    artifact,
    changed_fields: representChangedFields(content, versions),
  }
}

const commonMembers = (change: LoggedChange, { timezone }: Viewer) => ({
  id: change.artifact.id,
  action: getChangeEvent(change),
  change: { id: change.id, kind: change.kind, at: formatIsoDate(change.at, timezone) },
})

async function representActor({ db }: Deps, viewer: Viewer, { userId }: LoggedChange) {
  const users = await loadUsers(db.read, userId === null ? [] : [userId])
  return representMinimalUser(userId === null ? null : (users.get(userId) ?? null), viewer)
}

/** The current version of an artifact, and those after and before the change. */
interface RenderedVersions {
  readonly now: RenderContext
  readonly after: RenderContext
  readonly before: RenderContext | null
}

async function renderVersions(
  world: Deps,
  viewer: Viewer,
  content: NotificationContent,
): Promise<RenderedVersions | null> {
  const times = [content.artifact, content.after, ...(content.before === null ? [] : [content.before.artifact])]
  const comments = [content.comment, content.before?.comment ?? null].filter((comment) => comment !== null)
  const authors = [content.changeset, ...(content.before === null ? [] : [content.before.changeset]), ...comments]
  const extra = {
    users: authors.flatMap(({ submittedBy }) => submittedBy ?? []),
    groups: comments.flatMap(({ groups }) => groups ?? []),
    texts: comments.map(({ body, format }) => ({ content: body, format })),
  }
  const surroundings = await loadRelatedData(world, viewer.caller, times, 'values', extra)
  const [now, after, before = null] = createRenderContexts(viewer, surroundings)(times)
  return now === undefined || after === undefined ? null : { now, after, before }
}

function representChangedFields({ changedFields: changed }: NotificationContent, versions: RenderedVersions) {
  const entries = (at: RenderContext | null) =>
    new Map((at === null ? [] : representValues(at)).map((e) => [e.field_id, e]))
  const [before, after] = [entries(versions.before), entries(versions.after)]
  return changed.map(({ id, name, label }) => ({
    field_id: id,
    name,
    label,
    before: before.get(id) ?? null,
    after: after.get(id) ?? null,
  }))
}
