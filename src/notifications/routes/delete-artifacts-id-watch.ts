import { defineRoute } from '../../http/declarations/route.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { unwatchArtifact } from '../commands/unwatch-artifact.ts'

export const deleteArtifactsIdWatch = defineRoute({
  method: 'DELETE',
  url: '/artifacts/:id/watch',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Stop watching an artifact.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await unwatchArtifact(world, caller, params.id)
    return {}
  },
})
