import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'

describeInBrowser('the inbox', () => {
  const site = startBrowserSite()
  const server = site.server
  let project: ProjectFixture
  beforeAll(async () => {
    await server.createUser('alice', { realName: 'Alice Liddell' })
    await server.createUser('bob', { realName: 'Bob Carter' })
    await server.createUser('cid', { realName: 'Cid Moreau' })
    await server.createUser('eve', { realName: 'Eve Moreau' })
    project = await createProjectFixture(server, 'boatyard', {
      access: 'public',
      members: [server.idOf('alice'), server.idOf('bob'), server.idOf('cid')],
      administrators: [],
      trackers: () => [
        createTrackerDefinition(
          'job',
          [
            createFieldDefinition('string', 'title', { label: 'Title' }),
            createFieldDefinition('msb', 'assigned', { label: 'Assigned to', bind: projectMembers }),
          ],
          { title: { field: 'title' }, contributor: { field: 'assigned' } },
        ),
      ],
    })
  })

  /** Bob creates a job for a user, and comments on it. */
  const addJob = async (title: string, { to, comment }: { to?: string; comment?: string }): Promise<number> => {
    const values = [
      { field_id: project.fields.get('title'), value: title },
      ...(to === undefined ? [] : [{ field_id: project.fields.get('assigned'), bind_value_ids: [server.idOf(to)] }]),
    ]
    const { body } = await server.as('bob').post('artifacts', { tracker: { id: project.trackers.get('job') }, values })
    if (comment !== undefined)
      await server.as('bob').put(`artifacts/${body.id}`, { values: [], comment: { body: comment, format: 'text' } })
    await runJobs(server.world)
    return body.id
  }
  const unreadCount = async (login: string): Promise<number> =>
    (await server.as(login).get('users/self/inbox?unread=true')).body.unread_count
  const news = (page: Page) => page.getByRole('region', { name: 'New for you' })
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Which artifacts' }).getByRole('link', { name })

  it('shows what is new on My work, opens it in one click, and marks it as read', async () => {
    const mast = await addJob('New mast step', { comment: '@alice can you be here on Thursday?' })
    await addJob('Antifouling', { to: 'alice' })
    const page = await site.page('alice', '/')
    await tab(page, 'Inbox 2 new').waitFor()
    const rows = news(page).getByRole('listitem')
    await rows.first().getByText('Bob Carter created it').waitFor()
    await rows.nth(1).getByText('Bob Carter: “@alice can you be here on Thursday?”').waitFor()
    expect(await rows.count()).toBe(2)
    await news(page).getByRole('link', { name: 'New mast step' }).click()
    await page.waitForURL(`**/artifacts/${mast}`)
    await page.getByRole('heading', { level: 1, name: 'New mast step' }).waitFor()
    await expect.poll(() => unreadCount('alice')).toBe(1)
    await page.goBack()
    await tab(page, 'Inbox 1 new').waitFor()
    expect(await news(page).getByRole('listitem').count()).toBe(1)
    await news(page).getByRole('button', { name: 'Mark as read: Antifouling' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => unreadCount('alice')).toBe(0)
    await news(page).waitFor({ state: 'detached' })
    await page.reload()
    await waitUntilSettled(page)
    expect(await tab(page, 'Inbox').textContent()).toBe('Inbox')
    await tab(page, 'Inbox').click()
    await expect.poll(() => tab(page, 'Inbox').getAttribute('aria-current')).toBe('page')
    const rail = page.getByRole('navigation', { name: 'Main' })
    expect(await rail.getByRole('link', { name: 'My work' }).getAttribute('aria-current')).toBe('page')
  })

  it('lists everything in a tab with its own URL, and marks all as read except what came later', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await addJob(`Job ${n}`, { to: 'cid' })
    const page = await site.page('cid', '/')
    expect(await news(page).getByRole('listitem').count()).toBe(5)
    await news(page).getByRole('link', { name: 'Show all 7' }).click()
    await page.waitForURL('**/?show=inbox')
    await page.getByText('7 items', { exact: true }).waitFor()
    const rows = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(7)
    expect(await rows.getByText('Unread').count()).toBe(7)
    await addJob('Job 8', { to: 'cid' })
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('Everything is marked as read').first().waitFor()
    await expect.poll(() => unreadCount('cid')).toBe(1)
    await expect.poll(() => rows.count()).toBe(8)
    expect(await rows.getByText('Unread').count()).toBe(1)
    await rows.nth(2).hover()
    await rows.nth(2).getByRole('button', { name: 'Mark as unread: Job 6' }).click()
    await expect.poll(() => unreadCount('cid')).toBe(2)
    await page.reload()
    await waitUntilSettled(page)
    expect(await rows.getByText('Unread').count()).toBe(2)
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(20)
  })

  it('returns a mark that the server does not accept', async () => {
    await addJob('Refused', { to: 'cid' })
    const page = await site.page('cid', '/?show=inbox')
    await page.route('**/api/users/self/inbox', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    )
    const row = page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').first()
    await row.getByText('Unread').waitFor()
    await row.hover()
    await row.getByRole('button', { name: 'Mark as read: Refused' }).click()
    await page.getByRole('region', { name: 'Notifications' }).waitFor()
    await row.getByText('Unread').waitFor()
  })

  it('is accessible in every size and color scheme, with and without items', async () => {
    await addJob('Shed roof drips on the varnish', {
      comment:
        '@cid the roofer wants to know how high the ridge is, and whether the ladder of the harbour office is long enough for it.',
    })
    await expectAccessibleScreens(site, 'cid', '/', 'my-work-new')
    await expectAccessibleScreens(site, 'cid', '/?show=inbox', 'inbox')
    await expectAccessibleScreens(site, 'eve', '/?show=inbox', 'inbox-empty')
    const page = await site.page('cid', '/?show=inbox', { viewport: { width: 320, height: 700 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  it('speaks French', async () => {
    await addJob('Neuf', { to: 'cid', comment: 'Bonjour @cid' })
    const page = await site.page('cid', '/?show=inbox', { locale: 'fr-FR' })
    await page.getByText('Bob Carter\u00a0: «\u00a0Bonjour @cid\u00a0»').waitFor()
    await page.getByText('Vous mentionne').first().waitFor()
    await page.getByRole('button', { name: 'Tout marquer comme lu' }).waitFor()
  })
})

describeInBrowser('the notification settings', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    await site.server.createUser('alice', { realName: 'Alice Liddell' })
  })
  const address = '/account/notifications'
  const settings = async () => (await site.server.as('alice').get('users/self/notification_settings')).body

  it('are saved at once, by pointer and by keyboard', async () => {
    const page = await site.page('alice', '/account/profile')
    await page
      .getByRole('navigation', { name: 'Pages of your account' })
      .getByRole('link', { name: 'Notifications' })
      .click()
    await page.waitForURL(`**${address}`)
    await page.getByText('This server sends no email').waitFor()
    await page.getByLabel('Email: You watch the artifact').selectOption('Daily summary')
    await expect.poll(async () => (await settings()).reasons.watched.mail).toBe('digest')
    await page.getByLabel('Inbox: You have commented').focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await settings()).reasons.commented.inbox).toBe(false)
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await expect.poll(async () => (await settings()).time_zone).toBe('Asia/Tokyo')
    await page.getByRole('button', { name: 'Use the time zone of this browser: Europe/Paris' }).click()
    await expect.poll(async () => (await settings()).time_zone).toBe('Europe/Paris')
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.getByLabel('Email: You watch the artifact').inputValue()).toBe('digest')
    expect(await page.getByLabel('Inbox: You have commented').isChecked()).toBe(false)
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Paris')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(15)
  })

  it('return to what they were when the server refuses a change', async () => {
    const page = await site.page('alice', address)
    await page.route('**/api/users/self/notification_settings', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    )
    const select = page.getByLabel('Email: You are assigned')
    expect(await select.inputValue()).toBe('immediate')
    await select.selectOption('No email')
    await page.getByRole('region', { name: 'Notifications' }).waitFor()
    expect(await select.inputValue()).toBe('immediate')
  })

  it('are accessible in every size and color scheme, and in French', async () => {
    await expectAccessibleScreens(site, 'alice', address, 'account-notifications')
    const page = await site.page('alice', address, { locale: 'fr-FR', viewport: { width: 320, height: 700 } })
    await page.getByLabel('E-mail\u00a0: Vous suivez l’artefact').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
