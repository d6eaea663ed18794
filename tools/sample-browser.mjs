// Chromium on a server with the sample project: for screenshots. Needs Chromium (environment variable CHROMIUM, default
// /usr/bin/chromium).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright-core'
import { prepareSampleData, sampleUser, startSampleServer } from './sample-server.mjs'

/** Builds the pages, starts a server and a browser, and ends both after `work`, which receives its URL and the browser. */
export async function withSampleBrowser(work) {
  await import('./build-pages.mjs')
  const data = mkdtempSync(path.join(tmpdir(), 'tulipwood-pictures-'))
  prepareSampleData(data)
  const server = await startSampleServer(data)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    await work({ url: server.url, browser })
  } finally {
    await browser.close()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Signs a user of the sample project in; every page of the browser context is signed in afterwards. */
export async function signIn(page, url, login) {
  await page.goto(`${url}/login`)
  await page.locator('input[autocomplete*="username"]').first().fill(login)
  await page.locator('input[type="password"]').fill(sampleUser.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}
