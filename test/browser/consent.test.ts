import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'
import { createOAuth2Client, encodeForm, registerTestApp, type TestApp } from '../kit/oauth2.ts'

describeInBrowser('the consent page', () => {
  const site = startBrowserSite()
  let app: TestApp
  let appServer: Server
  beforeAll(async () => {
    const { server } = site
    await server.createUser('alice', { password: 'correct horse battery', realName: 'Alice Liddell' })
    // A different host and port, so another site for a browser.
    appServer = createServer((_request, response) =>
      response.end('<!doctype html><title>Robot</title><h1>Back at the app</h1>'),
    )
    await new Promise<void>((resolve) => appServer.listen(0, '127.0.0.1', resolve))
    const address = appServer.address()
    if (address === null || typeof address === 'string') throw new Error('The app is not listening')
    app = await registerTestApp(server.world, {
      name: 'Build robot',
      redirectUri: `http://127.0.0.1:${address.port}/back`,
    })
  })
  afterAll(() => appServer.close())

  const path = (fields: Record<string, string> = {}) =>
    `/oauth2/authorize?${encodeForm({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      scope: 'openid email read:tracker offline_access',
      state: 'a b&c',
      ...fields,
    })}`

  it('is usable by keyboard and accessible, with equally large buttons', async () => {
    const page = await site.page('alice', path())
    await expectAccessible(page)
    expect(await expectKeyboardAccess(page)).toBe(3)
    const [deny, allow] = await Promise.all(['a.button', 'button'].map((each) => page.locator(each).boundingBox()))
    expect([allow?.width, allow?.height]).toEqual([deny?.width, deny?.height])
  })

  it('redirects to the app with a valid code after authorization', async () => {
    const page = await site.page('alice', path())
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.getByText('Back at the app').waitFor()
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toMatchObject({ state: 'a b&c', iss: site.origin })
    const fields = {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    }
    expect((await createOAuth2Client(site.server).token(app.basic, fields)).json()).toHaveProperty('refresh_token')
  })

  it('redirects to the app with access_denied after a denial', async () => {
    const page = await site.page('alice', path())
    await page.getByRole('link', { name: 'Deny' }).click()
    await page.getByText('Back at the app').waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'access_denied',
      state: 'a b&c',
      iss: site.origin,
    })
  })

  it('is shown to visitors after they sign in', async () => {
    const page = await site.page('visitor', path())
    await page.getByLabel('Login', { exact: true }).fill('alice')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Authorize' }).waitFor()
  })

  it('requires the password once if the app requests it', async () => {
    const page = await site.page('alice', path({ prompt: 'login' }))
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByLabel('Login', { exact: true }).fill('alice')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Authorize' }).waitFor()
  })

  it('is accessible in every size and color scheme', () => expectAccessibleScreens(site, 'alice', path(), 'consent'))
})
