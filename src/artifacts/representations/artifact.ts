import type { Static, TSchema } from 'typebox'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { ValueEntry } from '../../fields/field-type/field-type.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { ValueEntrySchema } from '../../fields/registry/value-schema.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { ProjectReference, referToProject } from '../../projects/representations/project.ts'
import {
  MinimalTrackerRepresentation,
  representMinimalTracker,
  TrackerRepresentation,
} from '../../trackers/representations/tracker.ts'
import { includedMembers } from './included-members.ts'
import { limitToFields, type RenderContext } from './render-context.ts'
import { StatusRepresentation } from './status.ts'
import { getAssignees, getStatus, getTitle } from './summary.ts'

/** Form of the values in a representation. */
export type ValuesForm = 'none' | 'collection' | 'by_field' | 'all'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const members = {
  id: Type.Integer(),
  uri: Type.String(),
  xref: Type.String(),
  project: ProjectReference,
  submitted_by: Type.Integer(),
  submitted_by_user: MinimalUserRepresentation,
  submitted_on: Type.String(),
  html_url: Type.String(),
  changesets_uri: Type.String(),
  values: nullable(Type.Array(ValueEntrySchema)),
  values_by_field: nullable(
    // Empty maps are empty lists on the wire (docs/api/rest-conventions.md §1.8).
    Type.Union([Type.Record(Type.String(), nullable(ValueEntrySchema)), Type.Array(Type.Unknown(), { maxItems: 0 })]),
  ),
  last_update_by: Type.Integer(),
  last_update_by_user: MinimalUserRepresentation,
  last_modified_date: Type.String(),
  status: Type.String(),
  full_status: StatusRepresentation,
  is_open: Type.Boolean(),
  title: nullable(Type.String()),
  assignees: Type.Array(MinimalUserRepresentation),
}

/** In lists: with the minimal tracker. */
export const ArtifactRepresentation = Type.Object(
  {
    ...members,
    tracker: MinimalTrackerRepresentation,
    etag: includedMembers.etag,
    can_update: includedMembers.can_update,
    children: includedMembers.children,
  },
  { title: 'Artifact', additionalProperties: false },
)
export type ArtifactRepresentation = Static<typeof ArtifactRepresentation>

/** Single artifact: with the tracker in either form. */
export const SingleArtifactRepresentation = Type.Object(
  { ...members, tracker: Type.Union([MinimalTrackerRepresentation, TrackerRepresentation]), ...includedMembers },
  { title: 'ArtifactWithTracker', additionalProperties: false },
)
export type SingleArtifactRepresentation = Static<typeof SingleArtifactRepresentation>

/** docs/api/artifacts.md §2.2. */
export const representArtifact = (
  shown: RenderContext,
  form: ValuesForm,
  fields?: ReadonlySet<FieldId>,
): ArtifactRepresentation => ({
  ...representWithoutTracker(shown, form, fields),
  tracker: representMinimalTracker(shown.visibleTracker.tracker, shown.visibleTracker.project),
})

/** The representation without its tracker; its values are those of all fields, or only of some. */
export function representWithoutTracker<Form extends ValuesForm>(
  shown: RenderContext,
  form: Form,
  fields?: ReadonlySet<FieldId>,
) {
  const { artifact, visibleTracker, presenting } = shown
  const { users, viewer } = presenting
  const valued = fields === undefined ? shown : limitToFields(shown, fields)
  const userReference = (id: typeof artifact.submittedBy, email: string | null) =>
    representMinimalUser(id === null ? null : (users.get(id) ?? null), viewer, email)
  return {
    id: artifact.id,
    uri: `artifacts/${artifact.id}`,
    xref: `${visibleTracker.tracker.itemName} #${artifact.id}`,
    project: referToProject(visibleTracker.project),
    submitted_by: artifact.submittedBy ?? 0,
    submitted_by_user: userReference(artifact.submittedBy, artifact.submittedEmail),
    submitted_on: formatIsoDate(artifact.submittedOn, viewer.timezone),
    html_url: `/plugins/tracker/?aid=${artifact.id}`,
    changesets_uri: `artifacts/${artifact.id}/changesets`,
    values: form === 'collection' || form === 'all' ? representValues(valued) : null,
    values_by_field: form === 'by_field' || form === 'all' ? representValuesByField(valued) : null,
    last_update_by: artifact.updatedBy ?? 0,
    last_update_by_user: userReference(artifact.updatedBy, artifact.updatedEmail),
    last_modified_date: formatIsoDate(artifact.updatedOn, viewer.timezone),
    ...getStatus(shown),
    title: getTitle(shown),
    assignees: getAssignees(shown),
  }
}

type Entry = Static<typeof ValueEntrySchema>

/** docs/api/artifacts.md §2.5: readable fields that hold a value, in the order of the tracker. */
export const representValues = (shown: RenderContext): Entry[] =>
  shown.visibleTracker.readable.flatMap((field) => {
    const entry = getFieldType(field.type).present?.(shown.artifact.values[field.id], field, shown.presenting)
    return entry === undefined ? [] : [asEntry(entry)]
  })

/** docs/api/artifacts.md §2.5: the alphanumeric family by name, null where there is no value. */
function representValuesByField({
  artifact,
  visibleTracker,
  presenting,
}: RenderContext): Record<string, Entry | null> | never[] {
  const fields = visibleTracker.readable.filter(({ type }) => getFieldType(type).isAlphanumeric)
  if (fields.length === 0) return []
  return Object.fromEntries(
    fields.map((field) => {
      const entry = getFieldType(field.type).present?.(artifact.values[field.id], field, presenting)
      return [field.name, entry === undefined ? null : asEntry(entry)]
    }),
  )
}

// The tests check values of field types against the schema in every response.
const asEntry = (entry: ValueEntry): Entry => entry as Entry
