import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { runJobs } from '../kit/run-jobs.ts'

describeInBrowser('the administration of a project', () => {
  const site = startBrowserSite()
  let id = 0
  const admin = '/projects/lander/admin'
  const pages = ['general', 'members', 'groups', 'apps', 'archive', 'log'].map((name) => `${admin}/${name}`)
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter', email: 'bob@example.com' })
    await site.server.createUser('carol', { realName: 'Carol Danvers', email: 'carol@example.com' })
    await site.server.createUser('dave', { realName: 'Dave Lister', email: 'dave@example.com' })
    await site.server.createUser('eve', { realName: 'Eve Moreau' })
    id = (await createBrowserProject(site.server, { alice, bob })).project
  })
  const read = async (path: string) => (await site.server.as('admin').get(path)).body
  const row = (page: Page, name: string) => page.getByRole('row', { name })

  it('is refused to members who are not project administrators, and not found for visitors', async () => {
    const member = await site.page('bob', '/projects/lander')
    await expect.poll(() => member.getByRole('link', { name: 'Groups' }).count()).toBe(0)
    for (const address of pages) {
      const page = await site.page('bob', address)
      await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
    }
    const visitor = await site.page('visitor', `${admin}/members`)
    await visitor.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
  })

  it('is linked in the navigation of project administrators', async () => {
    const page = await site.page('alice', '/projects/lander')
    const rail = page.getByRole('navigation', { name: 'Main' })
    await rail.getByRole('link', { name: 'Project settings' }).click()
    await rail.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  })

  it('adds members by login and by email address, and shows an error for an unknown login', async () => {
    const page = await site.page('alice', `${admin}/members`)
    const loginField = page.getByLabel('Login or email address')
    await loginField.fill('nobody-here')
    await page.keyboard.press('Enter')
    await page.getByText('No account has the login').first().waitFor()
    await expect.poll(() => loginField.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => loginField.inputValue()).toBe('nobody-here')
    await loginField.fill('carol')
    await page.getByRole('button', { name: 'Add member' }).click()
    await row(page, 'Carol Danvers').waitFor()
    await loginField.fill('dave@example.com')
    await page.keyboard.press('Enter')
    await row(page, 'Dave Lister').waitFor()
    expect((await read(`projects/${id}/members`)).map(({ username }: any) => username)).toContain('dave')
  })

  it('grants and revokes the administrator role, and removes a member', async () => {
    const page = await site.page('alice', `${admin}/members`)
    const carol = row(page, 'Carol Danvers')
    await carol.getByRole('button', { name: 'Make administrator' }).click()
    await carol.getByText('Administrator', { exact: true }).waitFor()
    await carol.getByRole('button', { name: 'Remove administrator role' }).click()
    await carol.getByText('Member', { exact: true }).waitFor()
    await row(page, 'Dave Lister').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await row(page, 'Dave Lister').waitFor({ state: 'detached' })
    // The last administrator cannot be removed.
    await row(page, 'Alice Liddell').getByRole('button', { name: 'Remove administrator role' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove administrator role' }).click()
    await page
      .getByRole('alertdialog')
      .getByText('Alice Liddell as it is the last project administrator of project lander')
      .waitFor()
    const left = (await read(`projects/${id}/members`)).map((each: any) => [each.username, each.is_administrator])
    expect(left).toEqual([
      ['alice', true],
      ['bob', false],
      ['carol', false],
    ])
  })

  it('creates, fills, renames, empties and deletes a group', async () => {
    const page = await site.page('alice', `${admin}/groups`)
    await page.getByLabel('Name').fill('two words')
    await page.keyboard.press('Enter')
    await page.getByText('Please use only alphanumerical').first().waitFor()
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Name').fill('testers')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByRole('link', { name: 'testers' }).click()
    await page.getByRole('heading', { name: 'testers', level: 1 }).waitFor()
    const rail = page.getByRole('navigation', { name: 'Main' })
    expect(await rail.getByRole('link', { name: 'Groups' }).getAttribute('aria-current')).toBe('true')
    expect(await rail.getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe(null)
    await page.getByText('This group has no members').waitFor()
    await page.getByLabel('Login or email address').fill('bob')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add Bob Carter (bob)' }).click()
    await row(page, 'Bob Carter').waitFor()
    await expect.poll(() => page.getByLabel('Login or email address').inputValue()).toBe('')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('reviewers')
    await page.getByRole('button', { name: 'Rename group' }).click()
    await page.getByRole('heading', { name: 'reviewers', level: 1 }).waitFor()
    await row(page, 'Bob Carter').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('This group has no members').waitFor()
    await page.getByRole('button', { name: 'Delete group' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
    await page.getByText('No group yet').waitFor()
  })

  it('changes name, description and visibility, and shows who will lose access', async () => {
    const page = await site.page('alice', `${admin}/general`)
    await page.getByLabel('Name').fill('Lunar lander')
    await page.getByLabel('Description').fill('Down, gently.')
    await page.getByRole('radio', { name: 'Private' }).check()
    await page.getByText('only its 3 members can see this project').waitFor()
    await page.getByRole('button', { name: 'Save project' }).click()
    await page.getByText('Project saved').first().waitFor()
    expect(await read(`projects/${id}`)).toMatchObject({ label: 'Lunar lander', access: 'private' })
    const stranger = await site.page('eve', '/projects/lander')
    await stranger.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.reload()
    await waitUntilSettled(page)
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Down, gently.')
    // Project administrators cannot change the status.
    await expect.poll(() => page.getByRole('button', { name: 'Suspend project' }).count()).toBe(0)
    await page.getByRole('radio', { name: 'Public' }).check()
    await page.getByText('After saving, it is open').waitFor()
    await page.getByRole('button', { name: 'Save project' }).click()
    await page.getByText('Project saved').first().waitFor()
  })

  it('confirms before unsaved input is lost by a link, the Back button or the end of the page', async () => {
    const page = await site.page('alice', `${admin}/members`)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const description = page.getByLabel('Description')
    const members = page.getByRole('link', { name: 'Members' })
    await page.getByRole('link', { name: 'General' }).click()
    await description.fill('Not saved yet')
    await waitUntilSettled(page)
    await members.first().click()
    await question.waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => description.inputValue()).toBe('Not saved yet')
    const warned = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.type()
    })
    await page.evaluate(() => location.reload())
    expect(await warned).toBe('beforeunload')
    await description.press('!')
    // The page is left by the browser, or not at all.
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave anyway' }).click()
    await page.waitForURL('**/members')

    await page.getByRole('link', { name: 'General' }).click()
    await description.fill('Saved')
    await page.getByRole('button', { name: 'Save project' }).click()
    await page.getByText('Project saved').first().waitFor()
    await members.first().click()
    await page.waitForURL('**/members')
  })

  it('suspends and activates the project as site administrator', async () => {
    const page = await site.page('admin', `${admin}/general`)
    await page.getByRole('button', { name: 'Suspend project' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend project' }).click()
    await page.getByText('This project is suspended').waitFor()
    expect((await site.server.as('alice').get(`projects/${id}`)).status).toBe(403)
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByText('This project is active').waitFor()
  })

  it('shows the changes in the audit log with user and details', async () => {
    const page = await site.page('alice', `${admin}/log`)
    const added = row(page, 'project member added').first()
    await added.getByText('Alice Liddell').waitFor()
    await added.getByText('Details', { exact: true }).click()
    await added.getByText(String(site.server.idOf('dave'))).waitFor()
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).not.toContain('IP address')
  })

  it('exports an archive for download', async () => {
    const page = await site.page('alice', `${admin}/archive`)
    await page.getByRole('button', { name: 'Export project' }).click()
    await page.getByText('Queued').or(page.getByText('The export is')).first().waitFor()
    await runJobs(site.server.world)
    const link = page.getByRole('link', { name: /Download/ })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('lander.zip')
    // The URL leads back to the export.
    await page.reload()
    await link.waitFor()
  })

  it('has only controls that are reachable by keyboard', async () => {
    const { body: group } = await site.server.as('alice').post('user_groups', { project_id: id, short_name: 'testers' })
    for (const address of [...pages, `${admin}/groups/${group.id}`])
      expect(await expectKeyboardAccess(await site.page('alice', address))).toBeGreaterThan(8)
  })

  it('is accessible in every size and color scheme', async () => {
    const { body: groups } = await site.server.as('alice').get(`projects/${id}/user_groups`)
    const group = groups.find(({ label }: any) => label === 'testers').id
    await site.server
      .as('alice')
      .put(`user_groups/${group}/users`, [{ id: site.server.idOf('bob') }, { id: site.server.idOf('carol') }])
    await expectAccessibleScreens(site, 'admin', `${admin}/general`, 'project-admin-general', async (page) => {
      await page.getByRole('radio', { name: 'Private' }).check()
    })
    for (const name of ['members', 'groups', `groups/${group}`, 'archive', 'log'])
      await expectAccessibleScreens(site, 'alice', `${admin}/${name}`, `project-admin-${name.replace(/\/\d+/, '-one')}`)
  })
})
