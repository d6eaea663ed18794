import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { importTracker as importInto } from '../../archives/commands/import-tracker.ts'
import { formatFinding } from '../../archives/plan/findings.ts'
import { describeRejectedArchive } from '../archives/describe-rejected-archive.ts'
import { getNamedProject } from '../arguments/get-named-project.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly project: string
  readonly check?: boolean
}

/** `import-tracker FILE.xml --project NAME` */
export const configureImportTracker = (command: Command): Command =>
  command
    .description('import the structure of one tracker into a project')
    .argument('<file>', 'XML file whose root is <tracker>')
    .requiredOption('--project <name>', 'short name or id of the project')
    .option('--check', 'check only; write nothing')
    .action(
      withDatabase(async ({ world, caller }, file: string, { project: projectName, check }: Options) => {
        await access(file).catch((error: NodeJS.ErrnoException) => {
          throw new UsageError(`The file ${file} cannot be read (${error.code ?? error.message})`)
        })
        const { shortName } = await getNamedProject(world, projectName)
        const fileName = basename(file)
        const xml = createReadStream(file)
        const result = await importInto(world, { project: shortName, xml, fileName, check, caller })
        if ('problems' in result) return describeRejectedArchive(result)
        const { tracker, name, remarks, ignored } = result.ok
        return {
          lines: [
            ...remarks.map((remark) => `remark: ${formatFinding(remark)}`),
            ...ignored.map((section) => `skipped (not supported): ${section}`),
            tracker === null
              ? `Tracker "${name}" can be imported; nothing was written`
              : `Imported tracker "${name}" (id ${tracker}) into ${shortName}`,
          ],
          json: { tracker: tracker === null ? null : { id: tracker, name }, project: shortName, remarks, ignored },
        }
      }),
    )
