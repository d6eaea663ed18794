import type { Command } from 'commander'
import type { StartedServer } from '../../app/start/serve.ts'
import type { CliIo } from '../context/cli-io.ts'
import { withoutDatabase } from '../context/command-context.ts'

/** Prints one JSON line among those of the log, for scripts that wait for the start. */
const printStartEvent =
  (io: CliIo) =>
  ({ url, setupUrl }: StartedServer): void =>
    io.out(`${JSON.stringify({ address: url, setup_address: setupUrl })}\n`)

/** `serve`: the same as `npm start`. */
export const configureServe = (command: Command): Command =>
  command.description('run the server until it receives SIGTERM or SIGINT').action(
    withoutDatabase(async ({ config, isJson, io }) => {
      // Loaded on demand: other commands start faster without the web server.
      const { serve: serveUntilStopped } = await import('../../app/start/serve.ts')
      await serveUntilStopped(config, isJson ? printStartEvent(io) : undefined)
      return { lines: [], json: null }
    }),
  )
