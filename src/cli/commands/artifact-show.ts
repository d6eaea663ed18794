import type { Command } from 'commander'
import { getArtifactVersion } from '../../artifacts/reads/get-artifact-version.ts'
import { createBodyScope, renderArtifact } from '../../artifacts/responses/artifact-cache.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { parseId } from '../arguments/parse-id.ts'
import { createCliViewer } from '../context/cli-viewer.ts'
import { withDatabase } from '../context/command-context.ts'
import { formatColumns } from '../output/format-columns.ts'
import { formatValue } from '../output/format-value.ts'

interface ArtifactDetails {
  readonly xref: string
  readonly title: string | null
  readonly status: string | null
  readonly values: readonly { readonly label: string }[]
}

/** `artifact show ID` */
export const configureArtifactShow = (command: Command): Command =>
  command
    .description('show an artifact with its values')
    .argument('<id>', 'artifact id')
    .action(
      withDatabase(async ({ world, caller, io }, text: string) => {
        const version = await getArtifactVersion(world, caller, parseId<ArtifactId>(text))
        const viewer = await createCliViewer(world, caller)
        const artifact: ArtifactDetails = JSON.parse(
          (await renderArtifact(world, viewer, version, createBodyScope(viewer, 'collection'))).text,
        )
        const values = artifact.values.map((entry) => [entry.label, formatValue(entry)] as const)
        return {
          isResult: true,
          lines: [
            `${artifact.xref}  ${artifact.title ?? ''}`.trimEnd(),
            '',
            ...formatColumns(
              io,
              values.filter(([, value]) => value !== ''),
            ),
          ],
          json: artifact,
        }
      }),
    )
