import { type Account, pathFor } from './account.ts'
import type { Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

interface Ground {
  readonly programs: Pick<Programs, 'svnlook'>
  readonly account: Account | null
}

/** What `svnlook` says; whatever it complains of is thrown. */
export async function look(ground: Ground, repository: string, [command, ...rest]: readonly string[]): Promise<Buffer> {
  const { code, output, complaint } = await runProgram({
    file: ground.programs.svnlook,
    parameters: [command ?? '', pathFor(ground.account, repository), ...rest],
    account: ground.account,
    milliseconds: 120_000,
    mostBytes: 256 * 1024 ** 2,
  })
  if (code !== 0) throw new Error(`svnlook ${command} ended with ${code ?? 'a signal'}: ${complaint}`)
  return output
}
