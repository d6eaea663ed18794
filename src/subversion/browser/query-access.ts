import { join } from 'node:path'
import type { World } from '../../world/model/world.ts'
import { isAccessFileLogin } from '../model/access-file/access-file-login.ts'
import type { Repository } from '../model/repository.ts'
import { getPathForAccount } from '../programs/account.ts'
import { runProgram } from '../programs/run-program.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { createStorageInternals } from '../storage/open-storage.ts'
import { accessFileName } from '../storage/storage.ts'
import type { QueryAccess } from './path-visibility.ts'

const timeoutMs = 10_000

/** Queries the permissions of a login by the access file on disk. `login` in lower case; null: anonymous. */
export function queryAccess(
  { repositories }: Pick<World, 'repositories'>,
  { name, directory }: Pick<Repository, 'name'> & { readonly directory: string },
  login: string | null,
): QueryAccess {
  const behind = createStorageInternals(repositories)
  if (behind === undefined) throwNotInstalled()
  if (login !== null && !isAccessFileLogin(login)) return async () => 'no'
  const { programs, account } = behind
  const who = login === null ? [] : ['--username', login]
  const file = getPathForAccount(account, join(repositories.path(directory), accessFileName))
  return async (path) => {
    const parameters = ['accessof', '--path', path, '--repository', name, ...who, file]
    const run = { file: programs.svnauthz, parameters, account, milliseconds: timeoutMs }
    const { code, output, errorOutput } = await runProgram(run)
    if (code !== 0) throw new Error(`svnauthz accessof ended with ${code}: ${errorOutput}`)
    return output.toString().trim()
  }
}
