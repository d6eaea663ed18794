import { join } from 'node:path'
import type { World } from '../../kit/world.ts'
import { pathFor } from '../account.ts'
import { isNameableLogin } from '../model/access-file/nameable-login.ts'
import type { Repository } from '../model/repository.ts'
import { behindStorage } from '../open-storage.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { runProgram } from '../run-program.ts'
import { accessFileName } from '../storage.ts'
import type { AccessOf } from './sight.ts'

const quick = 10_000

/** What Subversion says of paths by the access file on the disk. `login` in lower case; null: nobody signed in. */
export function accessOf(
  { repositories }: Pick<World, 'repositories'>,
  { name, folder }: Pick<Repository, 'name'> & { readonly folder: string },
  login: string | null,
): AccessOf {
  const behind = behindStorage(repositories)
  if (behind === undefined) refuseAbsent()
  if (login !== null && !isNameableLogin(login)) return async () => 'no'
  const { programs, account } = behind
  const who = login === null ? [] : ['--username', login]
  const file = pathFor(account, join(repositories.path(folder), accessFileName))
  return async (path) => {
    const parameters = ['accessof', '--path', path, '--repository', name, ...who, file]
    const run = { file: programs.svnauthz, parameters, account, milliseconds: quick }
    const { code, output, complaint } = await runProgram(run)
    if (code !== 0) throw new Error(`svnauthz accessof ended with ${code}: ${complaint}`)
    return output.toString().trim()
  }
}
