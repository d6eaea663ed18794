import { stat } from 'node:fs/promises'
import type { World } from '../../kit/world.ts'
import { accountOfRepositories, noAccount } from '../../subversion/account.ts'
import { tryHooks } from '../../subversion/hooks/try-hooks.ts'
import { findPrograms, installation, type Programs } from '../../subversion/programs.ts'
import { runProgram } from '../../subversion/run-program.ts'
import { livingRepositories } from '../../subversion/store/repositories.ts'
import { type Check, healthy, ill } from './check.ts'

const name = 'subversion'

/** Whether repositories can be made and served; who has none needs nothing for them. */
export async function checkSubversion({ db, config }: Pick<World, 'db' | 'config'>): Promise<Check> {
  const { length: count } = await livingRepositories(db.read)
  const missed = (detail: string): Check =>
    count === 0 ? healthy(name, detail) : ill(name, `${detail}; ${count} repositories are not served`)
  if (!config.isSubversionWanted) return missed('is switched off by TULIPWOOD_SUBVERSION')
  const found = await findPrograms()
  if ('missing' in found) return missed(`is not installed (${installation}): ${found.missing.join(', ')}`)
  const account = await accountOfRepositories(config.dataFolder)
  if (account === 'none') return missed(noAccount)
  const as = account === null ? '' : `, as ${account.user} since root runs the server`
  const versions = await versionsOf(found.programs)
  if (versions === null) return ill(name, 'its programs are there and do not run: install them anew')
  // A trial creates folders, and as root gives them away: only where this process is that of the server's account.
  const { uid } = await stat(config.dataFolder)
  if (uid !== process.getuid?.())
    return healthy(name, `${versions}; run doctor as the owner of the data folder to try hooks`)
  const problem = await tryHooks({ dataFolder: config.dataFolder, account, log: { error() {} } })
  if (problem !== null) return ill(name, problem)
  return healthy(name, `${versions}${as}; ${count} repositories`)
}

async function versionsOf({ svnadmin, apache }: Programs): Promise<string | null> {
  const say = (file: string, ...parameters: readonly string[]) =>
    runProgram({ file, parameters, account: null, milliseconds: 10_000 })
  const [ours, server] = await Promise.all([say(svnadmin, '--version', '--quiet'), say(apache, '-v')])
  const version = /Apache\/[\d.]+/.exec(server.output.toString())?.[0]
  return ours.code !== 0 || version === undefined ? null : `${ours.output.toString().trim()}, served by ${version}`
}
