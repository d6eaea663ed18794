import type { TrackerId } from '../../kit/values/ids.ts'
import { defaultOptions, type TrackerOptions } from '../model/definition.ts'
import type { Semantics, Tracker } from '../model/tracker.ts'
import { mapTrackerPermissions } from '../permissions/tracker-access.ts'
import type { StructureRows } from './structure.ts'
import { toFields } from './to-fields.ts'
import { toWorkflows } from './to-workflow.ts'

/** Builds trackers from rows; this slice wrote the rows, so their texts are values of the model. */
export function toTrackers(structure: StructureRows): Map<TrackerId, Tracker> {
  const permissions = Map.groupBy(structure.permissions, (row) => row.tracker_id)
  const fields = Map.groupBy(toFields(structure), (field) => field.trackerId)
  const semantics = Map.groupBy(structure.semantics, (row) => row.tracker_id)
  const workflows = toWorkflows(structure)

  const toTracker = (row: StructureRows['trackers'][number]): Tracker => {
    const trackerFields = fields.get(row.id) ?? []
    return {
      id: row.id,
      projectId: row.project_id,
      parentId: row.parent_id,
      name: row.name,
      itemName: row.item_name,
      description: row.description,
      color: row.color,
      options: { ...defaultOptions, ...(JSON.parse(row.options) as Partial<TrackerOptions>) },
      deletedOn: row.deleted_on,
      permissions: permissionsFrom(permissions.get(row.id) ?? []),
      fields: trackerFields,
      fieldById: new Map(trackerFields.map((field) => [field.id, field])),
      fieldByName: new Map(trackerFields.map((field) => [field.name, field])),
      semantics: semanticsFrom(semantics.get(row.id) ?? []),
      rules: structure.rulesOf(row.id),
      workflow: workflows.get(row.id) ?? null,
    }
  }
  return new Map(structure.trackers.map((row) => [row.id, toTracker(row)]))
}

function permissionsFrom(rows: StructureRows['permissions']): Tracker['permissions'] {
  const groups = Map.groupBy(rows, (row) => row.permission)
  return mapTrackerPermissions((permission) => (groups.get(permission) ?? []).map((row) => row.group_id))
}

const semanticsFrom = (rows: StructureRows['semantics']): Semantics =>
  Object.fromEntries(rows.map((row) => [row.kind, JSON.parse(row.definition)])) as Semantics
