import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createSvnClient, createSvnKey, createWorkingDirectory, type SvnClient } from '../kit/svn-client.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

const admin = '/projects/lander/admin/svn'
const parts = ['', '?show=rules', '?show=access', '?show=mails', '?show=webhooks']
const system = { kind: 'system', reason: 'test' } as const

const createProjectWithUsers = async (server: ReturnType<typeof startBrowserSite>['server']) => {
  const alice = await server.createUser('alice', { realName: 'Alice Liddell' })
  const bob = await server.createUser('bob', { realName: 'Bob Carter' })
  for (const [login, realName] of [
    ['carol', 'Carol Danvers'],
    ['eve', 'Eve Moreau'],
  ] as const)
    await server.createUser(login, { realName })
  return (await createBrowserProject(server, { alice, bob })).project
}
const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' }).waitFor()
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor()

const withSubversion = inject('subversion') === null ? describe.skip : describeInBrowser

withSubversion('the administration of Subversion repositories', () => {
  const site = startBrowserSite()
  const receiver = startWebhookReceiver()
  let project = 0
  let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
  let svn: SvnClient

  beforeAll(async () => {
    project = await createProjectWithUsers(site.server)
    await changeSettings(site.server.world, system, { outgoing_private_addresses: true })
    workingDirectory = await createWorkingDirectory()
    svn = createSvnClient(workingDirectory.directory, 'bob', await createSvnKey(site.server, 'bob'))
  })
  afterAll(() => workingDirectory?.remove())

  const url = (name: string) => `${site.origin}/svnplugin/lander/${name}`
  const alice = () => site.server.as('alice')
  const idOf = async (name: string): Promise<number> => {
    const query = encodeURIComponent(JSON.stringify({ name }))
    return (await alice().get(`projects/${project}/svn?query=${query}`)).body.repositories[0].id
  }
  const settingsOf = async (name: string) => (await alice().get(`svn/${await idOf(name)}`)).body.settings
  /** Another administrator changes the settings concurrently. */
  const change = async (name: string, part: object) => {
    const { body } = await site.server.as('admin').get(`svn/${await idOf(name)}`)
    const sent = { settings: { ...body.settings, email_notifications: [], ...part } }
    expect((await site.server.as('admin').put(`svn/${body.id}`, sent)).status).toBe(200)
  }
  const commit = async (file: string, message: string) => {
    await writeFile(path.join(workingDirectory.directory, 'copy', file), `${message}\n`)
    await svn.run('add', '--force', `copy/${file}`)
    return svn.attempt('commit', '-m', message, 'copy')
  }

  it('is available after Subversion is enabled there or on the page General', async () => {
    const page = await site.page('alice', '/projects/lander/admin/general')
    const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subversion' })
    await expect.poll(() => tab.count()).toBe(0)
    await page.getByRole('button', { name: 'Enable Subversion' }).click()
    await tab.waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Disable Subversion' }).click()
    await tab.waitFor({ state: 'detached' })
    await page.goto(admin)
    await page.getByText('This project does not use Subversion').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Create repository' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Enable Subversion' }).click()
    await page.getByText('No repository yet').waitFor()
    await tab.waitFor()
    await expectAccessible(page)
  })

  it('creates a repository: validates the name during input, and the repository can be checked out', async () => {
    const page = await site.page('alice', admin)
    await page.getByRole('button', { name: 'Create repository' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name')
    for (const [text, message] of [
      ['1st', 'start with a letter'],
      ['a b', 'Only letters'],
      ['ab', 'At least 3'],
      ['sources', 'is available'],
    ] as const) {
      await name.fill(text)
      await dialog.getByRole('status').getByText(message).waitFor()
    }
    await page.keyboard.press('Enter')
    await page
      .getByRole('listitem')
      .filter({ hasText: url('sources') })
      .waitFor()
    expect(await svn.run('checkout', url('sources'), 'copy')).toContain('Checked out revision 1.')
    expect(await svn.run('list', url('sources'))).toBe('branches/\ntags/\ntrunk/\n')

    await page.getByRole('button', { name: 'Create repository' }).click()
    await name.fill('Sources')
    await dialog.getByRole('status').getByText('already exists').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('empty')
    await dialog.getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Create repository' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: url('empty') })
      .waitFor()
    expect(await svn.run('list', url('empty'))).toBe('')
  })

  it('copies the checkout command and shows the last commits', async () => {
    expect((await commit('trunk/pump.txt', 'A pump for bug #1\n\nand more')).code).toBe(0)
    const context = await site.context('alice', { permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${admin}/sources`)
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Copy command' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`svn checkout ${url('sources')}`)
    const row = page.getByRole('row', { name: 'A pump for bug #1' })
    await expect.poll(() => row.innerText()).toContain('r2')
    await row.getByText('Bob Carter').waitFor()
    await expect.poll(() => page.getByText('and more').count()).toBe(0)
  })

  it('returns 404 for users who are not repository administrators, and admits groups that are', async () => {
    const bob = site.server.as('bob')
    for (const address of [admin, ...parts.map((part) => `${admin}/sources${part}`)]) {
      await notFound(await site.page('bob', address))
    }
    await notFound(await site.page('alice', `${admin}/unknown`))
    const page = await site.page('alice', admin)
    await page.getByRole('checkbox', { name: /members/i }).check()
    await page.getByRole('button', { name: 'Save groups' }).click()
    await waitForText(page, 'Groups saved')
    expect((await bob.get(`projects/${project}/svn_deleted`)).status).toBe(200)
    const bobsPage = await site.page('bob', admin)
    await bobsPage.getByRole('link', { name: 'sources', exact: true }).click()
    await bobsPage.getByRole('heading', { name: 'sources', level: 1 }).waitFor()
    // Only project administrators see the list of repository administrators.
    await bobsPage.goto(admin)
    await waitUntilSettled(bobsPage)
    await expect.poll(() => bobsPage.getByRole('heading', { name: 'Repository administrators' }).count()).toBe(0)
    await page.getByRole('checkbox', { name: /members/i }).uncheck()
    await page.getByRole('button', { name: 'Save groups' }).click()
    await expect.poll(async () => (await bob.get(`projects/${project}/svn_deleted`)).status).toBe(403)
  })

  it('applies commit rules and immutable tags to the next commit', async () => {
    const page = await site.page('alice', `${admin}/sources?show=rules`)
    await page.getByRole('checkbox', { name: /Require a reference to/ }).check()
    await page.getByLabel('Paths').fill(' /tags \n\n/trunk/old')
    await page.getByLabel('Exceptions (adding').fill('/tags/nightly')
    await page.getByRole('button', { name: 'Save rules' }).click()
    await waitForText(page, 'Rules saved')
    expect(await settingsOf('sources')).toMatchObject({
      commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
      immutable_tags: { paths: ['/tags', '/trunk/old'], whitelist: ['/tags/nightly'] },
    })
    expect((await commit('trunk/other.txt', 'No reference')).stderr).toContain('must contains a reference')
    await page.getByRole('checkbox', { name: /Require a reference to/ }).uncheck()
    await page.getByRole('button', { name: 'Save rules' }).click()
    await expect.poll(async () => (await commit('trunk/other.txt', 'No reference')).code).toBe(0)
  })

  it('merges concurrent changes of other settings, and reports changes of the same setting', async () => {
    const page = await site.page('alice', `${admin}/sources?show=rules`)
    const messages = page.getByRole('checkbox', { name: /Messages may be changed/ })
    await messages.check()
    await change('sources', { access_file: '[/trunk]\nbob = rw' })
    await page.getByRole('button', { name: 'Save rules' }).click()
    await waitForText(page, 'Rules saved')
    expect(await settingsOf('sources')).toMatchObject({
      access_file: '[/trunk]\nbob = rw',
      commit_rules: { is_commit_message_change_allowed: true },
    })

    await page.getByLabel('Paths').fill('/mine')
    await change('sources', { immutable_tags: { paths: ['/theirs'], whitelist: [] } })
    // The button is disabled while the form is submitted.
    const save = page.locator('form:not([aria-busy])').getByRole('button', { name: 'Save rules' })
    const question = page.getByRole('alertdialog', { name: 'This was changed by someone else' })
    await save.click()
    await question.getByText('/theirs').waitFor()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.getByLabel('Paths').inputValue()).toBe('/mine')
    expect(await settingsOf('sources')).toMatchObject({ immutable_tags: { paths: ['/theirs'] } })
    await save.click()
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await expect.poll(async () => (await settingsOf('sources')).immutable_tags.paths).toEqual(['/mine'])

    await page.getByLabel('Paths').fill('/again')
    await change('sources', { immutable_tags: { paths: [], whitelist: [] } })
    await save.click()
    await question.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => page.getByLabel('Paths').inputValue()).toBe('')
    expect(await settingsOf('sources')).toMatchObject({ immutable_tags: { paths: [] } })
  })

  it('checks an access file line by line before saving, and restores an older version', async () => {
    const page = await site.page('alice', `${admin}/sources?show=access`)
    const text = page.getByRole('textbox', { name: 'Text' })
    await expect.poll(() => text.inputValue()).toBe('[/trunk]\nbob = rw')
    await text.fill('[/trunk]\nbob = r\n[/tags]\n@strangers = r\nbob = maybe')
    await page.getByRole('button', { name: 'Save access file' }).click()
    await page.getByText('Saving this would lock everyone out').waitFor()
    expect((await settingsOf('sources')).access_file).toBe('[/trunk]\nbob = rw')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Line 5' }).click()
    const selected = await text.evaluate((area: HTMLTextAreaElement) => {
      const isHere = document.activeElement === area
      return isHere && area.value.slice(area.selectionStart, area.selectionEnd)
    })
    expect(selected).toBe('bob = maybe')
    await page.getByRole('button', { name: 'Line 4' }).waitFor()

    // An access file that Subversion cannot read is rejected anyway, and the current file stays.
    const refusal = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 400)
    await page.getByRole('button', { name: 'Save anyway' }).click()
    await refusal
    expect((await settingsOf('sources')).access_file).toBe('[/trunk]\nbob = rw')

    await text.fill('[/trunk]\nbob = r')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('No problems found').waitFor()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 200)
    await page.getByRole('button', { name: 'Save access file' }).click()
    await saved
    expect((await commit('trunk/third.txt', 'bug #1')).code).not.toBe(0)

    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await expect.poll(() => versions.allInnerTexts()).toHaveLength(2)
    await versions.first().getByText('Current').waitFor()
    await versions.first().getByText('Alice Liddell').waitFor()
    await page.getByRole('button', { name: 'Use again: version 1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use again' }).click()
    await versions.last().getByText('Current').waitFor()
    await expect.poll(() => text.inputValue()).toBe('[/trunk]\nbob = rw')
    expect((await svn.attempt('commit', '-m', 'bug #1', 'copy')).code).toBe(0)
    expect((await settingsOf('sources')).access_file).toBe('[/trunk]\nbob = rw')
  })

  it('disables default permissions together with the access file', async () => {
    const page = await site.page('alice', `${admin}/empty?show=access`)
    await page.getByRole('checkbox', { name: 'Default permissions' }).uncheck()
    await page.getByText('without a file, no user has access').waitFor()
    await page.getByRole('textbox', { name: 'Text' }).fill('[/]\n@members = r')
    await page.getByRole('button', { name: 'Save access file' }).click()
    await waitForText(page, 'Access file saved')
    expect(await settingsOf('empty')).toMatchObject({
      has_default_permissions: false,
      access_file: '[/]\n@members = r',
    })
    await page.reload()
    await waitUntilSettled(page)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Default permissions' }).isChecked()).toBe(false)
  })

  it('keeps the unsaved text of an access file on other tabs, and reverts it', async () => {
    const page = await site.page('alice', `${admin}/empty?show=access`)
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('[/]\n@members = rw')
    await page.getByRole('link', { name: 'Commits' }).click()
    await page.getByRole('button', { name: 'Save rules' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Access' }).click()
    await expect.poll(() => text.inputValue()).toBe('[/]\n@members = rw')
    // Concurrent changes are still detected.
    await change('empty', { access_file: '[/]\n@members =' })
    await page.getByRole('button', { name: 'Save access file' }).click()
    const question = page.getByRole('alertdialog', { name: 'This was changed by someone else' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Revert' }).click()
    await expect.poll(() => text.inputValue()).not.toContain('rw')
    expect((await settingsOf('empty')).access_file).toBe('[/]\n@members =')
  })

  it('notifies email addresses, users found by name, and groups; sets the subject prefix', async () => {
    const page = await site.page('alice', `${admin}/sources?show=mails`)
    await page.getByText('No email notifications').waitFor()
    await page.getByRole('button', { name: 'Add notification' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save notification' }).click()
    await dialog.getByText('Enter at least one').waitFor()
    await dialog.getByLabel('Path').fill('/trunk')
    await dialog.getByLabel('Email addresses').fill('nowhere')
    await dialog.getByRole('button', { name: 'Save notification' }).click()
    await dialog.getByText('is not an email address').waitFor()
    await dialog.getByLabel('Email addresses').fill('list@example.com\nother@example.com')
    await dialog.getByLabel('Find a user').fill('danv')
    await dialog.getByRole('button', { name: 'Add Carol Danvers' }).waitFor()
    await expectAccessible(page)
    // Enter selects the only result and does not submit the form.
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove Carol Danvers' }).waitFor()
    await dialog.getByRole('checkbox', { name: /members/i }).check()
    await dialog.getByRole('button', { name: 'Save notification' }).click()
    const card = page.getByRole('listitem').filter({ hasText: '/trunk' })
    await card.getByText('Carol Danvers').waitFor()
    const [first] = (await settingsOf('sources')).email_notifications
    expect(first).toMatchObject({
      path: '/trunk',
      emails: ['list@example.com', 'other@example.com'],
      users: [{ username: 'carol' }],
      user_groups: [{ id: `${project}_3` }],
    })

    await page.getByRole('button', { name: 'Edit /trunk' }).click()
    await dialog.getByRole('button', { name: 'Remove Carol Danvers' }).click()
    await dialog.getByLabel('Path').fill('/trunk/*/docs')
    await dialog.getByRole('button', { name: 'Save notification' }).click()
    await page.getByRole('button', { name: 'Delete /trunk/*/docs' }).waitFor()
    const all = (await settingsOf('sources')).email_notifications
    expect(all.map((each: any) => [each.path, each.users])).toEqual([['/trunk/*/docs', []]])

    // Another administrator changes the same notification and adds one.
    await page.getByRole('button', { name: 'Edit /trunk/*/docs' }).click()
    const others = { users: [], user_groups: [] }
    await change('sources', {
      email_notifications: [
        { path: '/trunk/*/docs', emails: ['theirs@example.com'], ...others },
        { path: '/new', emails: ['new@example.com'], ...others },
      ],
    })
    await dialog.getByLabel('Email addresses').fill('mine@example.com')
    await dialog.getByRole('button', { name: 'Save notification' }).click()
    const question = page.getByRole('alertdialog', { name: 'This was changed by someone else' })
    await question.getByText('theirs@example.com').waitFor()
    await question.getByRole('button', { name: 'Discard my changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'theirs@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Delete /new' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete /new' }).waitFor({ state: 'detached' })

    await page.getByLabel('Subject prefix').fill('lander-svn')
    await page.getByRole('button', { name: 'Save prefix' }).click()
    await waitForText(page, 'Subject prefix saved')
    const { body } = await alice().get(`svn/${await idOf('sources')}/mail_settings`)
    expect(body).toEqual({ subject_header: 'lander-svn' })

    await page.getByRole('button', { name: 'Delete /trunk/*/docs' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No email notifications').waitFor()
  })

  it('saves rules although a notified user can no longer sign in', async () => {
    const users = [site.server.idOf('carol')]
    await change('sources', { email_notifications: [{ path: '/', emails: [], users, user_groups: [] }] })
    expect((await site.server.as('admin').patch(`users/${users[0]}`, { status: 'S' })).status).toBe(200)
    const page = await site.page('alice', `${admin}/sources?show=rules`)
    await page.getByRole('button', { name: 'Save rules' }).click()
    await waitForText(page, 'Rules saved')
    const { body } = await alice().get(`svn/${await idOf('sources')}`)
    expect(body.settings.email_notifications[0].users.map(({ id }: { id: number }) => id)).toStrictEqual(users)
    await site.server.as('admin').patch(`users/${users[0]}`, { status: 'A' })
    await change('sources', {})
  })

  it('delivers commits to a webhook until it is disabled', async () => {
    const page = await site.page('alice', `${admin}/sources?show=webhooks`)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('dialog').getByLabel('URL', { exact: true }).fill(receiver.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
    const secret = page.getByLabel('Secret of the webhook')
    await secret.waitFor()
    await expect.poll(() => secret.inputValue()).toMatch(/^[0-9a-f]{64}$/)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Leave anyway' }).click()
    await page.getByRole('button', { name: `Disable ${receiver.url}` }).waitFor()

    expect((await commit('trunk/enabled.txt', 'Delivered, bug #1')).code).toBe(0)
    await runJobs(site.server.world)
    expect(receiver.take()).toHaveLength(1)
    await page.getByText('Deliveries', { exact: true }).click()
    await page.getByRole('row', { name: 'Delivered' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: `Disable ${receiver.url}` }).click()
    await page.getByRole('button', { name: `Enable ${receiver.url}` }).waitFor()
    expect((await commit('trunk/disabled.txt', 'Not delivered, bug #1')).code).toBe(0)
    await runJobs(site.server.world)
    expect(receiver.take()).toHaveLength(0)
    await page.getByRole('button', { name: `Delete ${receiver.url}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks').waitFor()
  })

  it('deletes a repository after its name was typed, and restores it with all commits', async () => {
    const page = await site.page('alice', `${admin}/sources`)
    await page.getByRole('button', { name: 'Delete repository' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type its name').fill('source')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not its name').waitFor()
    expect((await alice().get(`svn/${await idOf('sources')}`)).status).toBe(200)
    await dialog.getByLabel('Type its name').fill('sources')
    await dialog.getByRole('button', { name: 'Delete repository' }).click()
    await page.getByText('“sources” is being deleted').waitFor()
    await runJobs(site.server.world)
    const row = page.getByRole('row', { name: 'sources' })
    await row.waitFor()
    expect((await svn.attempt('list', url('sources'))).code).not.toBe(0)
    // The name of a deleted repository is not available.
    await page.getByRole('button', { name: 'Create repository' }).click()
    await dialog.getByLabel('Name').fill('sources')
    await dialog.getByRole('status').getByText('A deleted repository still uses this name').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Restore sources' }).click()
    await page.getByRole('link', { name: 'sources', exact: true }).waitFor()
    await row.waitFor({ state: 'detached' })
    expect(await svn.run('list', `${url('sources')}/trunk`)).toContain('pump.txt')
  })

  describe('with notifications and webhooks', () => {
    beforeAll(async () => {
      const group = await alice().post('user_groups', { project_id: project, short_name: 'reviewers' })
      expect(group.status).toBe(201)
      const emails = ['commits@example.com', 'release-team@example.com']
      const users = [site.server.idOf('carol'), site.server.idOf('bob')]
      const groups = [`${project}_3`, String(group.body.id)]
      await change('sources', {
        access_file: '[/]\n* = r\n@members = rw\n\n# Only the release team\n[/tags]\n@members = r\n@reviewers = rw',
        immutable_tags: { paths: ['/tags'], whitelist: ['/tags/nightly'] },
        email_notifications: [
          { path: '/', emails, users: [], user_groups: [] },
          { path: '/trunk/*/docs', emails: [], users, user_groups: groups },
        ],
      })
      await alice().post(`svn/${await idOf('sources')}/webhooks`, { url: 'https://builds.example.com/hooks/lander' })
      await createRepository(site.server, project, 'old-sources')
      await alice().delete(`svn/${await idOf('old-sources')}`)
      await runJobs(site.server.world)
    })

    it('has only controls that are reachable by keyboard', async () => {
      for (const address of [admin, ...parts.map((part) => `${admin}/sources${part}`)])
        expect(await expectKeyboardAccess(await site.page('alice', address))).toBeGreaterThan(8)
    })

    it('is accessible in every size and color scheme', () =>
      expectAccessibleScreens(site, 'alice', admin, 'project-admin-svn'))

    it.each([
      ['overview', ''],
      ['rules', '?show=rules'],
      ['access', '?show=access'],
      ['mails', '?show=mails'],
      ['webhooks', '?show=webhooks'],
    ])('is accessible in every size and color scheme: the part %s', async (name, part) => {
      await expectAccessibleScreens(site, 'alice', `${admin}/sources${part}`, `project-admin-svn-${name}`)
    })

    it('is accessible in every size and color scheme: problems in an access file', async () => {
      await expectAccessibleScreens(
        site,
        'alice',
        `${admin}/sources?show=access`,
        'project-admin-svn-problems',
        async (page) => {
          await page.getByRole('textbox', { name: 'Text' }).fill('[/]\n@members = rw\n@nobody = r\nwhat is this')
          await page.getByRole('button', { name: 'Check', exact: true }).click()
          await page.getByRole('button', { name: 'Line 4' }).waitFor()
          await page.evaluate(() => scrollTo(0, 0))
        },
      )
    })

    it('is accessible in every size and color scheme: the notification dialog', async () => {
      await expectAccessibleScreens(
        site,
        'alice',
        `${admin}/sources?show=mails`,
        'project-admin-svn-notification',
        async (page) => {
          await page.getByRole('button', { name: 'Edit /trunk/*/docs' }).click()
          await page.getByLabel('Find a user').fill('eve')
          await page.getByRole('button', { name: 'Add Eve Moreau' }).waitFor()
        },
      )
    })

    it('is accessible in every size and color scheme: the creation dialog', async () => {
      await expectAccessibleScreens(site, 'alice', admin, 'project-admin-svn-create', async (page) => {
        await page.getByRole('button', { name: 'Create repository' }).click()
        await page.getByRole('dialog').getByLabel('Name').fill('rover')
      })
    })
  })
})

describeInBrowser('the administration of repositories without Subversion', () => {
  const site = startBrowserSite()
  let project = 0
  beforeAll(async () => {
    project = await createProjectWithUsers(site.server)
    await enableSubversion(site.server, project)
    const repositories = useMemoryStorage(site.server.world)
    await createRepository(site.server, project, 'sources')
    repositories.setState('absent')
  })

  it('shows that Subversion is unavailable, shows the settings and disables changes', async () => {
    for (const part of parts) {
      const page = await site.page('alice', `${admin}/sources${part}`)
      await page.getByText('Subversion is not available on this server').first().waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Delete repository' }).count()).toBe(0)
      await expect.poll(() => page.getByRole('button', { name: 'Add notification' }).count()).toBe(0)
      for (const save of await page.getByRole('button', { name: /^Save (rules|access file)$/ }).all())
        await expect.poll(() => save.isDisabled()).toBe(true)
      await page.close()
    }
  })

  it('shows an error when a repository is created, and keeps the input', async () => {
    const page = await site.page('alice', admin)
    await page.getByRole('button', { name: 'Create repository' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('rover')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Subversion is not available on this server').waitFor()
    await expect.poll(() => name.inputValue()).toBe('rover')
    await expectAccessible(page)
  })

  it('is accessible in every size and color scheme', async () => {
    await expectAccessibleScreens(site, 'alice', `${admin}/sources`, 'project-admin-svn-absent')
  })
})
