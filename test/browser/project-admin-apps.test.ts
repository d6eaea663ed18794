import { createServer, type Server } from 'node:http'
import * as client from 'openid-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowserProject } from '../kit/browser-project.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
} from '../kit/browser-site.ts'

describeInBrowser('applications of a project', () => {
  const site = startBrowserSite()
  const address = '/projects/lander/admin/apps'
  let appServer: Server
  let redirectUri = ''
  let project = 0
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = (await createBrowserProject(site.server, { alice, bob })).project
    appServer = createServer((_request, response) => response.end('<!doctype html><title>App</title><h1>Back</h1>'))
    await new Promise<void>((resolve) => appServer.listen(0, '127.0.0.1', resolve))
    const at = appServer.address()
    if (at === null || typeof at === 'string') throw new Error('The app listens nowhere')
    redirectUri = `http://127.0.0.1:${at.port}/back`
  })
  afterAll(() => appServer.close())

  const register = async (page: Page, name: string): Promise<{ clientId: string; secret: string }> => {
    await page.getByRole('button', { name: 'Register an application' }).click()
    const nameInput = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => nameInput.evaluate((input) => input === document.activeElement)).toBe(true)
    await nameInput.fill(name)
    await page.getByLabel('Redirect URL').fill(redirectUri)
    await page.getByRole('button', { name: 'Register application' }).click()
    const secret = await takeSecret(page)
    const card = page.getByRole('listitem').filter({ hasText: name })
    return { secret, clientId: await card.locator('code').first().innerText() }
  }
  const takeSecret = async (page: Page): Promise<string> => {
    const field = page.getByLabel('Client secret', { exact: true })
    await field.waitFor()
    const secret = await field.inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Leave anyway' }).click()
    await field.waitFor({ state: 'detached' })
    return secret
  }
  const discover = (app: { clientId: string; secret: string }) =>
    client.discovery(new URL(site.origin), app.clientId, {}, client.ClientSecretBasic(app.secret), {
      execute: [client.allowInsecureRequests],
    })

  it('validate the redirect URL during input and reject an invalid one', async () => {
    const page = await site.page('alice', address)
    await page.getByRole('button', { name: 'Register an application' }).click()
    const field = page.getByLabel('Redirect URL')
    const status = page.getByRole('dialog').getByRole('status')
    for (const [text, message] of [
      ['example', 'a complete URL'],
      ['http://example.com/back', 'must start with https'],
      ['https://example.com/back#here', 'fragment'],
      ['https://me:secret@example.com/', 'must not contain a user'],
      ['https://example.com/a b', 'percent-encoded'],
      ['https://example.com/back', 'is accepted'],
      ['http://localhost:4000/back', 'is accepted'],
    ] as const) {
      await field.fill(text)
      await status.getByText(message).waitFor()
    }
    await expect.poll(() => page.getByRole('checkbox', { name: 'Require PKCE' }).isChecked()).toBe(true)
    await field.fill('http://example.com/back')
    await page.getByLabel('Name').fill('Robot')
    await page.getByRole('button', { name: 'Register application' }).click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    expect((await site.server.as('alice').get(`projects/${project}/oauth2_apps`)).body).toEqual([])
  })

  it('sign users in by the code flow with PKCE, refresh and revoke tokens, and report a denial', async () => {
    const page = await site.page('alice', address)
    const app = await register(page, 'Build robot')
    expect(app.secret).toMatch(/^tlp-oauth2-c1-\d+\.[0-9a-f]{64}$/)
    expect(await page.content()).not.toContain(app.secret)

    const config = await discover(app)
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const authorizationUrl = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email offline_access',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const browser = await site.page('bob', authorizationUrl.href)
    await browser.getByText('Build robot').first().waitFor()
    await expectAccessible(browser)

    await browser.getByRole('link', { name: 'Deny' }).click()
    await browser.getByText('Back').waitFor()
    expect(new URL(browser.url()).searchParams.get('error')).toBe('access_denied')
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
    await expect(client.authorizationCodeGrant(config, new URL(browser.url()), checks)).rejects.toThrow()

    await browser.goto(authorizationUrl.href)
    await browser.getByRole('button', { name: 'Authorize' }).click()
    await browser.getByText('Back').waitFor()
    const tokens = await client.authorizationCodeGrant(config, new URL(browser.url()), checks)
    const subject = tokens.claims()?.sub ?? ''
    expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ sub: subject })

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(renewed.access_token).not.toBe(tokens.access_token)
    await client.tokenRevocation(config, renewed.refresh_token ?? '')
    await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toThrow()
    await expect(client.fetchUserInfo(config, renewed.access_token, subject)).rejects.toThrow()

    await page.reload()
    await page.getByText('One user').waitFor()
  })

  it('get a new secret, which invalidates the old one', async () => {
    const page = await site.page('alice', address)
    const app = await register(page, 'Report writer')
    const card = page.getByRole('listitem').filter({ hasText: 'Report writer' })
    await card.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
    const secret = await takeSecret(page)
    expect(secret).not.toBe(app.secret)
    const grant = (known: string) =>
      discover({ ...app, secret: known }).then((config) => client.refreshTokenGrant(config, 'none'))
    await expect(grant(app.secret)).rejects.toMatchObject({ status: 401 })
    await expect(grant(secret)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('are edited, and deleted with the number of affected users', async () => {
    const page = await site.page('alice', address)
    const card = page.getByRole('listitem').filter({ hasText: 'Build robot' })
    await card.getByRole('button', { name: 'Edit Build robot' }).click()
    await page.getByLabel('Name').fill('Night robot')
    await page.getByRole('checkbox', { name: 'Require PKCE' }).uncheck()
    await page.getByRole('button', { name: 'Save application' }).click()
    const renamed = page.getByRole('listitem').filter({ hasText: 'Night robot' })
    await renamed.getByText('PKCE not required').waitFor()
    await renamed.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('One user is signed out of it').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await renamed.waitFor({ state: 'detached' })
  })

  it('are registered by keyboard', async () => {
    const page = await site.page('alice', address)
    await page.getByRole('button', { name: 'Register an application' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Name').focus()
    await page.keyboard.type('By hand')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://example.com/back')
    await page.keyboard.press('Enter')
    await page.getByLabel('Client secret', { exact: true }).waitFor()
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role="alertdialog"]') !== null))
        .toBe(true)
    }
    await page.context().close()
    expect(await expectKeyboardAccess(await site.page('alice', address))).toBeGreaterThan(12)
  })

  it('are accessible in every size and color scheme', async () => {
    await expectAccessibleScreens(site, 'alice', address, 'project-admin-apps')
    await expectAccessibleScreens(site, 'alice', address, 'project-admin-new-app', async (page) => {
      await page.getByRole('button', { name: 'Register an application' }).click()
      await page.getByLabel('Redirect URL').fill('http://example.com/back')
    })
  })
})
