import type { Page, Request } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { replaceDatabaseId } from '../../src/database/changes/database-epoch.ts'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessible, startBrowserSite } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

describeInBrowser('an open artifact', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let users: Parameters<typeof createEditingProject>[1]
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    users = { alice, bob }
    project = await createEditingProject(site.server, users)
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  /** Streams that a page has opened. */
  const streamsOf = (page: Page): Request[] => {
    const streams: Request[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/changes/stream')) streams.push(request)
    })
    return streams
  }
  const open = async (login = 'bob', options: Parameters<typeof site.context>[1] = {}) => {
    const page = await (await site.context(login, options)).newPage()
    const streams = streamsOf(page)
    await page.addInitScript(recordFlashes)
    await page.setViewportSize({ width: 1280, height: 800 })
    const isFollowed = page.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    await page.goto(`/artifacts/${job}`)
    await isFollowed
    return { page, streams }
  }
  const change = async (body: object, login = 'alice'): Promise<void> => {
    const { status, text } = await site.server.as(login).put(`/api/artifacts/${job}`, body)
    expect(status, text).toBe(200)
  }
  const setBerth = (value: string) => ({ values: [{ field_id: project.field('berth'), value }] })
  const berth = (page: Page) => page.getByRole('button', { name: /^Berth/ })
  const box = (page: Page) => page.getByRole('textbox', { name: 'New comment' })
  const stream = (page: Page) => page.getByRole('region', { name: 'Comments and changes' })
  const flashes = (page: Page) => page.evaluate(() => (globalThis as unknown as { flashes: string[] }).flashes)
  const topOf = (page: Page) => box(page).evaluate((element) => Math.round(element.getBoundingClientRect().top))

  it('shows changes and comments of other users, and keeps the focused input in place', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await page.getByRole('textbox', { name: 'Details' }).fill('Half a thought')
    await box(page).click()
    await page.keyboard.type('Half a comm')
    const top = await topOf(page)
    const description = { content: 'Long\n\n'.repeat(20), format: 'commonmark' }
    await change({
      values: [...setBerth('B 7').values, { field_id: project.field('remark'), value: description }],
      comment: { body: 'It fits **now**.\n\n- one\n- two', format: 'commonmark' },
    })
    await expect.poll(() => berth(page).innerText()).toMatch('B 7')
    await stream(page).getByText('It fits now').waitFor()
    const note = page.getByRole('article').getByRole('link', { name: 'Alice Liddell commented and changed' })
    expect(await note.innerText()).toBe('Alice Liddell commented and changed Remark and Berth')
    await expect.poll(() => page.locator('[aria-live=polite]').innerText()).toMatch('Alice Liddell commented')
    expect((await flashes(page)).sort()).toStrictEqual(
      [`comment`, `field ${project.field('berth')}`, `field ${project.field('remark')}`].sort(),
    )
    await page.keyboard.type('ent')
    expect(await box(page).inputValue()).toBe('Half a comment')
    expect(Math.abs((await topOf(page)) - top)).toBeLessThanOrEqual(2)
    expect(await page.getByRole('textbox', { name: 'Details' }).inputValue()).toBe('Half a thought')
    await expectAccessible(page)
    await note.click()
    await expect.poll(() => page.locator('li:target').innerText()).toMatch('It fits now')
    await page.getByRole('article').getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => note.count()).toBe(0)
  })

  it('shows changes of before its stream was opened', async () => {
    const page = await (await site.context('bob')).newPage()
    const isChanged = Promise.withResolvers<void>()
    await page.route('**/api/changes/stream*', async (route) => {
      await isChanged.promise
      await route.continue()
    })
    const isRequested = page.waitForRequest('**/api/changes/stream*')
    await page.goto(`/artifacts/${job}`)
    await berth(page).waitFor()
    await isRequested
    await change(setBerth('A 9'))
    expect(await berth(page).innerText()).not.toMatch('A 9')
    isChanged.resolve()
    await expect.poll(() => berth(page).innerText()).toMatch('A 9')
    await page.getByRole('link', { name: 'Alice Liddell changed Berth' }).waitFor()
  })

  it('shows changes of before the stream of another project was opened', async () => {
    const { page } = await open()
    const other = await createEditingProject(site.server, users, 'quay')
    const job2 = await other.createJob('New bollard')
    const isChanged = Promise.withResolvers<void>()
    await page.route('**/api/changes/stream*', async (route) => {
      await isChanged.promise
      await route.continue()
    })
    const isRequested = page.waitForRequest('**/api/changes/stream*')
    await page.evaluate((address) => history.pushState(null, '', address), `/artifacts/${job2}`)
    await page.getByRole('heading', { level: 1, name: 'New bollard' }).waitFor()
    await isRequested
    const values = [{ field_id: other.field('berth'), value: 'Q 1' }]
    expect((await site.server.as('alice').put(`/api/artifacts/${job2}`, { values })).status).toBe(200)
    isChanged.resolve()
    await expect.poll(() => berth(page).innerText()).toMatch('Q 1')
  })

  it('shows a change that its history already has and its values do not', async () => {
    const page = await (await site.context('bob')).newPage()
    const isChanged = Promise.withResolvers<void>()
    await page.route(`**/api/artifacts/${job}/changesets*`, async (route) => {
      await isChanged.promise
      await route.continue()
    })
    await page.route(
      (url) => url.pathname === `/api/artifacts/${job}`,
      async (route) => {
        const response = await route.fetch()
        await change(setBerth('A 7'))
        isChanged.resolve()
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(`/artifacts/${job}`)
    await stream(page).getByText('A 7').waitFor()
    await expect.poll(() => berth(page).innerText()).toMatch('A 7')
  })

  it('does not name the changes of the user, and shows those of their other tab', async () => {
    const { page } = await open()
    await change(setBerth('C 1'), 'bob')
    await expect.poll(() => berth(page).innerText()).toMatch('C 1')
    expect(await page.getByRole('link', { name: /^Bob Carter changed/ }).count()).toBe(0)
    expect(await flashes(page)).toStrictEqual([])
  })

  it('flashes nothing for users who prefer less motion', async () => {
    const { page } = await open('bob', { reducedMotion: 'reduce' })
    await change(setBerth('C 2'))
    await expect.poll(() => berth(page).innerText()).toMatch('C 2')
    await page.getByRole('link', { name: 'Alice Liddell changed Berth' }).waitFor()
    expect(await flashes(page)).toStrictEqual([])
  })

  it('shows that it was deleted', async () => {
    const { page } = await open()
    expect((await site.server.as('admin').delete(`/api/artifacts/${job}`)).status).toBe(200)
    await page.getByRole('article').getByText('deleted this artifact').waitFor()
  })

  it('follows again after a lost connection, and shows what happened meanwhile', async () => {
    const { page, streams } = await open()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await change(setBerth('D 1'))
    await page.context().setOffline(false)
    await expect.poll(() => berth(page).innerText()).toMatch('D 1')
    expect(new URL(streams.at(-1)?.url() ?? '').searchParams.get('since')).toMatch(/./)
  })

  it('shows the state of the database after it lost changes', async () => {
    const { page } = await open()
    const { fixture } = project
    // No change is logged, as if the database had gone back to a state with another berth.
    await fixture.addChangeset(job, { values: { 'job:berth': 'F 1' } })
    await site.server.world.db.write(replaceDatabaseId)
    await expect.poll(() => berth(page).innerText()).toMatch('F 1')
    await change(setBerth('F 2'))
    await expect.poll(() => berth(page).innerText()).toMatch('F 2')
  })

  it('closes its stream in the background and resumes it there', async () => {
    const context = await site.context('bob')
    const page = await context.newPage()
    const streams = streamsOf(page)
    await page.clock.install()
    await page.goto(`/artifacts/${job}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(async () => {
        await page.clock.runFor(500)
        return streams.length
      })
      .toBe(1)
    const setVisibility = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await setVisibility('hidden')
    const isClosed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/changes/stream'))
    await page.clock.runFor(61_000)
    await isClosed
    await change(setBerth('E 1'))
    await page.clock.runFor(61_000)
    expect(streams).toHaveLength(1)
    await setVisibility('visible')
    await expect
      .poll(async () => {
        await page.clock.runFor(500)
        return berth(page).innerText()
      })
      .toMatch('E 1')
    expect(streams).toHaveLength(2)
  })

  it('shares one stream with the next page of its project, and opens none for a visitor', async () => {
    const { page, streams } = await open()
    job = await project.createJob('New winch')
    await page.evaluate((address) => {
      history.pushState(null, '', address)
    }, `/artifacts/${job}`)
    await page.getByRole('heading', { level: 1, name: 'New winch' }).waitFor()
    await change(setBerth('F 1'))
    await expect.poll(() => berth(page).innerText()).toMatch('F 1')
    expect(streams).toHaveLength(1)
    const visitor = await (await site.context('visitor')).newPage()
    const others = streamsOf(visitor)
    await visitor.goto(`/artifacts/${job}`)
    await visitor.getByRole('heading', { level: 1 }).waitFor()
    await visitor.waitForTimeout(2500)
    expect(others).toStrictEqual([])
  })
})

/** Runs in the page: records each element that flashes. */
function recordFlashes(): void {
  const flashes: string[] = []
  Object.assign(globalThis, { flashes })
  const { animate } = Element.prototype
  Element.prototype.animate = function (this: Element, ...parameters) {
    if (JSON.stringify(parameters[0]).includes('--accent-soft')) {
      const field = this.getAttribute('data-field')
      flashes.push(field === null ? this.id.replace(/-.*/, '') : `field ${field}`)
    }
    return animate.apply(this, parameters)
  }
}
