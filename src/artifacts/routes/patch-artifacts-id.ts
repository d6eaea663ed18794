import type { Field } from '../../fields/model/field.ts'
import { preconditions } from '../../http/declarations/described-headers.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import type { ArtifactId, TrackerId } from '../../kit/values/ids.ts'
import { identifier, Type } from '../../kit/values/schema.ts'
import { moveArtifact } from '../commands/move-artifact.ts'
import { withStaleWriteDetails } from '../responses/stale-write-error.ts'

const MovedField = Type.Object(
  { field_id: Type.Integer(), label: Type.String(), name: Type.String() },
  { title: 'MovedField' },
)
const DryRun = Type.Object(
  {
    fields: Type.Object({
      fields_migrated: Type.Array(MovedField),
      fields_not_migrated: Type.Array(MovedField),
      fields_partially_migrated: Type.Array(MovedField),
    }),
  },
  { title: 'MoveDryRun' },
)

const describe = ({ id, label, name }: Field) => ({ field_id: id, label, name })

/** docs/api/artifacts.md §3.9. */
export const patchArtifactsId = defineRoute({
  method: 'PATCH',
  url: '/artifacts/:id',
  isListedLast: true,
  access: 'required',
  scope: 'write:tracker',
  supportedHeaders: [...preconditions, 'Prefer'],
  summary:
    'Move an artifact to another tracker. With `dry_run` or `Prefer: dry-run`, return what would happen to its fields.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  bodyName: 'patch',
  body: Type.Object({
    move: Type.Object({
      tracker_id: Type.Unsafe<TrackerId>(Type.Integer({ format: identifier })),
      dry_run: Type.Boolean({ default: false }),
      should_populate_feedback_on_success: Type.Boolean({ default: false }),
    }),
  }),
  answers: { 200: Type.Object({ dry_run: Type.Union([DryRun, Type.Null()]) }) },
  async answer({ params: { id }, body: { move }, headers, ...viewer }, world) {
    const precondition = parsePreconditions(headers)
    const isPreferred = hasPreference(headers, 'dry-run')
    const isDryRun = isPreferred || move.dry_run
    const request = { id, to: move.tracker_id, isDryRun, precondition }
    const {
      migrated,
      partiallyMigrated: partially,
      notMigrated: left,
    } = await withStaleWriteDetails(world, viewer, id, precondition, () => moveArtifact(world, viewer.caller, request))
    if (!isDryRun) return { body: { dry_run: null } }
    return {
      ...(isPreferred && { headers: { 'Preference-Applied': 'dry-run' } }),
      body: {
        dry_run: {
          fields: {
            fields_migrated: migrated.map(describe),
            fields_not_migrated: left.map(describe),
            fields_partially_migrated: partially.map(describe),
          },
        },
      },
    }
  },
})
