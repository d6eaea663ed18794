import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'

describeInBrowser('the permissions of a tracker', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  let testers = ''
  let address = ''
  let untouched: any
  const alice = () => site.server.as('alice')
  const read = async () => (await alice().get(`trackers/${project.bugs}/permissions`)).body
  const field = (name: string): number => project.fixture.fields.get(`bug:${name}`) as number
  const idsOf = (groups: readonly { readonly id: string }[]) => groups.map(({ id }) => id).toSorted()
  const permissionsOf = async (name: string) => {
    const found = (await read()).fields.find((each: any) => each.field_id === field(name))
    const { can_read, can_submit, can_update } = found.permissions_for_groups
    return { can_read: idsOf(can_read), can_submit: idsOf(can_submit), can_update: idsOf(can_update) }
  }
  const cell = (page: Page, of: string, group: string, permission: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^${of}, ${group}: ${permission}`) })
  const panel = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
  const members = () => `${project.project}_3`

  beforeAll(async () => {
    const users = {
      alice: await site.server.createUser('alice', { realName: 'Alice Liddell' }),
      bob: await site.server.createUser('bob', { realName: 'Bob Carter' }),
    }
    project = await createBrowserProject(site.server, users)
    const { body } = await alice().post('user_groups', { project_id: project.project, short_name: 'Testers' })
    testers = body.id
    address = `/trackers/${project.bugs}/admin/permissions`
    untouched = await read()
  })
  beforeEach(async () => {
    await alice().put(`trackers/${project.bugs}/permissions`, untouched.permissions_for_groups)
    for (const name of ['severity', 'points']) {
      const { permissions_for_groups } = untouched.fields.find((each: any) => each.field_id === field(name))
      await alice().patch(`tracker_fields/${field(name)}`, { permissions_for_groups })
    }
  })

  it('is refused to members who do not administer the tracker', async () => {
    const page = await site.page('bob', address)
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  })

  it('changes the access of a group, keeps that of the others, and reverts it', async () => {
    const page = await site.page('alice', address)
    await page.getByRole('combobox', { name: 'Testers' }).selectOption('Artifacts assigned to the group')
    await panel(page).getByText('No access → Artifacts assigned to the group').waitFor()
    expect((await read()).permissions_for_groups).toEqual(untouched.permissions_for_groups)
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await page.getByText('Permissions saved').first().waitFor()
    await panel(page).waitFor({ state: 'detached' })
    const { can_access, can_access_assigned_to_group } = (await read()).permissions_for_groups
    expect(idsOf(can_access_assigned_to_group)).toEqual([testers])
    expect(can_access).toEqual(untouched.permissions_for_groups.can_access)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').first().waitFor()
    expect((await read()).permissions_for_groups).toEqual(untouched.permissions_for_groups)
    await expect.poll(() => page.getByRole('combobox', { name: 'Testers' }).inputValue()).toBe('none')
  })

  it('changes permissions on fields by pointer, and reverts all of them at once', async () => {
    const page = await site.page('alice', address)
    await cell(page, 'Severity', 'Anonymous', 'Read').click()
    await cell(page, 'Severity', 'Testers', 'Update').click()
    await cell(page, 'Points', 'Testers', 'Submit').click()
    // An update includes reading.
    expect(await cell(page, 'Severity', 'Testers', 'Read').getAttribute('aria-disabled')).toBe('true')
    await panel(page).getByText('Read − Anonymous; Update + Testers').waitFor()
    await panel(page).getByText('2 unsaved changes').waitFor()
    await expectAccessible(page)
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await page.getByText('Permissions saved').first().waitFor()
    expect(await permissionsOf('severity')).toEqual({
      can_read: [],
      can_submit: ['2'],
      can_update: [members(), testers].toSorted(),
    })
    expect((await permissionsOf('points')).can_submit).toEqual(['2', testers].toSorted())
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').first().waitFor()
    expect((await permissionsOf('severity')).can_read).toEqual(['1'])
    expect((await permissionsOf('severity')).can_update).toEqual([members()])
    expect((await permissionsOf('points')).can_submit).toEqual(['2'])
    expect(await panel(page).count()).toBe(0)
  })

  it('is operated by keyboard alone', async () => {
    const page = await site.page('alice', address)
    const grid = page.getByRole('grid', { name: 'Permissions on fields' })
    // The grid is one stop of the Tab key.
    await page.getByLabel('Search fields').focus()
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toContain('All fields, All groups: Read')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('Title, All groups: Read')
    await page.keyboard.press('End')
    expect(await focused()).toContain('Title, Testers: Update')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('Severity, Testers: Update')
    await page.keyboard.press('Space')
    await expect.poll(() => cell(page, 'Severity', 'Testers', 'Update').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('Home')
    expect(await focused()).toContain('Severity, All groups: Read')
    await page.keyboard.press('Control+End')
    expect(await focused()).toContain('Number, Testers: Read')
    // Fields that the system sets are only read.
    expect(await cell(page, 'Number', 'Testers', 'Update').count()).toBe(0)
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1)
    await panel(page).getByRole('button', { name: 'Save permissions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Permissions saved').first().waitFor()
    expect((await permissionsOf('severity')).can_update).toEqual([members(), testers].toSorted())
  })

  it('changes a whole row, and a whole column of the fields that are found', async () => {
    const page = await site.page('alice', address)
    await cell(page, 'Severity', 'All groups', 'Update').click()
    await panel(page).getByText('Update + Project administrators, Testers').waitFor()
    await page.getByLabel('Search fields').fill('point')
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).not.toContain('Severity')
    await cell(page, 'All fields found', 'Testers', 'Submit').click()
    await panel(page).getByText('Submit + Testers').waitFor()
    await panel(page).getByText('2 unsaved changes').waitFor()
    await page.getByLabel('Search fields').fill('no such field')
    await page.getByText('No field has this name').waitFor()
    await panel(page).getByRole('button', { name: 'Discard' }).click()
    await panel(page).waitFor({ state: 'detached' })
    expect(await read()).toEqual(untouched)
  })

  it('shows what was refused in its row, saves the rest, and keeps the refused change', async () => {
    const page = await site.page('alice', address)
    await cell(page, 'Severity', 'Testers', 'Update').click()
    await cell(page, 'Points', 'Testers', 'Update').click()
    await page.route(`**/api/tracker_fields/${field('severity')}`, (route) =>
      route.fulfill({ status: 403, json: { error: { code: 403, message: 'Forbidden: This project is suspended' } } }),
    )
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await page.getByRole('rowheader', { name: /Severity.*This project is suspended/ }).waitFor()
    await panel(page).getByText('1 unsaved change').waitFor()
    await panel(page).getByText('This project is suspended').waitFor()
    expect((await permissionsOf('severity')).can_update).toEqual([members()])
    expect((await permissionsOf('points')).can_update).toEqual([members(), testers].toSorted())
    await page.unrouteAll()
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await panel(page).waitFor({ state: 'detached' })
    expect((await permissionsOf('severity')).can_update).toEqual([members(), testers].toSorted())
  })

  it('shows why an access was refused, and keeps the change', async () => {
    const page = await site.page('alice', address)
    await page.getByText('Through a wider group: All artifacts').first().waitFor()
    await page.getByRole('combobox', { name: 'Testers' }).selectOption('Artifacts that the group submitted')
    await page.route(`**/api/trackers/${project.bugs}/permissions`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { error: { code: 400, message: 'Bad Request: No such group' } } })
        : route.fallback(),
    )
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await page.getByText('No such group').first().waitFor()
    await panel(page).getByText('1 unsaved change').waitFor()
    expect(await read()).toEqual(untouched)
  })

  it('warns when it is left with unsaved changes, and has them when the user returns', async () => {
    const page = await site.page('alice', address)
    await cell(page, 'Severity', 'Testers', 'Update').click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'General' }).click()
    await page.getByText('Your changes of permissions are not saved').first().waitFor()
    await page.goBack()
    await panel(page).getByText('Update + Testers').waitFor()
    const warning = page.waitForEvent('dialog')
    void page.reload().catch(() => undefined)
    expect((await warning).type()).toBe('beforeunload')
  })

  it('shows the form as a group gets it, with unsaved changes', async () => {
    const page = await site.page('alice', `${address}?as=${testers}`)
    const preview = page.getByRole('region', { name: 'Form for Testers' })
    const severity = preview.locator('dl > div').filter({ hasText: 'Severity' })
    await severity.getByText('Can be read').waitFor()
    await cell(page, 'Severity', 'Testers', 'Update').click()
    await severity.getByText('Can be changed').waitFor()
    await cell(page, 'Points', 'Anonymous', 'Read').click()
    await preview.getByText('Not shown: Points').waitFor()
    await page.getByRole('radio', { name: 'New artifact' }).check()
    await severity.getByText('Can be set').waitFor()
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Anonymous')
    await page.getByText('No artifact can be created').waitFor()
    expect(page.url()).toContain('as=1&form=create')
  })

  it('shows the form as a user gets it, with unsaved changes', async () => {
    await site.server.createUser('carla', { realName: 'Carla Diaz' })
    await alice().post(`user_groups/${testers}/users`, { user_id: site.server.idOf('bob') })
    const page = await site.page('alice', address)
    const choose = async (text: string, name: string) => {
      await page.getByRole('button', { name: /^User/ }).click()
      await page.getByRole('dialog', { name: 'User' }).getByRole('searchbox').pressSequentially(text)
      await page.getByRole('option', { name }).click()
    }
    await choose('bob', 'Bob Carter')
    const preview = page.getByRole('region', { name: 'Form for Bob Carter' })
    await preview.getByText('In the groups: Anonymous, Registered users, Project members, Testers').waitFor()
    expect(new URL(page.url()).search).toBe(`?user=${site.server.idOf('bob')}`)
    const points = preview.locator('dl > div').filter({ hasText: 'Points' })
    await points.getByText('Can be changed').waitFor()
    await cell(page, 'Points', 'Project members', 'Update').click()
    await points.getByText('Can be read').waitFor()
    await cell(page, 'Points', 'Testers', 'Update').click()
    await points.getByText('Can be changed').waitFor()
    await page.getByRole('combobox', { name: 'Anonymous' }).selectOption('No access')
    await preview.getByText('Bob Carter has no access to the tracker.').waitFor()
    await panel(page).getByRole('button', { name: 'Discard' }).click()

    // A user who is no member.
    await choose('carla', 'Carla Diaz')
    const other = page.getByRole('region', { name: 'Form for Carla Diaz' })
    await other.getByText('In the groups: Anonymous, Registered users').waitFor()
    await other.locator('dl > div').filter({ hasText: 'Severity' }).getByText('Can be read').waitFor()
    await page.getByRole('radio', { name: 'New artifact' }).check()
    await other.locator('dl > div').filter({ hasText: 'Severity' }).getByText('Can be set').waitFor()
    await page.reload()
    await other.locator('dl > div').filter({ hasText: 'Severity' }).getByText('Can be set').waitFor()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Group' }).selectOption('Testers')
    await page.getByRole('region', { name: 'Form for Testers' }).waitFor()
    expect(await other.count()).toBe(0)
  })

  it('reaches fields that its administrators cannot read', async () => {
    const none = { can_read: [], can_submit: [], can_update: [] }
    await alice().patch(`tracker_fields/${field('severity')}`, { permissions_for_groups: none })
    const page = await site.page('alice', address)
    await cell(page, 'Severity', 'Project members', 'Read').click()
    await panel(page).getByRole('button', { name: 'Save permissions' }).click()
    await page.getByText('Permissions saved').first().waitFor()
    expect((await permissionsOf('severity')).can_read).toEqual([members()])
  })

  it('shows a hundred fields and fifteen groups quickly', async () => {
    const names = Array.from({ length: 12 }, (_, n) => [`team${n}`, []] as const)
    const wide = await createProjectFixture(site.server, 'wide', {
      access: 'public',
      members: [site.server.idOf('alice')],
      administrators: [site.server.idOf('alice')],
      groups: Object.fromEntries(names),
      trackers: () => [
        createTrackerDefinition(
          'wide',
          Array.from({ length: 100 }, (_, n) => createFieldDefinition('string', `field${n}`)),
        ),
      ],
    })
    const page = await site.page('alice', `/trackers/${wide.trackers.get('wide')}/admin/permissions`)
    await cell(page, 'field99', 'team11', 'Update').waitFor()
    expect(await page.getByRole('grid').getByRole('checkbox').count()).toBeGreaterThan(4500)
    // Until the change is painted.
    const ms = await page.evaluate(async () => {
      const button = [...document.querySelectorAll<HTMLElement>('[role="checkbox"]')].at(-1)
      const start = performance.now()
      button?.click()
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - start
    })
    expect(ms).toBeLessThan(2000)
    await panel(page).getByText('Update + team11').waitFor()
  })

  it('fits on every screen, is accessible, and reachable by keyboard', async () => {
    const change = (page: Page) => cell(page, 'Severity', 'Testers', 'Update').click()
    await expectAccessibleScreens(site, 'alice', `${address}?as=${testers}`, 'tracker-permissions', change)
    const page = await site.page('alice', `${address}?as=${testers}`)
    await change(page)
    await expectKeyboardAccess(page)
  })
})
