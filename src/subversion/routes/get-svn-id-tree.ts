import { pageParameters } from '../../kit/http/page.ts'
import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { authorsOf } from '../browser/commit-ground.ts'
import { listFolder } from '../browser/list-folder.ts'
import { lookInto, soughtAt } from '../browser/open-browser.ts'
import { browsedPath, browsedRevision } from '../representations/browsed.ts'
import { FolderRepresentation, representFolderEntry } from '../representations/folder-entry.ts'

const max = 500

/** Our extension (decision 0034). */
export const getSvnIdTree = route({
  method: 'GET',
  url: '/svn/:id/tree',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  summary: 'List a directory of a Subversion repository: directories first, then files, by name.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({
    path: browsedPath,
    revision: browsedRevision('the last one'),
    ...pageParameters({ default: 100, min: 0, max }),
  }),
  answers: { 200: FolderRepresentation },
  async answer({ params, query, ...viewer }, world) {
    const { limit, offset } = query
    const { place, entries, size } = await lookInto(world, viewer.caller, params.id, async (browser) => {
      const place = await soughtAt(browser, query.path, query.revision)
      return { place, ...(await listFolder(browser, place, { limit, offset })) }
    })
    const authors = await authorsOf(
      world,
      params.id,
      entries.map(({ committed }) => committed),
    )
    return {
      body: { ...place, entries: entries.map((entry) => representFolderEntry(entry, authors, viewer)) },
      page: { limit, offset, size, max },
    }
  },
})
