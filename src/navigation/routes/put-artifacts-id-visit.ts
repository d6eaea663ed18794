import { defineRoute } from '../../http/declarations/route.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { recordVisit } from '../commands/record-visit.ts'

export const putArtifactsIdVisit = defineRoute({
  method: 'PUT',
  url: '/artifacts/:id/visit',
  access: 'required',
  scope: { none: 'own account' },
  isExtension: true,
  summary: 'Add an artifact to the history of the caller (`GET /users/{id}/history`), or make it the latest there.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await recordVisit(world, caller, params.id)
    return {}
  },
})
