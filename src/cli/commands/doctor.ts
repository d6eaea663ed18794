import type { Command } from 'commander'
import { withoutDatabase } from '../context/command-context.ts'
import { checkContent } from '../doctor/check-content.ts'
import { checkHost } from '../doctor/check-host.ts'
import { describeChecks } from '../doctor/describe-checks.ts'
import { showProgress } from '../output/progress.ts'

/** `doctor`: runs all checks; read-only. */
export const configureDoctor = (command: Command): Command =>
  command.description('check this installation for problems (read-only)').action(
    withoutDatabase(async ({ config, io, isJson }) => {
      const progress = showProgress({ io, isJson })
      try {
        const checks = [...(await checkHost(config)), ...(await checkContent(config, { progress }))]
        return { ...describeChecks(io, checks), isResult: true }
      } finally {
        progress.end()
      }
    }),
  )
