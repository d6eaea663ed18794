import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { getColors } from '../../src/accounts/avatars/avatar-colors.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'

const unusualLogin = 'kim sato@x/y'
const system = { kind: 'system', reason: 'test' } as const

describeInBrowser('the page of a user', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const { server } = site
    const alice = await server.createUser('alice', { realName: 'Alice Liddell', email: 'alice@example.com' })
    const bob = await server.createUser('bob', { realName: 'Bob Carter', email: 'bob@example.com' })
    await server.createUser('eve', { realName: 'Eve Moreau', status: 'S' })
    const kim = await server.createUser('kim', { realName: '' })
    // As an imported archive may contain it.
    await server.world.db.write((tx) =>
      tx.updateTable('user').set({ login: unusualLogin, login_key: unusualLogin }).where('id', '=', kim).execute(),
    )
    project = await createBrowserProject(server, { alice, bob })
  })
  afterEach(() => changeSettings(site.server.world, system, { access_mode: 'anonymous' }))

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const factsOf = async (page: Page) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .evaluateAll((facts) => facts.map((fact) => [...fact.children].map(({ textContent }) => textContent)))

  it('shows who it is, with the picture at avatar_url', async () => {
    const page = await site.page('alice', '/users/bob')
    await heading(page, 'Bob Carter').waitFor()
    expect(await page.title()).toMatch(/^Bob Carter · /)
    expect(await factsOf(page)).toStrictEqual([
      ['Login', 'bob'],
      ['Email', 'bob@example.com'],
      ['Status', 'Active'],
    ])
    const picture = page.getByRole('main').locator('img')
    expect(new URL(String(await picture.getAttribute('src')), site.origin).pathname).toBe('/users/bob/avatar.png')
    expect(await picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth])).toStrictEqual([
      true,
      96,
    ])
    // The projects of others are for administrators.
    expect(await page.getByRole('main').getByRole('heading').allInnerTexts()).toStrictEqual(['Bob Carter'])
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await expectKeyboardAccess(page)
  })
  it('finds the login in any case, and a suspended account', async () => {
    const page = await site.page('alice', '/users/EVE')
    await heading(page, 'Eve Moreau').waitFor()
    expect(await factsOf(page)).toStrictEqual([
      ['Login', 'eve'],
      ['Email', 'eve@example.com'],
      ['Status', 'Suspended'],
    ])
  })
  it('is where the API leads, whatever the login', async () => {
    const { body } = await site.server.as('alice').get(`users/${site.server.idOf('kim')}`)
    const page = await site.page('alice', body.user_url)
    await heading(page, unusualLogin).waitFor()
    const main = page.getByRole('main')
    expect(await main.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
    // No search finds such a login.
    expect(await main.getByRole('link', { name: 'Open artifacts' }).count()).toBe(0)
  })
  it('leads oneself to the profile and to the own projects', async () => {
    const page = await site.page('alice', '/users/alice')
    const main = page.getByRole('main')
    await expect.poll(() => main.getByRole('listitem').allInnerTexts()).toStrictEqual(['lander\nAdministrator'])
    expect(await main.getByRole('link', { name: 'lander' }).getAttribute('href')).toBe('/projects/lander')
    await main.getByRole('link', { name: 'Edit profile' }).click()
    await heading(page, 'Profile').waitFor()
  })
  it('shows site administrators the projects, and leads to the account', async () => {
    const page = await site.page('admin', '/users/bob')
    const main = page.getByRole('main')
    await expect.poll(() => main.getByRole('listitem').allInnerTexts()).toStrictEqual(['lander'])
    expect(await main.getByRole('link', { name: 'Administer account' }).getAttribute('href')).toBe(
      `/site/users/${site.server.idOf('bob')}`,
    )
    const other = await site.page('admin', '/users/eve')
    await other.getByText('Member of no project').waitFor()
  })
  it('shows visitors neither email address nor status', async () => {
    const page = await site.page('visitor', '/users/bob')
    await heading(page, 'Bob Carter').waitFor()
    expect(await factsOf(page)).toStrictEqual([['Login', 'bob']])
  })

  it('is not found with an unknown login', async () => {
    for (const reader of ['alice', 'visitor']) {
      const page = await site.page(reader, '/users/mallory')
      await heading(page, 'Page not found').waitFor()
    }
  })
  it('is the page of sign-in for visitors of a closed site, whatever the login', async () => {
    await changeSettings(site.server.world, system, { access_mode: 'regular' })
    for (const login of ['bob', 'mallory']) {
      const page = await site.page('visitor', `/users/${login}`)
      await heading(page, 'Sign in').waitFor()
      expect(await page.getByText('Bob').count()).toBe(0)
    }
    site.clearProblems()
  })

  it.each(['bob', 'eve', 'admin'])('leads to the open artifacts that are assigned to %s', async (login) => {
    const page = await site.page('alice', `/users/${login}`)
    await page.getByRole('link', { name: 'Open artifacts assigned to this user' }).click()
    await heading(page, `Search: @${login}`).waitFor()
    await waitUntilSettled(page)
    expect(await page.getByRole('alert').allInnerTexts()).toStrictEqual([])
    const results = page.getByRole('region', { name: 'Results' })
    expect(await results.count()).toBe(login === 'bob' ? 1 : 0)
  })
  it('is where names in projects and histories lead', async () => {
    const page = await site.page('alice', '/projects/lander')
    await page.getByRole('main').getByRole('link', { name: 'Bob Carter', exact: true }).click()
    await heading(page, 'Bob Carter').waitFor()
    for (const address of [
      `/artifacts/${project.crash}`,
      `/artifacts/${project.crash}/history`,
      '/projects/lander/admin/members',
    ]) {
      const other = await site.page('alice', address)
      const link = other.getByRole('main').getByRole('link', { name: 'Bob Carter', exact: true }).first()
      await link.waitFor()
      expect([address, await link.getAttribute('href')]).toStrictEqual([address, '/users/bob'])
    }
  })
  it('has a picture in the colors that pages give the user', async () => {
    const page = await site.page('alice', '/projects/lander')
    const colors = await page
      .getByRole('main')
      .locator('[data-tone]')
      .evaluateAll((badges) =>
        [0, 1, 2, 3, 4, 5].map((tone) => {
          const [badge] = badges as HTMLElement[]
          badge?.setAttribute('data-tone', String(tone))
          if (badge === undefined) return []
          const { backgroundColor, color } = getComputedStyle(badge)
          return [backgroundColor, color].map((each) => {
            const context = new OffscreenCanvas(1, 1).getContext('2d')
            if (context === null) return []
            context.fillStyle = each
            context.fillRect(0, 0, 1, 1)
            return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
          })
        }),
      )
    for (const [tone, [ground, ink]] of colors.entries()) {
      const expected = getColors(tone)
      // The browser rounds otherwise.
      const isNear = (found: readonly number[] | undefined, color: readonly number[]): boolean =>
        color.every((part, n) => Math.abs(part - (found?.[n] ?? Number.NaN)) <= 2)
      const [isGroundNear, isInkNear] = [isNear(ground, expected.ground), isNear(ink, expected.ink)]
      expect([tone, ground, isGroundNear, ink, isInkNear]).toStrictEqual([tone, ground, true, ink, true])
    }
    expect(colors).toHaveLength(6)
  })
  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'alice', '/users/alice', 'user'))
  it('is accessible for visitors', async () => expectAccessible(await site.page('visitor', '/users/bob')))
})
