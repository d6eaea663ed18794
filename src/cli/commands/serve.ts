import type { Command } from 'commander'
import { serve as serveUntilStopped } from '../../app/serve.ts'
import { onItsOwn } from '../action.ts'

/** `serve`: the same as `npm start`. */
export const serve = (command: Command): Command =>
  command.description('run the server until it is asked to stop').action(
    onItsOwn(async (config) => {
      await serveUntilStopped(config)
      return { lines: [], json: { stopped: true } }
    }),
  )
