import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { defaultOptions } from '../../src/trackers/model/definition.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'

const system = { kind: 'system', reason: 'test' } as const

describeInBrowser('actions on an artifact', () => {
  const site = startBrowserSite()
  let project: ProjectFixture
  let leak: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    await changeSettings(site.server.world, system, { artifacts_deletion_limit: 3 })
    project = await createProjectFixture(site.server, 'yard', {
      members: [alice, bob],
      administrators: [alice],
      trackers: () => [
        createTrackerDefinition('leak', [
          createFieldDefinition('string', 'leak:title', { name: 'title', label: 'Title' }),
          createFieldDefinition('string', 'leak:berth', { name: 'berth', label: 'Berth' }),
          createFieldDefinition('sb', 'leak:state', {
            name: 'state',
            label: 'State',
            bind: createStaticBind(['Open', ''], ['Closed', '']),
          }),
        ]),
        {
          ...createTrackerDefinition('job', [
            createFieldDefinition('string', 'job:title', { name: 'title', label: 'Title' }),
            createFieldDefinition('sb', 'job:state', {
              name: 'state',
              label: 'State',
              bind: createStaticBind(['New', '']),
            }),
          ]),
          options: { ...defaultOptions, usesPrivateComments: false, allowsMove: false },
        },
        createTrackerDefinition('note', [createFieldDefinition('int', 'note:count', { label: 'Count' })]),
      ],
    })
  })
  beforeEach(async () => {
    const values = { 'leak:title': 'Bilge', 'leak:berth': 'A 1', 'leak:state': [project.values.get('Open')] }
    const [id] = await project.createArtifacts({ tracker: 'leak', changes: [{ values }] })
    leak = id as ArtifactId
  })

  const open = (login: string, id: number = leak) => site.page(login, `/artifacts/${id}`)
  const openMenu = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  }

  it.each(['JSON', 'XML'])('save it as %s', async (format) => {
    const page = await open('alice')
    await openMenu(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Download as ${format}` }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`artifact-${leak}.${format.toLowerCase()}`)
    const content = await readFile(await download.path(), 'utf8')
    expect(content).toMatch(format === 'JSON' ? /^\{"id":/ : /^<\?xml /)
    expect(content).toContain('Bilge')
  })

  it('move it to another tracker, after they show what becomes of each field', async () => {
    const page = await open('alice')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Move to another tracker' }).click()
    const dialog = page.getByRole('dialog', { name: `Move leak #${leak}` })
    const move = dialog.getByRole('button', { name: 'Move' })
    await dialog.getByLabel('Tracker').selectOption({ label: 'notes' })
    await dialog.getByText('No fields in the artifact can be moved in the destination tracker.').waitFor()
    expect(await move.isDisabled()).toBe(true)
    await dialog.getByLabel('Tracker').selectOption({ label: 'jobs' })
    await expect
      .poll(() => dialog.getByRole('status').innerText())
      .toMatch(/Lost, with their history\s+Berth\s+Kept in part[^\n]*\s+State\s+Kept\s+Title/)
    await expectAccessible(page)
    expect((await site.server.as('alice').get(`artifacts/${leak}`)).body.tracker.label).toBe('leaks')
    await move.click()
    await page.getByRole('region', { name: 'Notifications' }).getByText(`leak #${leak} moved to jobs`).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'jobs' }).waitFor()
    expect((await site.server.as('alice').get(`artifacts/${leak}`)).body.tracker.label).toBe('jobs')
    // The tracker does not enable moves.
    await openMenu(page)
    expect(await page.getByRole('menuitem', { name: 'Move to another tracker' }).count()).toBe(0)
    site.clearProblems()
  })

  it('show how many deletions are left, and offer neither to members', async () => {
    const page = await open('alice')
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('You may delete 2 more within 24 hours.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/trackers/*')
    expect((await site.server.as('alice').get(`artifacts/${leak}`)).status).toBe(404)
    const [id] = await project.createArtifacts({ tracker: 'leak', changes: [{ values: { 'leak:title': 'Sump' } }] })
    const other = await open('bob', id)
    await openMenu(other)
    expect(await other.getByRole('menuitem', { name: /Delete|Move/ }).count()).toBe(0)
  })

  it('offer groups for a comment only where the tracker has private comments', async () => {
    const page = await open('bob')
    await page.getByRole('combobox', { name: 'Who can read the comment' }).waitFor()
    const [job] = await project.createArtifacts({ tracker: 'job', changes: [{ values: { 'job:title': 'Paint' } }] })
    const other = await open('bob', job)
    await other.getByRole('textbox', { name: 'New comment' }).fill('For everyone')
    expect(await other.getByRole('combobox', { name: 'Who can read the comment' }).count()).toBe(0)
    // The change waits for no read: none is answered before it is sent.
    const sent = Promise.withResolvers<void>()
    await other.route(`**/api/artifacts/${job}**`, async (route) => {
      if (route.request().method() === 'PUT') sent.resolve()
      await sent.promise
      await route.continue()
    })
    await other.getByRole('button', { name: 'Comment', exact: true }).click()
    await other
      .getByRole('region', { name: 'Comments and changes' })
      .locator('p', { hasText: 'For everyone' })
      .waitFor()
  })

  it('send a comment again for as long as the server does not respond, once', async () => {
    const page = await open('bob')
    let attempts = 0
    await page.route(`**/api/artifacts/${leak}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      attempts += 1
      if (attempts === 1) return route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
      if (attempts > 2) return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    const box = page.getByRole('textbox', { name: 'New comment' })
    await box.fill('Only once')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByText('The server does not respond. Trying again').waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    expect(attempts).toBe(2)
    const { body } = await site.server.as('bob').get(`artifacts/${leak}/changesets?fields=comments`)
    expect(body).toHaveLength(1)
    site.clearProblems()
  })
})
