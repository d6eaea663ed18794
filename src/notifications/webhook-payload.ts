import { surroundingsOf } from '../artifacts/reads/surroundings.ts'
import { representArtifact, representValues } from '../artifacts/representations/artifact.ts'
import { representChangeset } from '../artifacts/representations/changeset.ts'
import { type Shown, showing } from '../artifacts/representations/presenting.ts'
import type { Caller } from '../kit/caller.ts'
import { isoDate } from '../kit/time.ts'
import type { Viewer } from '../kit/viewer.ts'
import type { World } from '../kit/world.ts'
import { standpointOf } from '../platform/reads/standpoint.ts'
import { representMinimalUser } from '../platform/representations/user.ts'
import { loadUsers } from '../platform/store/users.ts'
import { representMinimalTracker } from '../trackers/representations/tracker.ts'
import { eventOf } from './model/event.ts'
import { type Told, toldOf } from './reads/told.ts'
import { toldOfDeletion } from './reads/told-of-deletion.ts'
import type { LoggedChange } from './store/changes.ts'

type Needed = Pick<World, 'db' | 'cache' | 'clock' | 'commits' | 'config'>

/** What a webhook is told of a change, as far as `caller` may see it; null: nothing. */
export async function webhookPayload(world: Needed, caller: Caller, change: LoggedChange): Promise<object | null> {
  const viewer = { caller, ...(await standpointOf(world)) }
  return change.kind === 'deleted' ? ofDeletion(world, viewer, change) : ofChange(world, viewer, change)
}

async function ofDeletion(world: Needed, viewer: Viewer, change: LoggedChange): Promise<object | null> {
  const told = await toldOfDeletion(world, viewer.caller, change)
  if (told === null) return null
  const user = await actorOf(world, viewer, change)
  const tracker = representMinimalTracker(told.tracker, told.project)
  return { ...headOf(change, viewer), user, tracker, current: null, previous: null, artifact: null, changed_fields: [] }
}

async function ofChange(world: Needed, viewer: Viewer, change: LoggedChange): Promise<object | null> {
  const told = await toldOf(world, viewer.caller, change)
  if (told === null) return null
  const shown = await showAll(world, viewer, told)
  if (shown === null) return null
  const { changeset, comment, before } = told
  const artifact = representArtifact(shown.now, 'all')
  return {
    ...headOf(change, viewer),
    user: await actorOf(world, viewer, change),
    tracker: artifact.tracker,
    current: representChangeset({ changeset, comment, shown: shown.after }, true),
    previous:
      before === null || shown.before === null
        ? null
        : representChangeset({ changeset: before.changeset, comment: before.comment, shown: shown.before }, true),
    artifact,
    changed_fields: changedFields(told, shown),
  }
}

const headOf = (change: LoggedChange, { timezone }: Viewer) => ({
  id: change.artifact.id,
  action: eventOf(change),
  change: { id: change.id, kind: change.kind, at: isoDate(change.at, timezone) },
})

async function actorOf({ db }: Needed, viewer: Viewer, { userId }: LoggedChange) {
  const users = await loadUsers(db.read, userId === null ? [] : [userId])
  return representMinimalUser(userId === null ? null : (users.get(userId) ?? null), viewer)
}

/** The artifact now, after the change and before it. */
interface ShownTimes {
  readonly now: Shown
  readonly after: Shown
  readonly before: Shown | null
}

async function showAll(world: Needed, viewer: Viewer, told: Told): Promise<ShownTimes | null> {
  const times = [told.artifact, told.after, ...(told.before === null ? [] : [told.before.artifact])]
  const said = [told.comment, told.before?.comment ?? null].filter((comment) => comment !== null)
  const authors = [told.changeset, ...(told.before === null ? [] : [told.before.changeset]), ...said]
  const also = {
    users: authors.flatMap(({ submittedBy }) => submittedBy ?? []),
    groups: said.flatMap(({ groups }) => groups ?? []),
    texts: said.map(({ body, format }) => ({ content: body, format })),
  }
  const surroundings = await surroundingsOf(world, viewer.caller, times, 'values', also)
  const [now, after, before = null] = showing(viewer, surroundings)(times)
  return now === undefined || after === undefined ? null : { now, after, before }
}

function changedFields({ changed }: Told, shown: ShownTimes) {
  const entries = (at: Shown | null) => new Map((at === null ? [] : representValues(at)).map((e) => [e.field_id, e]))
  const [before, after] = [entries(shown.before), entries(shown.after)]
  return changed.map(({ id, name, label }) => ({
    field_id: id,
    name,
    label,
    before: before.get(id) ?? null,
    after: after.get(id) ?? null,
  }))
}
