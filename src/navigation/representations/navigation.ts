import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { ProjectRepresentation, representProject } from '../../projects/representations/project.ts'
import { representService, ServiceRepresentation } from '../../projects/representations/service.ts'
import type { OwnCounts, ProjectPlaces } from '../model/navigation.ts'

const closed = { additionalProperties: false }

const NavigationTracker = Type.Object(
  {
    id: Type.Integer(),
    label: Type.String(),
    item_name: Type.String(),
    color_name: Type.String(),
    description: Type.String(),
    open: Type.Integer({
      description: 'Open artifacts that the caller sees, as in `GET /projects/{id}/tracker_counts`.',
    }),
    total: Type.Integer({ description: 'Artifacts that the caller sees.' }),
    can_update: Type.Boolean({ description: 'Whether the caller may administer the tracker, whatever the scopes.' }),
  },
  { ...closed, title: 'NavigationTracker' },
)

const NavigationProject = Type.Object(
  {
    ...ProjectRepresentation.properties,
    is_administrator: Type.Boolean({ description: 'Whether the caller administers the project.' }),
    can_update: Type.Boolean({ description: 'Whether the caller may change the project, whatever the scopes.' }),
    services: Type.Array(ServiceRepresentation),
    repositories: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String() }, { ...closed, title: 'NavigationRepository' }),
      { description: 'Subversion repositories, the first 10 by name; none unless the project uses Subversion.' },
    ),
    trackers: Type.Array(NavigationTracker, {
      description: 'The first 50, as administrators of the project arranged them, others by name.',
    }),
    tracker_count: Type.Integer({ description: 'All trackers that the caller sees.' }),
    reports: Type.Array(
      Type.Object(
        { id: Type.Integer(), tracker_id: Type.Integer(), label: Type.String() },
        { ...closed, title: 'NavigationReport' },
      ),
      { description: 'Reports that only the caller sees, the first 10 by name.' },
    ),
  },
  { ...closed, title: 'NavigationProject' },
)

export const NavigationRepresentation = Type.Object(
  {
    own: Type.Union([
      Type.Object(
        {
          assigned_count: Type.Integer({ description: 'Open artifacts that are assigned to the caller.' }),
          unread_count: Type.Integer({ description: 'Unread items of the inbox.' }),
        },
        { ...closed, title: 'OwnCounts' },
      ),
      Type.Null(),
    ]),
    project: Type.Union([NavigationProject, Type.Null()]),
  },
  { ...closed, title: 'Navigation' },
)
export type NavigationRepresentation = Static<typeof NavigationRepresentation>

export const representNavigation = (own: OwnCounts | null, places: ProjectPlaces | null): NavigationRepresentation => ({
  own: own && { assigned_count: own.assigned, unread_count: own.unread },
  project: places && {
    ...representProject(places.project, places.details),
    is_administrator: places.isAdministrator,
    can_update: places.canUpdate,
    services: places.services.map((each) => representService(each, places.project)),
    repositories: places.repositories.map(({ id, name }) => ({ id, name })),
    trackers: places.trackers.map(({ tracker, open, total, canUpdate }) => ({
      id: tracker.id,
      label: tracker.name,
      item_name: tracker.itemName,
      color_name: tracker.color,
      description: tracker.description,
      open,
      total,
      can_update: canUpdate,
    })),
    tracker_count: places.trackerCount,
    reports: places.reports.map(({ id, trackerId, name }) => ({ id, tracker_id: trackerId, label: name })),
  },
})
