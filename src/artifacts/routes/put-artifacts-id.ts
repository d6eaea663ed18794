import { preconditions } from '../../http/declarations/described-headers.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parsePreconditions } from '../../http/requests/preconditions.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import { buildVersionHeaders } from '../../http/responses/etag.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { coversScope } from '../../world/model/credential.ts'
import { runDry } from '../../world/units/dry-run.ts'
import { prepareEntries } from '../commands/prepare-entries.ts'
import { updateArtifact } from '../commands/update-artifact.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { readVersionFirst } from '../reads/read-version-first.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { CommentInput } from '../representations/comment-input.ts'
import { ValueInput } from '../representations/value-input.ts'
import { buildViewerKey } from '../responses/artifact-cache.ts'
import { loadDryRunResult } from '../responses/dry-run-result.ts'
import { withStaleWriteDetails } from '../responses/stale-write-error.ts'

const Result = Type.Object(ArtifactRepresentation.properties, {
  title: 'DryRunArtifact',
  additionalProperties: false,
  description:
    'What would result, with `Prefer: dry-run` and a credential that covers `read:tracker`; else there is no body.',
  'x-may-be-empty': true,
})

/** docs/api/artifacts.md §3.8; `Prefer: dry-run` is a Tulipwood extension. */
export const putArtifactsId = defineRoute({
  method: 'PUT',
  url: '/artifacts/:id',
  access: 'required',
  scope: 'write:tracker',
  supportedHeaders: [...preconditions, 'Prefer'],
  summary: 'Update fields of an artifact and add a comment. With `Prefer: dry-run`, return the result without saving.',
  // docs/api/artifacts.md §5.2: only in this route, an id that is not a number counts as an unknown id.
  params: Type.Object({ id: Type.String() }),
  bodyLimit: 8 * 1024 * 1024,
  body: Type.Object({
    values: Type.Array(ValueInput),
    values_by_field: Type.Optional(
      Type.Unknown({ description: 'Rejected together with `values`; otherwise ignored.' }),
    ),
    comment: Type.Optional(CommentInput),
  }),
  answers: { 200: Result },
  readFirst: (params, world) => readVersionFirst(world, toArtifactId(params.id)),
  async answer({ params, body, headers, first, ...viewer }, world) {
    const { caller, timezone } = viewer
    const id = toArtifactId(params.id)
    const precondition = parsePreconditions(headers)
    if (body.values.length > 0 && Object.keys(body.values_by_field ?? {}).length > 0)
      throw new Refusal('invalid', 'Not able to deal with both formats at the same time')
    const comment = body.comment && { format: undefined, ugroups: undefined, ...body.comment }
    const update = { entries: body.values, comment: comment ?? null, precondition, timezone }
    await prepareEntries(world, caller, body.values)
    return withStaleWriteDetails(world, viewer, id, precondition, async () => {
      if (hasPreference(headers, 'dry-run')) {
        const mayRead = coversScope(viewer.credential, 'read:tracker')
        const result = await runDry(world, async (inside) => {
          await updateArtifact(inside, caller, id, update, first)
          return mayRead ? loadDryRunResult(inside, viewer, id) : undefined
        })
        return { body: result, headers: { 'Preference-Applied': 'dry-run' } }
      }
      const artifactVersion = await updateArtifact(world, caller, id, update, first)
      const version = {
        etag: buildEntityTag(artifactVersion, buildViewerKey(viewer)),
        modifiedOn: artifactVersion.versionDate,
      }
      return { headers: buildVersionHeaders(version, world.clock.now()) }
    })
  },
})

/** Untrusted; validated by the lookup that follows. */
const toArtifactId = (text: string): ArtifactId => (/^\d{1,15}$/.test(text) ? Number(text) : 0) as ArtifactId
