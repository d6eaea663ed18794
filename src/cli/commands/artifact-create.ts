import type { Command } from 'commander'
import { createArtifact } from '../../artifacts/commands/create-artifact.ts'
import { convertEntriesByName } from '../../artifacts/commands/entries-by-name.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getAccount } from '../arguments/get-account.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { getUserCaller } from '../arguments/get-user-caller.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

interface Options {
  readonly user: string
  readonly value: readonly string[]
}

/** `artifact create TRACKER` */
export const configureArtifactCreate = (command: Command): Command =>
  command
    .description('create an artifact from texts and numbers')
    .argument('<tracker>', 'tracker id')
    .requiredOption('--user <login>', 'user who creates it')
    .requiredOption('--value <name=value...>', 'value of a field by its name, such as title="Varnish the mast"')
    .action(
      withDatabase(async ({ world }, text: string, options: Options) => {
        const tracker = await getTracker(world, text)
        const caller = await getUserCaller(world, await getAccount(world, options.user))
        const { timezone } = await renderLocale(world)
        const values = Object.fromEntries(options.value.map(parseAssignment))
        const { artifactVersion } = await createArtifact(world, caller, {
          trackerId: tracker.id,
          timezone,
          usesWorkflow: true,
          entriesFor: (current) => convertEntriesByName(current, values),
        })
        const { id } = artifactVersion
        return { lines: [`Created ${tracker.itemName} #${id}`], json: { id, uri: `artifacts/${id}` } }
      }),
    )

function parseAssignment(text: string): [string, { readonly value: string }] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(`Invalid value "${text}": expected name=value`)
  return [text.slice(0, at), { value: text.slice(at + 1) }]
}
