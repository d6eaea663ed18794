import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'

describeInBrowser('the language of the pages', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { password: 'a white rabbit' })
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })
  const french = { locale: 'fr-FR' }

  it('of a visitor is what the browser accepts, without the French texts for English readers', async () => {
    const catalogues: string[] = []
    const context = await site.context('visitor')
    const english = await context.newPage()
    english.on('request', (request) => {
      if (/\/assets\/fr-/.test(request.url())) catalogues.push(request.url())
    })
    await english.goto('/projects')
    await english.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
    expect(catalogues).toStrictEqual([])
    const page = await site.page('visitor', '/projects', french)
    await page.getByRole('heading', { name: 'Projets', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
  })

  it.each([
    ['/login', 8],
    ['/projects', 8],
  ])('in French, with %s as the first view, takes at most %i requests', async (address, maxRequests) => {
    const page = await (await site.context('visitor', french)).newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(address)
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle')
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests)
  })

  it('is chosen by a visitor on the sign-in page and kept in the browser', async () => {
    const page = await site.page('visitor', '/login')
    await page.getByRole('button', { name: 'English (Language)' }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await page.getByRole('button', { name: 'Se connecter', exact: true }).waitFor()
    await page.goto('/projects')
    await page.getByRole('heading', { name: 'Projets', level: 1 }).waitFor()
  })

  it('is chosen in the account menu and belongs to the account, in every browser', async () => {
    const page = await site.page('alice', '/projects')
    await page.getByRole('button', { name: 'alice' }).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await page.getByRole('heading', { name: 'Projets', level: 1 }).waitFor()
    expect((await site.server.as('alice').get('users/self/preferences?key=language')).body.value).toBe('fr')

    const other = await site.page('visitor', '/login')
    await other.getByLabel('Login').fill('alice')
    await other.getByLabel('Password', { exact: true }).fill('a white rabbit')
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('button', { name: 'alice' }).waitFor()
    await expect.poll(() => other.evaluate(() => document.documentElement.lang)).toBe('fr')

    await page.goto('/account/appearance')
    await page.getByLabel('Langue', { exact: true }).selectOption('English')
    await page.getByRole('heading', { name: 'Appearance', level: 1 }).waitFor()
    expect((await site.server.as('alice').get('users/self/preferences?key=language')).body.value).toBe('en')
  })

  it('is that of refusals of the server, too', async () => {
    await site.server.as('alice').patch('users/self/preferences', { key: 'language', value: 'fr' })
    const page = await site.page('alice', '/projects/lander/admin/members')
    await page.getByRole('button', { name: 'Retirer le rôle d’administrateur à alice' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Retirer le rôle d’administrateur', exact: true }).click()
    await question.getByText(/c’est le dernier administrateur du projet lander/).waitFor()
    expect(await question.innerText()).not.toMatch(/last project administrator/)
  })

  it('decides how dates, numbers and plurals are written', async () => {
    const page = await site.page('bob', `/trackers/${project.bugs}`, french)
    await waitUntilSettled(page)
    await page
      .getByText(/^[01] artefact$|^\d+ artefacts$/)
      .first()
      .waitFor()
    const moment = page.locator('tbody [data-cell]', { has: page.locator('time') }).first()
    await moment.hover()
    expect(await moment.getAttribute('title')).toMatch(/^(?:lun|mar|mercre|jeu|vendre|same)di|^dimanche/)
  })
})
