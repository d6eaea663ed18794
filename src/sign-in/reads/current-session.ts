import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { canUseArchives, judgeProjectCreation } from '../../site/policy.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { listRemainingActions } from '../authentication/required-actions.ts'
import type { CurrentSession } from '../model/current-session.ts'
import type { Session } from '../model/session.ts'
import { findPendingEmail } from '../store/email-changes.ts'
import { loadOfferedProviders } from '../store/identity-providers.ts'
import { hasPasskeys } from '../store/passkeys.ts'
import { loadFactors } from '../store/second-factors.ts'
import { isSetupNeeded } from '../store/setup.ts'

type SessionDeps = Pick<World, 'db' | 'cache' | 'clock' | 'mail'>

/** Returns the user and the state of a session, or of none. */
export async function getCurrentSession(world: SessionDeps, session: Session | undefined): Promise<CurrentSession> {
  const site = await siteOf(world)
  const anonymous = { signedIn: null, pending: null, site }
  if (session === undefined) return anonymous
  if (session.isPending) return { ...anonymous, pending: await loadFactors(world.db.read, session.userId) }
  const account = await findAccount(world, session.userId)
  if (account === undefined || !canSignIn(account.user.status)) return anonymous
  const { user, reading: reader, writing, chosenNameStyle: nameStyle } = account
  const { isSiteAdministrator } = writing
  const canCreateProjects = judgeProjectCreation(writing, site.settings) === 'yes'
  const canImportProjects = canCreateProjects && canUseArchives(writing, site.settings)
  const [due, pendingEmail] = await Promise.all([
    listRemainingActions(world, session),
    findPendingEmail(world.db.read, user.id, world.clock.now()),
  ])
  const can = { isSiteAdministrator, canCreateProjects, canImportProjects }
  return { ...anonymous, signedIn: { session, user, reader, ...can, nameStyle, due, pendingEmail } }
}

/** Returns the data of the sign-in page before a user is known. */
async function siteOf(world: SessionDeps): Promise<CurrentSession['site']> {
  return {
    settings: await getSettings(world),
    needsSetup: await isSetupNeeded(world),
    providers: await loadOfferedProviders(world),
    hasPasskeys: await hasPasskeys(world),
    hasMail: world.mail !== null,
  }
}
