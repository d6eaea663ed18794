// Takes the screenshots of the documents from the sample project: `npm run screenshots`. Needs Chromium (environment
// variable CHROMIUM, default /usr/bin/chromium).
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright-core'
import { root } from './build-output.mjs'
import { prepareSampleData, sampleUser, startSampleServer } from './sample-server.mjs'

const pictures = [{ name: 'artifact', path: '/artifacts/5' }]

await import('./build-pages.mjs')
const target = path.join(root, 'docs/images')
mkdirSync(target, { recursive: true })
const data = mkdtempSync(path.join(tmpdir(), 'tulipwood-screenshots-'))
prepareSampleData(data)
const server = await startSampleServer(data)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: 'light', locale: 'en' })
  await page.goto(`${server.url}/login`)
  await page.locator('input[name="login"], input[autocomplete*="username"]').first().fill(sampleUser.login)
  await page.locator('input[type="password"]').fill(sampleUser.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  for (const picture of pictures) {
    await page.goto(server.url + picture.path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(target, `${picture.name}.png`) })
    console.error(`docs/images/${picture.name}.png`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
