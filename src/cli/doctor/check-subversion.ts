import { stat } from 'node:fs/promises'
import { tryHooks } from '../../subversion/hooks/try-hooks.ts'
import { findRepositoryAccount, noAccountMessage } from '../../subversion/programs/account.ts'
import { findPrograms, installCommand, type Programs } from '../../subversion/programs/programs.ts'
import { runProgram } from '../../subversion/programs/run-program.ts'
import { findLease } from '../../subversion/store/lease.ts'
import { loadActiveRepositories } from '../../subversion/store/repositories.ts'
import type { World } from '../../world/model/world.ts'
import { formatCount } from '../output/format-count.ts'
import { type Check, failCheck, passCheck } from './check.ts'

const name = 'subversion'

/** Checks that repositories can be created and served; without repositories, missing programs are not a problem. */
export async function checkSubversion({ db, config }: Pick<World, 'db' | 'config'>): Promise<Check> {
  const { length: count } = await loadActiveRepositories(db.read)
  const notServed = (detail: string): Check =>
    count === 0
      ? passCheck(name, detail)
      : failCheck(name, `${detail}; ${count} ${count === 1 ? 'repository is' : 'repositories are'} not served`)
  if (!config.isSubversionEnabled) return notServed('disabled by TULIPWOOD_SUBVERSION')
  const result = await findPrograms()
  if ('missing' in result) return notServed(`not installed (${installCommand}): ${result.missing.join(', ')}`)
  const account = await findRepositoryAccount(config.dataDirectory)
  if (account === 'none') return notServed(noAccountMessage)
  const as = account === null ? '' : `, as ${account.user} since root runs the server`
  const versions = await loadVersions(result.programs)
  if (versions === null) return failCheck(name, 'the programs are installed but fail to run; reinstall them')
  // The trial creates directories, and changes their owner when run as root: only the server's account may run it.
  const { uid } = await stat(config.dataDirectory)
  if (uid !== process.getuid?.())
    return passCheck(name, `${versions}; run doctor as the owner of the data directory to test hooks`)
  const problem = await tryHooks({ dataDirectory: config.dataDirectory, account, log: { error() {} } })
  if (problem !== null) return failCheck(name, problem)
  const lease = await findLease(db.read)
  return passCheck(
    name,
    `${versions}${as}; ${formatCount(count, 'repository', 'repositories')}${lease === undefined ? '' : `; ${describeOwner(lease)}`}`,
  )
}

function describeOwner({ address, remainingMs, fence }: NonNullable<Awaited<ReturnType<typeof findLease>>>): string {
  if (remainingMs <= 0) return 'no node serves them now'
  return `served by ${address} (lease ${fence})`
}

async function loadVersions({ svnadmin, apache }: Programs): Promise<string | null> {
  const readVersion = (file: string, ...parameters: readonly string[]) =>
    runProgram({ file, parameters, account: null, milliseconds: 10_000 })
  const [programs, server] = await Promise.all([
    readVersion(svnadmin, '--version', '--quiet'),
    readVersion(apache, '-v'),
  ])
  const version = /Apache\/[\d.]+/.exec(server.output.toString())?.[0]
  return programs.code !== 0 || version === undefined
    ? null
    : `${programs.output.toString().trim()}, served by ${version}`
}
