import type { Page } from 'playwright-core'
import { identityProviders } from '../../../web/src/texts/en/identity-providers.ts'
import { svnRepository } from '../../../web/src/texts/en/svn-repository.ts'
import { webhooks } from '../../../web/src/texts/en/webhooks.ts'
import { en } from '../../../web/src/texts/en.ts'
import { trackerAdminEn } from '../../../web/src/texts/en-tracker-admin.ts'
import { type BrowserSite, waitUntilSettled } from '../../kit/browser-site.ts'
import type { SampleSite } from '../page-samples.ts'
import { confirm } from './account.ts'
import {
  dialogBy,
  dialogByItem,
  findButton,
  menuBy,
  type OverlayPage,
  type OverlayScene,
  secretDialog,
} from './scene.ts'
import { listTrackerFieldPages } from './tracker-fields.ts'

const { apps, projectAdmin, site: words, states, svn } = en
const admin = '/projects/lander/admin'
const robot = 'Lander robot'
const hook = 'https://builds.example.com/hooks/lander'

/** The administration of the project `lander`, its tracker, its repository `main`, and of the site. */
export const listAdministrationPages = (site: BrowserSite, of: SampleSite): readonly OverlayPage[] => [
  ...listProjectPages(of),
  ...listTrackerAdminPages(of),
  ...listRepositoryPages(site, of),
  ...listSitePages(of),
  ...listTrackerFieldPages(of),
]

const listProjectPages = (of: SampleSite): readonly OverlayPage[] => {
  const [general, members, group] = ['general', 'members', 'group'].map(
    (name) => `pages/project-admin-${name}/project-admin-${name}-page.tsx`,
  ) as [string, string, string]
  const registered = 'frame/registered-apps.tsx'
  return [
    {
      login: 'admin',
      address: `${admin}/general`,
      scenes: [
        dialogBy(general, findButton(projectAdmin.general.suspend)),
        dialogBy(general, findButton(projectAdmin.general.remove)),
      ],
    },
    {
      login: 'alice',
      address: `${admin}/general`,
      scenes: [leaveUnsaved],
    },
    {
      login: 'alice',
      address: `${admin}/members`,
      scenes: [
        dialogBy(members, findButton(startOf(projectAdmin.members.withdrawOf, 'Alice'))),
        dialogBy(members, findButton(startOf(projectAdmin.members.removeOf, 'Bob'))),
      ],
    },
    {
      login: 'alice',
      address: `${admin}/groups/${of.group}`,
      scenes: [
        dialogBy(group, findButton(projectAdmin.groups.remove)),
        dialogBy(group, findButton(startOf(projectAdmin.members.removeOf, 'Bob'))),
      ],
    },
    {
      login: 'alice',
      address: `${admin}/apps`,
      scenes: [
        dialogBy(registered, findButton(apps.add)),
        dialogBy(registered, findButton(apps.editOf(robot))),
        dialogBy(registered, findButton(apps.renewOf(robot))),
        dialogBy(registered, findButton(apps.removeOf(robot))),
      ],
    },
    {
      login: 'alice',
      address: `${admin}/apps`,
      scenes: [
        secretDialog(
          registered,
          apps.secretTitle,
          (page) => confirm(page, apps.renewOf(robot), apps.renew),
          states.leaveAnyway,
        ),
      ],
    },
  ]
}

const listTrackerAdminPages = (of: SampleSite): readonly OverlayPage[] => {
  const general = 'pages/tracker-admin-general/tracker-admin-general-page.tsx'
  const rules = 'pages/tracker-admin-rules'
  const { dates, triggers } = trackerAdminEn.trackerRules
  const reports = 'pages/tracker-admin-reports/report-actions.tsx'
  const { trackerReports } = trackerAdminEn
  const actions = findButton(trackerReports.actionsOf('All bugs'))
  const address = `/trackers/${of.tracker}/admin`
  return [
    {
      login: 'alice',
      address: `${address}/general`,
      scenes: [dialogBy(general, findButton(trackerAdminEn.trackerGeneral.remove))],
    },
    {
      login: 'alice',
      address: `${address}/rules`,
      scenes: [
        dialogBy(`${rules}/date-rule-dialog.tsx`, findButton(dates.add)),
        dialogBy(`${rules}/trigger-dialog.tsx`, findButton(triggers.add)),
      ],
    },
    {
      login: 'alice',
      address: `${address}/reports`,
      scenes: [
        menuBy(reports, actions),
        dialogByItem('pages/tracker-admin-reports/rename-dialog.tsx', actions, trackerReports.rename),
        dialogByItem(reports, actions, en.tracker.deleteReport),
      ],
    },
    ...listWebhookPages(`${address}/webhooks`),
  ]
}

const listRepositoryPages = (site: BrowserSite, of: SampleSite): readonly OverlayPage[] => {
  const folder = 'pages/project-admin-svn-repository'
  const mails = `${folder}/email-notifications.tsx`
  const repository = `${admin}/svn/main`
  return [
    {
      login: 'alice',
      address: `${admin}/svn`,
      scenes: [dialogBy('pages/project-admin-svn/create-repository.tsx', findButton(svn.list.add))],
    },
    {
      login: 'alice',
      address: repository,
      scenes: [dialogBy(`${folder}/overview.tsx`, findButton(svnRepository.repository.remove))],
    },
    {
      login: 'alice',
      address: `${repository}?show=access`,
      scenes: [dialogBy(`${folder}/access-versions.tsx`, findButton(svnRepository.access.reuseOf(1)))],
    },
    {
      login: 'alice',
      address: `${repository}?show=mails`,
      scenes: [
        dialogBy(mails, findButton(svnRepository.mails.add)),
        dialogBy(mails, findButton(svnRepository.mails.editOf('/trunk'))),
        dialogBy(mails, findButton(svnRepository.mails.removeOf('/trunk'))),
      ],
    },
    ...listWebhookPages(`${repository}?show=webhooks`),
    { login: 'alice', address: `${repository}?show=rules`, scenes: [conflict(site, of)] },
  ]
}

/** Webhooks of a tracker or repository; one of them has the URL `hook`. */
function listWebhookPages(address: string): readonly OverlayPage[] {
  const folder = 'frame/webhooks'
  const card = `${folder}/webhook-card.tsx`
  return [
    {
      login: 'alice',
      address,
      scenes: [
        dialogBy(`${folder}/webhook-list.tsx`, findButton(webhooks.add)),
        dialogBy(card, findButton(webhooks.editOf(hook))),
        dialogBy(card, findButton(webhooks.removeOf(hook))),
      ],
    },
    {
      login: 'alice',
      address,
      scenes: [secretDialog(`${folder}/secret-dialog.tsx`, webhooks.secretTitle, addWebhook, states.leaveAnyway)],
    },
  ]
}

/** Another page while a form has unsaved input. */
const leaveUnsaved: OverlayScene = {
  kind: 'dialog',
  file: 'design/leave-guard.tsx',
  trigger: undefined,
  async open(page) {
    await page.getByLabel(projectAdmin.general.description).fill('Not saved')
    await waitUntilSettled(page)
    await page.evaluate(() => history.pushState(null, '', '/projects'))
  },
  finish: (page) => page.getByLabel(projectAdmin.general.description).fill(''),
}

async function addWebhook(page: Page): Promise<void> {
  await findButton(webhooks.add)(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(webhooks.url, { exact: true }).fill(`${hook}/nightly`)
  await dialog.getByRole('button', { name: webhooks.submit, exact: true }).click()
}

/** Another administrator changes the immutable tags at the same time. */
const conflict = ({ server }: BrowserSite, of: SampleSite): OverlayScene => {
  const save = findButton(svnRepository.rules.save)
  return dialogBy('pages/project-admin-svn-repository/conflict.tsx', save, {
    isOnce: true,
    open: async (page) => {
      await page.getByLabel(new RegExp(`^${svnRepository.rules.paths}`)).fill('/mine')
      const client = server.as('alice')
      const { body: all } = await client.get(`projects/${of.project}/svn`)
      const id = all.repositories.find(({ name }: { name: string }) => name === 'main').id
      const { settings } = (await client.get(`svn/${id}`)).body
      const others = { ...settings, email_notifications: [], immutable_tags: { paths: ['/theirs'], whitelist: [] } }
      const { status, text } = await client.put(`svn/${id}`, { settings: others })
      if (status !== 200) throw new Error(text)
      await save(page).click()
    },
  })
}

const listSitePages = (of: SampleSite): readonly OverlayPage[] => {
  const user = 'pages/site-user/site-user-page.tsx'
  const providers = 'pages/site-identity-providers/site-identity-providers-page.tsx'
  const permissions = 'pages/site-permissions/site-permissions-page.tsx'
  const { newUser } = words
  return [
    {
      login: 'admin',
      address: `/site/users/${of.user}`,
      scenes: ['restrict', 'suspend', 'reset', 'end', 'clear'].map((action) =>
        dialogBy(user, findButton(words.user[action as 'restrict'])),
      ),
    },
    {
      login: 'admin',
      address: `/site/users/${of.user}`,
      scenes: [
        secretDialog(
          user,
          words.user.resetDialog,
          (page) => confirm(page, words.user.reset, words.user.makeLink),
          states.leaveAnyway,
        ),
      ],
    },
    {
      login: 'admin',
      address: '/site/directories',
      scenes: [
        dialogBy(providers, findButton(identityProviders.add)),
        dialogBy(providers, findButton(identityProviders.editOf('Acme login'))),
        dialogBy(providers, findButton(identityProviders.removeOf('Acme login'))),
      ],
    },
    {
      login: 'admin',
      address: '/site/keys',
      scenes: [dialogBy('pages/site-keys/site-keys-page.tsx', findButton(/^Revoke “/))],
    },
    {
      login: 'admin',
      address: '/site/jobs',
      scenes: [dialogBy('pages/site-jobs/site-jobs-page.tsx', findButton(/^Remove job \d+$/))],
    },
    {
      login: 'admin',
      address: '/site/permissions',
      scenes: [
        dialogBy(permissions, findButton(startOf(words.permissions.withdrawOf, 'Carol'))),
        dialogBy(permissions, findButton(new RegExp(`^${words.permissions.revoke} .* from `))),
      ],
    },
    {
      login: 'admin',
      address: '/site/users/new',
      scenes: [
        secretDialog(
          'pages/site-new-user/site-new-user-page.tsx',
          words.user.resetDialog,
          async (page) => {
            await page.getByLabel(newUser.login, { exact: true }).fill('frank')
            await page.getByLabel(newUser.name, { exact: true }).fill('Frank Moses')
            await page.getByLabel(newUser.email, { exact: true }).fill('frank@example.com')
            await findButton(newUser.submit)(page).click()
          },
          states.leaveAnyway,
        ),
      ],
    },
  ]
}

/** Names of users may be followed by their logins. */
const startOf = (text: (name: string) => string, name: string): RegExp => new RegExp(`^${text(name)}`)
