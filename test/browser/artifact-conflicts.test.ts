import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessible, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

type Entry = Readonly<Record<string, unknown>>

describeInBrowser('edits of an artifact', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  let other: ArtifactId
  let third: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    other = await project.createJob('New sails')
    third = await project.createJob('New winch')
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const readStored = async (name: string): Promise<Entry> => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${job}`)
    return body.values.find((entry: { field_id: number }) => entry.field_id === project.field(name)) ?? {}
  }
  const expectStored = (name: string, expected: object) => expect.poll(() => readStored(name)).toMatchObject(expected)
  /** Another user changes a field. */
  const changeElsewhere = async (name: string, input: object): Promise<void> => {
    const values = [{ field_id: project.field(name), ...input }]
    const { status, text } = await site.server.as('alice').put(`/api/artifacts/${job}`, { values })
    expect(status, text).toBe(200)
  }
  const open = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await site.page('bob', `/artifacts/${job}`, options)
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }
  const value = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${label}\\b`) })
  const textbox = (page: Page, name: string): Locator => page.getByRole('textbox', { name })
  const fill = (label: string, text: string) => async (page: Page) => {
    await value(page, label).click()
    await textbox(page, label).fill(text)
  }
  const pressEnter = (page: Page) => page.keyboard.press('Enter')
  const pressControlEnter = (page: Page) => page.keyboard.press('Control+Enter')
  const toggle =
    (label: string, ...options: string[]) =>
    async (page: Page) => {
      await value(page, label).click()
      for (const name of options) await page.getByRole('listbox').getByRole('option', { name }).click()
    }
  const bindValue = (label: string) => project.fixture.values.get(label)

  interface Case {
    readonly name: string
    readonly label: string
    readonly theirs: () => object
    readonly edit: (page: Page) => Promise<void>
    readonly commit?: (page: Page) => Promise<void>
    readonly theirsStored: () => object
    readonly mineStored: () => object
  }
  const cases: readonly Case[] = [
    {
      name: 'berth',
      label: 'Berth',
      theirs: () => ({ value: 'A 1' }),
      edit: fill('Berth', 'B 7'),
      theirsStored: () => ({ value: 'A 1' }),
      mineStored: () => ({ value: 'B 7' }),
    },
    {
      name: 'points',
      label: 'Points',
      theirs: () => ({ value: 3 }),
      edit: fill('Points', '8'),
      theirsStored: () => ({ value: 3 }),
      mineStored: () => ({ value: 8 }),
    },
    {
      name: 'effort',
      label: 'Effort',
      theirs: () => ({ value: 3.5 }),
      edit: fill('Effort', '8.5'),
      theirsStored: () => ({ value: 3.5 }),
      mineStored: () => ({ value: 8.5 }),
    },
    {
      name: 'due',
      label: 'Due',
      theirs: () => ({ value: '2026-05-01' }),
      edit: fill('Due', '2026-06-01'),
      theirsStored: () => ({ value: expect.stringMatching(/^2026-05-01/) }),
      mineStored: () => ({ value: expect.stringMatching(/^2026-06-01/) }),
    },
    {
      name: 'total',
      label: 'Total',
      theirs: () => ({ manual_value: 3 }),
      edit: fill('Total', '9'),
      theirsStored: () => ({ manual_value: 3 }),
      mineStored: () => ({ manual_value: 9 }),
    },
    {
      name: 'trades',
      label: 'Trades',
      theirs: () => ({ bind_value_ids: [bindValue('Rigging')] }),
      edit: toggle('Trades', 'Paint'),
      commit: pressControlEnter,
      theirsStored: () => ({ values: [{ label: 'Rigging' }] }),
      mineStored: () => ({ values: [{ label: 'Wood' }, { label: 'Paint' }] }),
    },
    {
      name: 'materials',
      label: 'Materials',
      theirs: () => ({ value: { bind_value_objects: [{ label: 'steel' }] } }),
      edit: toggle('Materials', 'pine'),
      commit: pressControlEnter,
      theirsStored: () => ({ bind_value_ids: ['steel'] }),
      mineStored: () => ({ bind_value_ids: expect.arrayContaining(['pine', 'epoxy']) }),
    },
    {
      name: 'details',
      label: 'Details',
      theirs: () => ({ value: { content: 'Oak', format: 'commonmark' } }),
      async edit(page) {
        await page.getByRole('button', { name: 'Edit Details' }).click()
        await textbox(page, 'Details').fill('Pine')
      },
      commit: pressControlEnter,
      theirsStored: () => ({ commonmark: 'Oak' }),
      mineStored: () => ({ commonmark: 'Pine' }),
    },
    {
      name: 'steps',
      label: 'Steps',
      theirs: () => ({ value: [] }),
      async edit(page) {
        await page.getByRole('button', { name: 'Edit Steps' }).click()
        await textbox(page, 'Action of step 2').fill('Saw')
      },
      commit: pressControlEnter,
      theirsStored: () => ({ value: [] }),
      mineStored: () => ({ value: [{ description: 'Lift the step' }, { description: 'Saw' }] }),
    },
    {
      name: 'links',
      label: 'Links',
      theirs: () => ({ links: [{ id: third, type: '' }] }),
      async edit(page) {
        await page.getByRole('button', { name: 'Edit Links' }).click()
        await page.getByRole('button', { name: 'Add a link' }).click()
        await page.getByRole('searchbox').fill('sails')
        await page.getByRole('option', { name: 'New sails' }).click()
      },
      commit: (page) => page.getByRole('button', { name: 'Save Links' }).click(),
      theirsStored: () => ({ links: [{ id: third }] }),
      mineStored: () => ({ links: [{ id: other }] }),
    },
    {
      name: 'seen_by',
      label: 'Seen by',
      theirs: () => ({ value: { granted_groups: [`${project.fixture.projectId}_3`] } }),
      edit: toggle('Seen by', 'office'),
      commit: pressControlEnter,
      theirsStored: () => ({ granted_groups: ['project_members'] }),
      mineStored: () => ({ granted_groups: ['office'] }),
    },
  ]

  for (const { name, label, theirs, edit, commit = pressEnter, theirsStored, mineStored } of cases) {
    it(`of the same field by two users are shown side by side, and the last one chooses: ${label}`, async () => {
      const page = await open()
      await edit(page)
      await changeElsewhere(name, theirs())
      await commit(page)
      const panel = page.getByRole('region', { name: `Alice Liddell changed ${label} while you were editing` })
      await panel.getByText('Your version', { exact: true }).waitFor()
      await expectStored(name, theirsStored())
      await panel.getByRole('button', { name: 'Keep mine' }).click()
      await expectStored(name, mineStored())
      await expect.poll(() => panel.count()).toBe(0)
    })
  }

  it('that conflict can be edited again or given up, and block nothing', async () => {
    const page = await open()
    await fill('Berth', 'B 7')(page)
    await changeElsewhere('berth', { value: 'A 1' })
    await pressEnter(page)
    const panel = page.getByRole('region', { name: /changed Berth while/ })
    await panel.waitFor()
    await expectAccessible(page)
    await fill('Effort', '4')(page)
    await pressEnter(page)
    await expectStored('effort', { value: 4 })
    await panel.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect.poll(() => textbox(page, 'Berth').inputValue()).toBe('B 7')
    await textbox(page, 'Berth').fill('C 2')
    await pressEnter(page)
    await expectStored('berth', { value: 'C 2' })
    await fill('Berth', 'D 1')(page)
    await changeElsewhere('berth', { value: 'E 1' })
    await pressEnter(page)
    await panel.getByRole('button', { name: 'Take the version of Alice Liddell' }).click()
    await expect.poll(() => value(page, 'Berth').innerText()).toMatch('E 1')
    await expect.poll(() => value(page, 'Berth').evaluate((element) => element === document.activeElement)).toBe(true)
    await expectStored('berth', { value: 'E 1' })
  })

  it('of the same text are merged by words, and the user chooses where both changed it', async () => {
    const text = (content: string) => ({ value: { content, format: 'commonmark' } })
    await changeElsewhere('details', text('Bed in Sikaflex 291. Lifting on Wednesday.'))
    const page = await open()
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await textbox(page, 'Details').fill('Bed in Sikaflex 291. Lifting on Thursday after ten.')
    await changeElsewhere('details', text('Bed in Sikaflex 291, not epoxy. Lifting on Friday.'))
    await pressControlEnter(page)
    const panel = page.getByRole('region', { name: /Alice Liddell changed Details/ })
    const place = panel.getByRole('button', { name: 'Thursday after ten' })
    await place.waitFor()
    await panel.getByText('1 place changed by both').waitFor()
    await expectAccessible(page)
    await place.click()
    await panel.getByRole('button', { name: 'Friday' }).waitFor()
    await panel.getByRole('button', { name: 'Edit the result' }).click()
    expect(await textbox(page, 'Result').inputValue()).toBe('Bed in Sikaflex 291, not epoxy. Lifting on Friday.')
    await textbox(page, 'Result').fill('Bed in Sikaflex 291, not epoxy. Lifting on Friday after ten.')
    await panel.getByRole('button', { name: 'Save the result' }).click()
    await expectStored('details', { commonmark: 'Bed in Sikaflex 291, not epoxy. Lifting on Friday after ten.' })
    await expect.poll(() => panel.count()).toBe(0)
    await expect.poll(() => page.getByText('Unsaved draft').count()).toBe(0)
  })

  it('of the title are shown below the heading, not in it', async () => {
    const page = await open()
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByRole('button').click()
    await textbox(page, 'Title').fill('New mast')
    await changeElsewhere('title', { value: 'Old mast' })
    await pressEnter(page)
    await page.getByRole('region', { name: /changed Title while/ }).waitFor()
    expect(await heading.getByRole('region').count()).toBe(0)
    expect(await heading.innerText()).toBe('Old mast')
  })

  it('of other fields are merged with a note', async () => {
    const page = await open()
    await fill('Berth', 'B 7')(page)
    await changeElsewhere('effort', { value: 7.5 })
    await pressEnter(page)
    await page.getByText('also changed by Alice Liddell').waitFor()
    await expect.poll(() => value(page, 'Effort').innerText()).toMatch('7.5')
    expect(await readStored('berth')).toMatchObject({ value: 'B 7' })
    expect(await readStored('effort')).toMatchObject({ value: 7.5 })
  })

  it('in two windows of one user end in the last value of each field', async () => {
    const [first, second] = [await open(), await open()]
    await fill('Berth', 'B 7')(first)
    await fill('Effort', '9')(second)
    await pressEnter(first)
    await pressEnter(second)
    await expectStored('berth', { value: 'B 7' })
    await expectStored('effort', { value: 9 })
  })

  it('that get no answer are sent again until they are saved, once', async () => {
    const page = await open()
    await fill('Berth', 'B 7')(page)
    await page.context().setOffline(true)
    await pressEnter(page)
    await page.getByText(/^Not saved. Trying again/).waitFor()
    await expect.poll(() => value(page, 'Berth').innerText()).toMatch('B 7')
    await expectAccessible(page)
    await page.context().setOffline(false)
    await expectStored('berth', { value: 'B 7' })
    await expect.poll(() => page.getByText(/^Not saved/).count()).toBe(0)
    // The answer to a write is lost on the way: it is not made twice.
    const changes = async () =>
      (await site.server.as('alice').get(`/api/artifacts/${job}/changesets`)).body.length as number
    const before = await changes()
    let isLost = false
    await page.route(`**/api/artifacts/${job}`, async (route) => {
      if (route.request().method() !== 'PUT' || isLost) return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await fill('Berth', 'B 8')(page)
    await pressEnter(page)
    await expect.poll(() => page.getByText(/^Not saved/).count()).toBe(0)
    await expectStored('berth', { value: 'B 8' })
    await expect.poll(changes).toBe(before + 1)
  })

  it('are sent again when the connection was lost before the answer, and soon after it is back', async () => {
    // A clock belongs to its context.
    const page = await open({})
    await page.clock.install()
    const tick = (ms: number) => page.clock.runFor(ms)
    let attempts = 0
    const reply = { hangs: true }
    await page.route(`**/api/artifacts/${job}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      attempts += 1
      // A request that hangs keeps waiting for its answer.
      if (!reply.hangs) await route.abort()
    })
    const expectAttempts = async (count: number): Promise<void> => {
      await expect.poll(() => attempts).toBe(count)
      await page.getByText(/^Not saved. Trying again/).waitFor()
    }
    await fill('Berth', 'B 9')(page)
    await pressEnter(page)
    await expect.poll(() => attempts).toBe(1)
    expect(await page.getByText(/^Not saved/).count()).toBe(0)
    await page.clock.pauseAt(Date.now() + 1000)
    await page.context().setOffline(true)
    await expectAttempts(1)
    reply.hangs = false
    await page.context().setOffline(false)
    // The connection is not ready yet: attempts follow each second, not after twice the pause.
    await expectAttempts(2)
    for (const count of [3, 4, 5]) {
      await tick(1000)
      await expectAttempts(count)
    }
    await page.unroute(`**/api/artifacts/${job}`)
    await tick(8000)
    await expectStored('berth', { value: 'B 9' })
    await expect.poll(() => page.getByText(/^Not saved/).count()).toBe(0)
  })

  it('that are not saved warn when the user leaves, and survive the reload as drafts', async () => {
    const page = await open()
    await fill('Berth', 'B 7')(page)
    await page.route(`**/api/artifacts/${job}`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await pressEnter(page)
    await page.getByText(/^Not saved. Trying again/).waitFor()
    const warned = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept()
      return dialog.type()
    })
    await page.reload()
    expect(await warned).toBe('beforeunload')
    await waitUntilSettled(page)
    await page.getByText('Unsaved draft of Berth').waitFor()
    await page.unroute(`**/api/artifacts/${job}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await pressEnter(page)
    await expectStored('berth', { value: 'B 7' })
    // The page has received the response.
    await expect.poll(() => page.getByTitle('Saving').count()).toBe(0)
    await page.reload()
    await waitUntilSettled(page)
    await expect.poll(() => page.getByText('Unsaved draft').count()).toBe(0)
  })

  it('that are saved after the user has left the page and returned leave no draft', async () => {
    const page = await open()
    await fill('Berth', 'B 7')(page)
    let isLost = true
    await page.route(`**/api/artifacts/${job}`, (route) =>
      isLost && route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await pressEnter(page)
    await page.getByText(/^Not saved. Trying again/).waitFor()
    await page.getByRole('link', { name: 'jobs' }).first().click()
    await page.waitForURL('**/trackers/*')
    await page.goBack()
    await page.getByText(/^Not saved. Trying again/).waitFor()
    isLost = false
    await expectStored('berth', { value: 'B 7' })
    await expect.poll(() => page.getByText(/^Not saved/).count()).toBe(0)
    expect(await page.getByText('Unsaved draft').count()).toBe(0)
  })

  it('that are typed survive reload and an expired session, and end with signing out', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await textbox(page, 'Details').fill('Half a sentence')
    await page.reload()
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await textbox(page, 'Details').fill('Half a sentence, and more')
    await page.getByRole('link', { name: 'jobs' }).first().click()
    await page.waitForURL('**/trackers/*')
    await page.goBack()
    await page.getByText('Unsaved draft of Details').waitFor()
    // The session expires; the user signs in again.
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.reload()
    await waitUntilSettled(page)
    await expect.poll(() => page.getByText('Unsaved draft').count()).toBe(0)
    await page.context().addCookies(cookies)
    await page.reload()
    await waitUntilSettled(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => textbox(page, 'Details').inputValue()).toBe('Half a sentence, and more')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)).toBe(
      1,
    )
    await page
      .getByRole('button', { name: /Bob Carter/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length))
      .toBe(0)
  })
})
