import type { Page } from 'playwright-core'
import { en } from '../../../web/src/texts/en.ts'
import type { BrowserSite } from '../../kit/browser-site.ts'
import { dialogBy, findButton, type OverlayPage, secretDialog } from './scene.ts'

const { account, states } = en
const { app, passkeys, recovery, proof } = account.factors
const folder = 'pages/account-security'
const security = '/account/security'

/** The pages of an account. `dora` has an authenticator app and a passkey named "Laptop". */
export const listAccountPages = (site: BrowserSite): readonly OverlayPage[] => [
  {
    login: 'dora',
    address: security,
    scenes: [
      dialogBy(`${folder}/authenticator-app.tsx`, findButton(app.remove)),
      dialogBy(`${folder}/passkeys.tsx`, findButton(passkeys.add)),
      dialogBy(`${folder}/passkeys.tsx`, findButton(passkeys.renameOf('Laptop'))),
      dialogBy(`${folder}/passkeys.tsx`, findButton(passkeys.removeOf('Laptop'))),
      dialogBy(`${folder}/recovery.tsx`, findButton(recovery.renew)),
    ],
  },
  {
    login: 'alice',
    address: security,
    scenes: [dialogBy(`${folder}/authenticator-app.tsx`, findButton(app.setUp))],
  },
  {
    login: 'dora',
    address: security,
    scenes: [
      secretDialog(
        'frame/recovery-codes.tsx',
        recovery.dialog,
        (page) => confirm(page, recovery.renew),
        states.leaveAnyway,
      ),
    ],
  },
  {
    login: 'bob',
    address: security,
    scenes: [
      dialogBy('frame/use-reauthentication.tsx', findButton(app.setUp), {
        isOnce: true,
        overlay: (page) => page.getByRole('dialog', { name: proof.title }),
        open: async (page) => {
          await endRecentSignIn(site, 'bob')
          await findButton(app.setUp)(page).click()
        },
      }),
    ],
  },
  {
    login: 'alice',
    address: '/account/apps',
    scenes: [dialogBy('pages/account-apps/account-apps-page.tsx', findButton(account.apps.revokeOf('Build robot')))],
  },
  {
    login: 'alice',
    address: '/account/sessions',
    scenes: [dialogBy('pages/account-sessions/account-sessions-page.tsx', findButton(account.sessions.endAll))],
  },
  {
    login: 'alice',
    address: '/account/keys',
    prepare: (page) => page.getByRole('checkbox').first().check(),
    scenes: [dialogBy('pages/account-keys/account-keys-page.tsx', findButton(account.keys.revoke(1)))],
  },
  {
    login: 'alice',
    address: '/account/keys/new',
    scenes: [
      secretDialog(
        'pages/account-new-key/account-new-key-page.tsx',
        account.newKey.dialog,
        async (page) => {
          await page.getByRole('textbox', { name: account.newKey.description }).fill('Nightly export')
          await page.getByRole('checkbox').first().check()
          await findButton(account.newKey.submit)(page).click()
        },
        states.leaveAnyway,
      ),
    ],
  },
]

/** Presses a button, and the one of the same name that confirms it. */
export async function confirm(page: Page, name: string | RegExp, action = name): Promise<void> {
  await findButton(name)(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click()
}

/** From now on, changes of second factors require the password again. */
async function endRecentSignIn({ server }: BrowserSite, login: string): Promise<void> {
  const { db, clock } = server.world
  await db.write((tx) =>
    tx
      .updateTable('session')
      .set({ signed_in_on: clock.now() - 3600 })
      .where('user_id', '=', server.idOf(login))
      .execute(),
  )
}
