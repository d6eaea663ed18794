import type { Command } from 'commander'
import type { Started } from '../../app/serve.ts'
import { onItsOwn } from '../action.ts'
import type { Shell } from '../shell.ts'

/** One line among those of the log: who started us waits for it. */
const tellPrograms =
  (shell: Shell) =>
  ({ address, setupAddress }: Started): void =>
    shell.out(`${JSON.stringify({ address, setup_address: setupAddress })}\n`)

/** `serve`: the same as `npm start`. */
export const serve = (command: Command): Command =>
  command.description('run the server until it is asked to stop').action(
    onItsOwn(async ({ config, isJson, shell }) => {
      // The web server is half of the product: other commands start quicker without it.
      const { serve: serveUntilStopped } = await import('../../app/serve.ts')
      await serveUntilStopped(config, isJson ? tellPrograms(shell) : undefined)
      return { lines: [], json: null }
    }),
  )
