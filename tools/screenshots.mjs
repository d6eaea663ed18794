// Takes the screenshots of the documents from the sample project: `npm run screenshots`. Needs Chromium (environment
// variable CHROMIUM, default /usr/bin/chromium).
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { trackRequests } from '../test/kit/track-requests.ts'
import { root } from './build-output.mjs'
import { signIn, withSampleBrowser } from './sample-browser.mjs'
import { sampleUser } from './sample-server.mjs'

const pictures = [{ name: 'artifact', path: '/artifacts/5' }]

const target = path.join(root, 'docs/images')
mkdirSync(target, { recursive: true })
await withSampleBrowser(async ({ url, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: 'light', locale: 'en' })
  const requests = trackRequests(page)
  await signIn(page, url, sampleUser.login)
  for (const picture of pictures) {
    await page.goto(url + picture.path)
    await page.locator('h1').first().waitFor()
    await requests.waitUntilQuiet()
    await page.screenshot({ path: path.join(target, `${picture.name}.png`) })
    console.error(`docs/images/${picture.name}.png`)
  }
})
