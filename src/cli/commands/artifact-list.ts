import type { Command } from 'commander'
import { loadTrackerArtifacts } from '../../artifacts/reads/tracker-artifacts.ts'
import { renderArtifacts } from '../../artifacts/responses/artifact-cache.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { parseCount } from '../arguments/parse-count.ts'
import { createCliViewer } from '../context/cli-viewer.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'

interface Options {
  readonly limit: string
}

interface ArtifactSummary {
  readonly id: number
  readonly title: string | null
  readonly status: string | null
}

/** `artifact list TRACKER` */
export const configureArtifactList = (command: Command): Command =>
  command
    .description('list the newest artifacts of a tracker')
    .argument('<tracker>', 'tracker id')
    .option('--limit <number>', 'maximum number of artifacts', '30')
    .action(
      withDatabase(async ({ world, caller, io }, text: string, options: Options) => {
        const tracker = await getTracker(world, text)
        const page = { limit: parseCount('limit', options.limit), offset: 0 }
        const { versions, size } = await loadTrackerArtifacts(world, caller, tracker, { order: 'desc', page })
        const bodies = await renderArtifacts(world, await createCliViewer(world, caller), versions, 'none')
        const artifacts: ArtifactSummary[] = versions.flatMap(({ id }) => {
          const body = bodies.get(id)
          return body === undefined ? [] : [JSON.parse(body.text)]
        })
        return {
          isResult: true,
          lines: formatColumns(io, [
            ['ID', 'STATUS', 'TITLE'],
            ...artifacts.map(({ id, title, status }) => [`${id}`, status ?? '', title ?? '']),
          ]),
          json: { artifacts, total_size: size },
        }
      }),
    )
