import type { Command } from 'commander'
import { updateArtifact } from '../../artifacts/commands/update-artifact.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import { getAccount } from '../arguments/get-account.ts'
import { getUserCaller } from '../arguments/get-user-caller.ts'
import { parseId } from '../arguments/parse-id.ts'
import { withDatabase } from '../context/command-context.ts'
import { UsageError } from '../context/usage-error.ts'

/** `artifact comment ID TEXT` */
export const configureArtifactComment = (command: Command): Command =>
  command
    .description('add a comment to an artifact')
    .argument('<id>', 'artifact id')
    .argument('<text>', 'text of the comment, in CommonMark')
    .requiredOption('--user <login>', 'user who comments')
    .action(
      withDatabase(async ({ world }, idText: string, body: string, options: { readonly user: string }) => {
        if (trimBlanks(body) === '') throw new UsageError('The comment is empty')
        const id = parseId<ArtifactId>(idText)
        const caller = await getUserCaller(world, await getAccount(world, options.user))
        const { timezone } = await renderLocale(world)
        const comment = { body, format: 'commonmark', ugroups: undefined }
        await updateArtifact(world, caller, id, {
          entries: [],
          comment,
          // Nothing is overwritten, whatever the version.
          precondition: { tags: 'any' },
          timezone,
        })
        return { lines: [`Commented on artifact ${id}`], json: { id, uri: `artifacts/${id}` } }
      }),
    )
