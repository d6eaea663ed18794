import { defineRoute } from '../../http/declarations/route.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getRepository } from '../reads/get-repository.ts'
import { loadSettingsWithPrincipals } from '../reads/repository-settings.ts'
import {
  FullRepositoryRepresentation,
  RepositoryRepresentation,
  representFullRepository,
  representRepository,
} from '../representations/repository.ts'

/** docs/api/subversion.md §1.7. */
export const getSvnId = defineRoute({
  method: 'GET',
  url: '/svn/:id',
  access: 'optional',
  scope: { none: 'contract' },
  summary: 'Get a Subversion repository, with its settings for its administrators.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  answers: { 200: Type.Union([FullRepositoryRepresentation, RepositoryRepresentation]) },
  async answer({ params, ...viewer }, world) {
    const { repository, project, isAdministered } = await getRepository(world, viewer.caller, params.id)
    if (!isAdministered) return { body: representRepository(repository, project, viewer) }
    const representation = await loadSettingsWithPrincipals(world.db.read, repository)
    return { body: representFullRepository(repository, project, representation, viewer) }
  },
})
