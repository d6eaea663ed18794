import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { restoreRepository } from '../commands/restore-repository.ts'
import { loadSettingsWithPrincipals } from '../reads/repository-settings.ts'
import { FullRepositoryRepresentation, representFullRepository } from '../representations/repository.ts'

/** docs/api/subversion.md §1.8. */
export const postSvnIdRestore = defineRoute({
  method: 'POST',
  url: '/svn/:id/restore',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'Restore a deleted repository.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  answers: { 200: FullRepositoryRepresentation },
  async answer({ params, ...viewer }, world) {
    const { repository, project } = await restoreRepository(world, viewer.caller, params.id)
    return {
      body: representFullRepository(
        repository,
        project,
        await loadSettingsWithPrincipals(world.db.read, repository),
        viewer,
      ),
    }
  },
})
