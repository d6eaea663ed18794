import { Readable } from 'node:stream'
import { contentHeaders } from '../../artifacts/attachment-headers.ts'
import { route } from '../../kit/http/route.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import { Type } from '../../kit/schema.ts'
import { inertMediaType } from '../../uploads/model/inert-media-type.ts'
import { findFile } from '../browser/find-file.ts'
import { lookInto, soughtAt } from '../browser/open-browser.ts'
import { nameOfPath } from '../model/repository-path.ts'
import { browsedPath, browsedRevision } from '../representations/browsed.ts'

/** Our extension (decision 0034). */
export const getSvnIdFile = route({
  method: 'GET',
  url: '/svn/:id/file',
  access: 'optional',
  scope: { none: 'contract' },
  isExtension: true,
  isLinked: true,
  gives: ['application/octet-stream'],
  summary: 'Get the content of a file of a Subversion repository as committed.',
  params: Type.Object({ id: Type.Unsafe<RepositoryId>(Type.Integer({ description: 'Id of the repository.' })) }),
  query: Type.Object({ path: browsedPath, revision: browsedRevision('the last one') }),
  answers: { 200: null },
  async answer({ params, query, method, caller }, world) {
    const { path, file } = await lookInto(world, caller, params.id, async (browser) => {
      const place = await soughtAt(browser, query.path, query.revision)
      return { path: place.path, file: await findFile(browser, place) }
    })
    // Parts are not given.
    const { 'Accept-Ranges': _ranges, ...headers } = contentHeaders(nameOfPath(path), inertMediaType(file.mediaType))
    const content = method === 'HEAD' ? [] : file.read()
    return { headers, stream: Readable.from(content, { objectMode: false }) }
  },
})
