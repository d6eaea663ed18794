import { validateLoginName } from '../../accounts/model/login-name.ts'
import { validateAccountProfile } from '../../accounts/model/own-profile.ts'
import { validatePassword } from '../../accounts/model/password-rules.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { addAdministrator } from '../../accounts/store/members.ts'
import { addFirstUser, isNameTaken } from '../../accounts/store/users.ts'
import { lockTopic } from '../../database/changes/revisions.ts'
import type { Tx } from '../../database/db/db.ts'
import { joinMessages } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { setupPermit } from '../../kit/messages/system-permits.ts'
import { ADMINISTRATION_PROJECT, type UserId } from '../../kit/values/ids.ts'
import { parseSettings } from '../../site/model/setting-values.ts'
import { mayAdministerSite } from '../../site/policy.ts'
import { changeSettings, getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { hashSecret } from '../authentication/secret.ts'
import type { Reservation } from '../authentication/sign-in-guard.ts'
import { hasNoAdministrator, isSetupCode, removeSetupCodes } from '../store/setup.ts'

export interface SetupInput {
  readonly code: string
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly password: string
  /** By name, as in PATCH /site_settings. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly address: string
}

const setupCompleted = (): Refusal => new Refusal('gone', 'This server has been set up.')

/** The holder of the code acts with its permissions; there is no account yet. */
const bySetup = { kind: 'system', reason: 'set-up' } as const

/** Prepares the setup: the slow hash is computed before the transaction, and only with the right code. */
export async function prepareSetup(
  world: Pick<CommandWorld, 'db' | 'cache'>,
  { code, login, realName, email, password, settings }: SetupInput,
  attempt: Reservation,
): Promise<string> {
  // The code is read first: a setup that completes between the two reads removes it, and is then seen.
  const isRight = await isSetupCode(withReads(world).db.read, hashSecret(code))
  if (!(await hasNoAdministrator(withReads(world).db.read))) throw setupCompleted()
  if (!isRight) throw new Refusal('forbidden', 'This is not the code that the server printed when it started.')
  await attempt.forgive()
  const parsed = parseSettings(settings)
  const current = await getSettings(withReads(world))
  const problems = [
    validateLoginName(login),
    validateAccountProfile({ realName, email }),
    validatePassword(password, { login, realName, email }, { ...current, ...('ok' in parsed ? parsed.ok : {}) }),
    ...('problems' in parsed ? parsed.problems : []),
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0) throw new Refusal('invalid', joinMessages(problems))
  return hashPassword(password)
}

/** Creates the first administrator and the first settings, once. */
export async function completeSetup(
  tx: Tx,
  world: Pick<CommandWorld, 'clock'>,
  setup: SetupInput,
  passwordHash: string,
): Promise<UserId> {
  const at = world.clock.now()
  // Of two concurrent requests one waits here and fails.
  await lockTopic(tx, 'users')
  if (!(await hasNoAdministrator(tx))) throw setupCompleted()
  if (await isNameTaken(tx, setup.login)) throw new Refusal('invalid', 'Login name already exists')
  const { login, realName, email } = setup
  const id = await addFirstUser(
    tx,
    setupPermit,
    { login, realName, email, ldapId: null, status: 'A', passwordHash },
    at,
  )
  await addAdministrator(tx, setupPermit, ADMINISTRATION_PROJECT, id)
  const parsed = parseSettings(setup.settings)
  const settings = 'ok' in parsed ? parsed.ok : {}
  if (Object.keys(settings).length > 0) await changeSettings(tx, mayAdministerSite(bySetup), settings)
  await removeSetupCodes(tx, setupPermit)
  const by = { kind: 'claimed', id } as const
  await tx.audit({ at, by, address: setup.address, action: 'site set up', subject: login, detail: settings })
  return id
}
