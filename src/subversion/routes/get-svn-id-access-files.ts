import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { syncAccessFile } from '../commands/sync-access-file.ts'
import { listAccessFiles } from '../reads/access-files.ts'
import { getRepositoryToAdminister } from '../reads/get-repository.ts'
import { AccessFilesRepresentation, representAccessFiles } from '../representations/access-file.ts'

const maxLimit = 50

/** docs/api/subversion.md §2.2. */
export const getSvnIdAccessFiles = defineRoute({
  method: 'GET',
  url: '/svn/:id/access_files',
  access: 'required',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List the versions of an access file, newest first, and the problem if the current one is invalid.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object(buildPageParameters({ default: 10, max: maxLimit })),
  answers: { 200: AccessFilesRepresentation },
  async answer({ params, query: page, ...viewer }, world) {
    const { repository } = await getRepositoryToAdminister(world, viewer.caller, params.id)
    // Synchronizes first, so that the result includes Subversion's verdict.
    if (world.repositories.state() !== 'absent') await syncAccessFile(world, repository)
    const result = await listAccessFiles(world, viewer.caller, params.id, page)
    return {
      body: representAccessFiles(result.repository, result.versions, result.users, viewer),
      page: { ...page, size: result.size, max: maxLimit },
    }
  },
})
