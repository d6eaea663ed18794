import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { importTracker as importInto } from '../../archives/commands/import-tracker.ts'
import { findingText } from '../../archives/findings.ts'
import { inWorld } from '../action.ts'
import { findNamedProject } from '../find-named-project.ts'
import { refusedArchive } from '../refused-archive.ts'
import { UsageProblem } from '../usage-problem.ts'

interface Options {
  readonly project: string
  readonly check?: boolean
}

/** `import-tracker FILE.xml --project NAME` */
export const importTracker = (command: Command): Command =>
  command
    .description('import the structure of one tracker into a project')
    .argument('<file>', 'XML file whose root is <tracker>')
    .requiredOption('--project <name>', 'short name or id of the project')
    .option('--check', 'only say what would happen')
    .action(
      inWorld(async ({ world, caller }, file: string, { project: projectName, check }: Options) => {
        await access(file).catch((error: NodeJS.ErrnoException) => {
          throw new UsageProblem(`The file ${file} cannot be read (${error.code ?? error.message})`)
        })
        const { shortName } = await findNamedProject(world, projectName)
        const fileName = basename(file)
        const xml = createReadStream(file)
        const result = await importInto(world, { project: shortName, xml, fileName, check, caller })
        if ('problems' in result) return refusedArchive(result)
        const { tracker, name, remarks, ignored } = result.ok
        return {
          lines: [
            ...remarks.map((remark) => `remark: ${findingText(remark)}`),
            ...ignored.map((section) => `ignored: ${section}`),
            tracker === null
              ? `The tracker "${name}" can be imported; nothing was written`
              : `Tracker "${name}" (${tracker}) was imported into ${shortName}`,
          ],
          json: { tracker: tracker === null ? null : { id: tracker, name }, project: shortName, remarks, ignored },
        }
      }),
    )
