import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { mayHaveTemporaryFiles } from '../policy.ts'
import { representTemporaryFile, TemporaryFileRepresentation } from '../representations/temporary-file.ts'
import { loadUsageHeaders } from '../responses/usage-headers.ts'
import { loadTemporaryFiles, loadTemporaryUsage } from '../store/temporary-files.ts'

const most = 50
// There is no maximum because Tuleap has no error text for larger values.
const Limit = Type.Integer({ description: 'Number of items of a page, at most 50.', minimum: 1, default: 10 })

/** docs/api/attachments.md §6.4. */
export const getArtifactTemporaryFiles = defineRoute({
  method: 'GET',
  url: '/artifact_temporary_files',
  access: 'required',
  scope: 'read:tracker',
  summary: 'List the temporary files of the caller.',
  query: Type.Object({ ...buildPageParameters({ default: 10, max: most }), limit: Limit }),
  answers: { 200: Type.Array(TemporaryFileRepresentation) },
  extraHeaders: loadUsageHeaders,
  async answer({ caller, query: page }, world) {
    const { subject: userId } = mayHaveTemporaryFiles(caller)
    if (page.limit > most) throw new Refusal('invalid')
    const [now, { read }] = [world.clock.now(), world.db]
    const [files, { files: size }] = await Promise.all([
      loadTemporaryFiles(read, userId, now, page),
      loadTemporaryUsage(read, userId, now),
    ])
    return { body: files.map(representTemporaryFile), page: { ...page, size, max: most } }
  },
})
