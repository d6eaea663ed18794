import { canSignIn, normalizeLogin } from '../../accounts/model/user.ts'
import { loadUsersByLogins } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { ProjectImport } from '../model/import.ts'
import { mayConfirmImport } from '../policy.ts'
import { findImport, confirmImport as saveConfirmation } from '../store/imports.ts'

interface ChosenAccount {
  /** Login in the archive. */
  readonly login: string
  readonly account: string
}

/** Queues a checked archive for its import; the upload stays until it is imported. */
export async function confirmImport(
  world: Pick<CommandWorld, 'db'>,
  caller: Caller,
  id: ProjectId,
  chosen: readonly ChosenAccount[],
): Promise<void> {
  await world.db.write(async (tx) => {
    const permit = mayConfirmImport(caller, await findImport(tx, id), chosen.length > 0)
    const { subject: projectImport } = permit
    if (projectImport.status !== 'checked') throw notChecked(projectImport)
    const accounts = await resolveChosenAccounts(tx, projectImport, chosen)
    // A concurrent confirmation or cancellation came first.
    if (!(await saveConfirmation(tx, permit, accounts)))
      throw new Refusal('conflict', 'The import is no longer waiting')
    await tx.enqueue('import-project', { project: id })
  })
}

const notChecked = ({ status }: ProjectImport): Refusal =>
  new Refusal(
    'conflict',
    message`The import has the status "${status}"; only one with the status "checked" can be confirmed`,
  )

async function resolveChosenAccounts(
  tx: Tx,
  { report }: ProjectImport,
  chosen: readonly ChosenAccount[],
): Promise<Map<string, string>> {
  const listed = new Set(report?.users?.map(({ login }) => normalizeLogin(login)))
  const accounts = await loadUsersByLogins(
    tx,
    chosen.map(({ account }) => normalizeLogin(account)),
  )
  return new Map(
    chosen.map(({ login, account }) => {
      if (!listed.has(normalizeLogin(login))) throw new Refusal('invalid', message`The archive has no user "${login}"`)
      const user = accounts.get(normalizeLogin(account))
      if (user === undefined || !canSignIn(user.status))
        throw new Refusal('invalid', message`There is no account "${account}" that can sign in`)
      return [normalizeLogin(login), user.login]
    }),
  )
}
