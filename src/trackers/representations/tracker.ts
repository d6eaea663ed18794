import type { Static } from 'typebox'
import { type NamedGroup, referToGroup, UserGroupReference } from '../../accounts/representations/user-group.ts'
import type { DescribeContext } from '../../fields/contexts/describe-context.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Project } from '../../projects/model/project.ts'
import { ProjectReference, referToProject } from '../../projects/representations/project.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TrackerView } from '../model/tracker-view.ts'
import { buildTrackerPermissions } from '../permissions/tracker-access.ts'
import { buildDecorators } from './decorators.ts'
import { FieldRepresentation, representField } from './field.ts'
import { ReportDefinitionRepresentation } from './report-definition.ts'
import { representSemantics, SemanticsRepresentation } from './semantics.ts'
import { buildStructure, StructureElement } from './structure.ts'
import { representWorkflow, WorkflowRepresentation } from './workflow.ts'

const groups = Type.Array(UserGroupReference)
const closed = { additionalProperties: false }

type TrackerSummary = Pick<Tracker, 'id' | 'name' | 'color'>
type ProjectSummary = Pick<Project, 'id' | 'name' | 'icon'>

export const TrackerReference = Type.Object(
  { id: Type.Integer(), uri: Type.String(), label: Type.String(), color: Type.String(), project: ProjectReference },
  { title: 'TrackerReference', additionalProperties: false },
)
export type TrackerReference = Static<typeof TrackerReference>

/** docs/api/trackers.md §3.2: `color`, where the full representation has `color_name`. */
export const referToTracker = (tracker: TrackerSummary, project: ProjectSummary): TrackerReference => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color: tracker.color,
  project: referToProject(project),
})

export const MinimalTrackerRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    color_name: Type.String(),
    project: ProjectReference,
    cannot_create_reasons: Type.Union([Type.Array(Type.String()), Type.Null()]),
  },
  { title: 'MinimalTracker', additionalProperties: false },
)
export type MinimalTrackerRepresentation = Static<typeof MinimalTrackerRepresentation>

/** docs/api/trackers.md §2.4; the reasons are null where they are not requested. */
export const representMinimalTracker = (
  tracker: TrackerSummary,
  project: ProjectSummary,
  cannotCreateReasons: readonly string[] | null = null,
): MinimalTrackerRepresentation => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color_name: tracker.color,
  project: referToProject(project),
  cannot_create_reasons: cannotCreateReasons && [...cannotCreateReasons],
})

export const PermissionsForGroups = Type.Object(
  buildTrackerPermissions(() => groups),
  { ...closed, title: 'TrackerPermissions' },
)

export const TrackerRepresentation = Type.Object(
  {
    id: Type.Integer(),
    uri: Type.String(),
    html_url: Type.String(),
    project: ProjectReference,
    label: Type.String(),
    description: Type.String(),
    item_name: Type.String(),
    fields: Type.Array(FieldRepresentation),
    structure: Type.Array(StructureElement),
    semantics: SemanticsRepresentation,
    workflow: WorkflowRepresentation,
    permissions_for_groups: Type.Union([PermissionsForGroups, Type.Null()]),
    parent: Type.Union([TrackerReference, Type.Null()]),
    resources: Type.Array(Type.Object({ type: Type.String(), uri: Type.String() }, { ...closed, title: 'Resource' })),
    color_name: Type.String(),
    notifications: Type.Object({ enabled: Type.Boolean() }, closed),
    columns: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Only with `include=columns`.' })),
    default_report: Type.Optional(
      Type.Union([ReportDefinitionRepresentation, Type.Null()], {
        description:
          'Only with `include=default_report`: the report with which the list opens; null if there is none, and for users who chose all artifacts.',
      }),
    ),
  },
  { ...closed, title: 'Tracker' },
)
export type TrackerRepresentation = Static<typeof TrackerRepresentation>

/** docs/api/trackers.md §3.2: the whole tracker, limited to the view. */
export function representTracker(view: TrackerView, context: DescribeContext): TrackerRepresentation {
  const { tracker, project, parent, isAdministrator } = view
  const decorators = buildDecorators(tracker)
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    html_url: `/plugins/tracker/?tracker=${tracker.id}`,
    project: referToProject(project),
    label: tracker.name,
    description: tracker.description,
    item_name: tracker.itemName,
    fields: view.fields.map((visible) =>
      representField(visible, context, { isAdministrator, decorators: decorators.get(visible.field.id) ?? [] }),
    ),
    structure: buildStructure(tracker),
    semantics: representSemantics(view.semantics),
    workflow: representWorkflow(view),
    permissions_for_groups: isAdministrator ? representPermissionsForGroups(tracker, context.groups) : null,
    parent: parent && referToTracker(parent.tracker, parent.project),
    resources: [{ type: 'reports', uri: `trackers/${tracker.id}/tracker_reports` }],
    color_name: tracker.color,
    notifications: { enabled: tracker.options.notificationsLevel !== 1 },
  }
}

/** docs/api/trackers.md §3.9. */
export const representPermissionsForGroups = (
  { permissions, projectId }: Pick<Tracker, 'permissions' | 'projectId'>,
  names: ReadonlyMap<UserGroupId, NamedGroup>,
): Static<typeof PermissionsForGroups> =>
  buildTrackerPermissions((permission) => permissions[permission].map((id) => referToGroup(id, projectId, names)))
