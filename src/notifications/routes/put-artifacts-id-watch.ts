import { defineRoute } from '../../http/declarations/route.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { watchArtifact } from '../commands/watch-artifact.ts'

export const putArtifactsIdWatch = defineRoute({
  method: 'PUT',
  url: '/artifacts/:id/watch',
  access: 'required',
  scope: 'write:tracker',
  isExtension: true,
  summary: 'Watch an artifact: each change is reported to the caller, as their notification settings define.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await watchArtifact(world, caller, params.id)
    return {}
  },
})
