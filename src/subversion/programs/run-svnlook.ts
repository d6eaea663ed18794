import { type Account, getPathForAccount } from './account.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

interface SvnlookContext {
  readonly programs: Pick<Programs, 'svnlook'>
  readonly account: Account | null
}

/** Returns the output of `svnlook`; throws its errors. */
export async function runSvnlook(
  context: SvnlookContext,
  repository: string,
  [command, ...rest]: readonly string[],
): Promise<Buffer> {
  const { code, output, errorOutput } = await runProgram({
    file: context.programs.svnlook,
    parameters: [command ?? '', getPathForAccount(context.account, repository), ...rest],
    account: context.account,
    milliseconds: 120_000,
    maxBytes: 256 * 1024 ** 2,
  })
  if (code !== 0) throw new Error(`svnlook ${command} ended with ${code ?? 'a signal'}: ${errorOutput}`)
  return output
}
