import { Secret, TOTP } from 'otpauth'
import type { BrowserSite } from '../kit/browser-site.ts'

/** Adds an authenticator app to an account with the requests of its pages. */
export async function setUpAuthenticatorApp(site: BrowserSite, login: string): Promise<void> {
  const context = await site.context(login)
  const page = await context.newPage()
  await page.goto('/account/security')
  const path = `/api/users/${site.server.idOf(login)}/second_factors/totp`
  const send = (method: string, body: object): Promise<{ secret: string }> =>
    page.evaluate(
      async ([url, httpMethod, payload]) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(url, { method: httpMethod, headers, body: JSON.stringify(payload) })
        if (!response.ok) throw new Error(await response.text())
        return response.json()
      },
      [path, method, body] as const,
    )
  const { secret } = await send('POST', {})
  await send('PUT', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
  await context.close()
}
