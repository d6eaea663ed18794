import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { en } from '../../web/src/texts/en.ts'
import { trackerAdminEn } from '../../web/src/texts/en-tracker-admin.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'

const words = { ...en.trackerAdmin.general, ...trackerAdminEn.trackerGeneral }

describeInBrowser('the settings of a tracker', () => {
  const site = startBrowserSite()
  let lander: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    lander = await createBrowserProject(site.server, { alice, bob })
    const auditor = await site.server.createUser('auditor')
    const permission = { permission: 'read_only_administration', user_id: auditor }
    expect((await site.server.as('admin').post('site_permissions', permission)).status).toBe(201)
  })
  const open = (login: string, page = 'general'): Promise<Page> =>
    site.page(login, `/trackers/${lander.bugs}/admin/${page}`)
  const settings = async () => (await site.server.as('alice').get(`trackers/${lander.bugs}/settings`)).body

  it('are reached from the menu of the tracker, and lead back to it', async () => {
    const page = await site.page('alice', `/trackers/${lander.bugs}`)
    await page.getByRole('button', { name: en.tracker.moreActions, exact: true }).click()
    await page.getByRole('menuitem', { name: en.trackerAdmin.open }).click()
    await page.getByRole('heading', { name: words.title, level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'bugs', exact: true }).first().click()
    await page.waitForURL(`**/trackers/${lander.bugs}`)
  })

  it('save name, color, parent and options, which the menu shows at once', async () => {
    const page = await open('alice')
    const before = await settings()
    await page.getByLabel(words.label, { exact: true }).fill('Defects')
    await page.getByRole('radio', { name: 'deep blue' }).check()
    await page.getByLabel(words.parent).selectOption({ label: 'tasks' })
    await page.getByLabel(words.notifications).selectOption('status_changes')
    await page.getByRole('checkbox', { name: words.allowsMove }).setChecked(!before.allows_move)
    await page.getByRole('button', { name: words.save }).click()
    await page.getByText(words.saved).first().waitFor()
    expect(await settings()).toEqual({
      ...before,
      label: 'Defects',
      color_name: 'deep-blue',
      parent_id: lander.fixture.trackers.get('task'),
      notifications_level: 'status_changes',
      allows_move: !before.allows_move,
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Defects' }).first().waitFor()
    await expectAccessible(page)
    expect((await site.server.as('alice').put(`trackers/${lander.bugs}/settings`, before)).status).toBe(200)
  })

  it('are saved for a tracker without a parent', async () => {
    const page = await open('alice')
    await page.getByLabel(words.description).fill('Defects of the lander')
    await page.getByRole('button', { name: words.save }).click()
    await page.getByText(words.saved).first().waitFor()
    expect(await settings()).toMatchObject({ description: 'Defects of the lander', parent_id: null })
  })

  it('show at its field why the server refused a name, and change nothing', async () => {
    const page = await open('alice')
    const before = await settings()
    await page.getByLabel(words.label, { exact: true }).fill('Other')
    await page.getByLabel(words.itemName).fill('task')
    await page.getByRole('button', { name: words.save }).click()
    await page.getByRole('alert').or(page.locator('[data-notice], [aria-invalid="true"]')).first().waitFor()
    expect(await page.getByLabel(words.label, { exact: true }).inputValue()).toBe('Other')
    expect(await settings()).toEqual(before)
  })

  it.each(['bob', 'auditor', 'visitor'])('are not offered to %s', async (login) => {
    const page = await site.page(login, `/trackers/${lander.bugs}`)
    await page.getByRole('button', { name: en.tracker.moreActions, exact: true }).click()
    await page.getByRole('menuitem', { name: en.tracker.copyLink }).waitFor()
    expect(await page.getByRole('menuitem', { name: en.trackerAdmin.open }).count()).toBe(0)
    const refused = await open(login)
    expect(await refused.getByRole('button', { name: words.save }).count()).toBe(0)
    if (login !== 'visitor') await refused.getByText(en.trackerAdmin.onlyAdministrators).waitFor()
  })

  it('delete the tracker only after its short name was typed', async () => {
    const page = await open('alice')
    await page.getByRole('button', { name: words.remove }).click()
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: words.remove })
    await confirm.click()
    await dialog.locator('[data-notice]').waitFor()
    await dialog.getByRole('textbox').fill('bug')
    await expectAccessible(page)
    await confirm.click()
    await page.waitForURL('**/projects/*')
    await page.getByText(words.removed('bugs')).first().waitFor()
    expect((await site.server.as('alice').get(`trackers/${lander.bugs}`)).status).toBe(404)
    await page.getByRole('navigation').getByRole('link', { name: 'tasks' }).first().waitFor()
    await expect.poll(() => page.getByRole('navigation').getByRole('link', { name: 'bugs' }).count()).toBe(0)
  })
})
