import type { Field } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Project } from '../../projects/model/project.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import type { TrackerView, VisibleField } from '../model/tracker-view.ts'
import { canSeeTracker, canSeeTransition, type FieldRights, getFieldRights, isTrackerAdministrator } from '../policy.ts'
import { semanticEntries } from '../semantics/registry.ts'
import { getCachedTrackers } from '../store/trackers.ts'
import { loadCollapsedFieldsets } from './load-collapsed-fieldsets.ts'

/** Trackers of one project as the caller may see them, their parents included. */
export async function buildTrackerViews(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  project: Project,
  trackers: readonly Tracker[],
): Promise<TrackerView[]> {
  const [parents, collapsed] = await Promise.all([
    loadVisibleParents(world, caller, trackers),
    loadCollapsedFieldsets(world.db.read, caller, trackers),
  ])
  return trackers.map((tracker) => {
    const fields = visibleFields(caller, tracker, collapsed)
    const readable = new Set(fields.map(({ field }) => field.id))
    return {
      tracker,
      project,
      parent: (tracker.parentId !== null && parents.get(tracker.parentId)) || null,
      isAdministrator: isTrackerAdministrator(caller, tracker),
      fields,
      semantics: readableSemantics(tracker.semantics, readable),
      workflow:
        tracker.workflow === null || !readable.has(tracker.workflow.field)
          ? null
          : { transitions: tracker.workflow.transitions.filter((each) => canSeeTransition(caller, each, tracker)) },
    }
  })
}

async function loadVisibleParents(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  trackers: readonly Tracker[],
): Promise<Map<Tracker['id'], NonNullable<TrackerView['parent']>>> {
  const ids = trackers.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]))
  const parents = [...(await getCachedTrackers(world, ids)).values()]
  const projects = await loadProjects(
    world,
    parents.map(({ projectId }) => projectId),
  )
  const settings = await getSettings(world)
  return new Map(
    parents.flatMap((tracker) => {
      const project = projects.get(tracker.projectId)
      if (project === undefined || !canSeeTracker(caller, tracker, project, settings)) return []
      return [[tracker.id, { tracker, project }]]
    }),
  )
}

/** docs/api/trackers.md §3.4: every used element the caller reads, with what the caller may do with it. */
function visibleFields(caller: Caller, tracker: Tracker, collapsed: ReadonlySet<FieldId>): VisibleField[] {
  const rights = getFieldRights(caller, tracker)
  return tracker.fields
    .filter((field) => field.isUsed && rights.canRead(field))
    .map((field) => toVisibleField(field, rights, collapsed.has(field.id)))
}

/** Returns one element, whether or not it is visible among the others. */
export const getFieldView = (caller: Caller, tracker: Tracker, field: Field): VisibleField =>
  toVisibleField(field, getFieldRights(caller, tracker), false)

const toVisibleField = (field: Field, rights: FieldRights, isCollapsed: boolean): VisibleField => ({
  field,
  permissions: [
    ...(rights.canRead(field) ? (['read'] as const) : []),
    ...(rights.canUpdate(field) ? (['update'] as const) : []),
    ...(rights.canSubmit(field) ? (['create'] as const) : []),
  ],
  isCollapsed,
})

/** docs/api/trackers.md §3.7. */
const readableSemantics = (all: Semantics, readable: ReadonlySet<FieldId>): Semantics =>
  Object.fromEntries(
    semanticEntries.flatMap(([name, { api, fieldsOf }]) => {
      const value = all[name]
      return api !== undefined && value !== undefined && fieldsOf(value).every((id) => readable.has(id))
        ? [[name, value]]
        : []
    }),
  )
