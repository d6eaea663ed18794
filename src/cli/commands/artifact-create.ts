import type { Command } from 'commander'
import { createArtifact } from '../../artifacts/commands/create-artifact.ts'
import { convertEntriesByName } from '../../artifacts/commands/entries-by-name.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getAccount } from '../arguments/get-account.ts'
import { getTracker } from '../arguments/get-tracker.ts'
import { getUserCaller } from '../arguments/get-user-caller.ts'
import { parseAssignment } from '../arguments/parse-assignment.ts'
import { withDatabase } from '../context/command-context.ts'

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
        const values = Object.fromEntries(
          options.value.map(parseAssignment).map(({ name, value }) => [name, { value }]),
        )
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
