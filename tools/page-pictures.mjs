// Takes a picture of every page and of the main dialogs, menus and editors: `npm run screenshots:pages [-- NAMES]`, with
// the sample project, in both color schemes, on a wide screen and a phone. Writes them and index.html, which shows them
// in a row per page, to .vitest/pages. `--mockups=DIRECTORY` adds NAME-light.png and so on from there to each row. Needs
// Chromium (environment variable CHROMIUM, default /usr/bin/chromium).
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { root } from './build-output.mjs'
import { prepareSampleData, sampleUser, startSampleServer } from './sample-server.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { mockups: { type: 'string' } } })

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const schemes = ['light', 'dark']
const asVisitor = { login: null }
const asAdministrator = { login: 'admin' }
const press = (key) => (page) => page.keyboard.press(key)
const click = (role, name) => (page) => page.getByRole(role, { name }).first().click()

/** Pictures: `act` operates the page, `mockup` is the name of another mockup than its own. */
const pictures = [
  { name: 'my-work', path: '/' },
  { name: 'projects', path: '/projects' },
  { name: 'project-new', path: '/projects/new', ...asAdministrator },
  { name: 'project', path: '/projects/PROJECT' },
  { name: 'tracker', path: '/trackers/TRACKER' },
  { name: 'tracker-filtered', path: '/trackers/TRACKER?mine=true&sort=-title', mockup: 'tracker' },
  { name: 'tracker-reports', path: '/trackers/TRACKER', act: click('button', 'Reports') },
  { name: 'query', path: "/trackers/TRACKER?q=status+%3D+'Open'+AND+title+!%3D+'x'" },
  { name: 'artifact', path: '/artifacts/ARTIFACT' },
  { name: 'artifact-editor', path: '/artifacts/ARTIFACT', act: press('e') },
  { name: 'artifact-status', path: '/artifacts/ARTIFACT', act: click('button', /^Status/), mockup: 'artifact' },
  { name: 'create', path: '/trackers/TRACKER/new' },
  { name: 'members', path: '/projects/PROJECT/admin/members', ...asAdministrator },
  { name: 'groups', path: '/projects/PROJECT/admin/groups', ...asAdministrator },
  { name: 'project-general', path: '/projects/PROJECT/admin/general', ...asAdministrator },
  { name: 'project-archive', path: '/projects/PROJECT/admin/archive', ...asAdministrator },
  { name: 'project-log', path: '/projects/PROJECT/admin/log', ...asAdministrator },
  { name: 'repositories', path: '/projects/PROJECT/svn' },
  { name: 'profile', path: '/account/profile' },
  { name: 'appearance', path: '/account/appearance' },
  { name: 'notifications', path: '/account/notifications' },
  { name: 'security', path: '/account/security' },
  { name: 'access-keys', path: '/account/keys' },
  { name: 'new-key', path: '/account/keys/new' },
  { name: 'apps', path: '/account/apps' },
  { name: 'sessions', path: '/account/sessions' },
  { name: 'site-users', path: '/site/users', ...asAdministrator },
  { name: 'site-projects', path: '/site/projects', ...asAdministrator },
  { name: 'site-settings', path: '/site/settings', ...asAdministrator },
  { name: 'site-log', path: '/site/log', ...asAdministrator },
  { name: 'sign-in', path: '/login', ...asVisitor },
  { name: 'password-reset', path: '/password-reset', ...asVisitor },
  { name: 'not-found', path: '/artifacts/999999' },
  { name: 'refused', path: '/site/settings' },
]

const target = path.join(root, '.vitest/pages')
const chosen = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

await import('./build-pages.mjs')
mkdirSync(target, { recursive: true })
const data = mkdtempSync(path.join(tmpdir(), 'tulipwood-pictures-'))
prepareSampleData(data)
const server = await startSampleServer(data)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const states = new Map([
    [null, undefined],
    ['admin', await signIn('admin')],
    [sampleUser.login, await signIn(sampleUser.login)],
  ])
  const ids = await findIds(states.get(sampleUser.login))
  for (const [size, viewport] of Object.entries(sizes))
    for (const scheme of schemes) await take(states, ids, size, viewport, scheme)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
writeFileSync(path.join(target, 'index.html'), formatIndex())
console.error(path.join(target, 'index.html'))

async function signIn(login) {
  const context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.locator('input[autocomplete*="username"]').first().fill(login)
  await page.locator('input[type="password"]').fill(sampleUser.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  const state = await context.storageState()
  await context.close()
  return state
}

/** Ids of the first tracker of the sample project and of its artifact with the longest history. */
async function findIds(storageState) {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  await page.goto(`${server.url}/projects`)
  const read = (url) => page.evaluate(async (address) => (await fetch(address)).json(), `/api/${url}`)
  const [project] = await read('projects')
  const [tracker] = await read(`projects/${project.id}/trackers?limit=1`)
  await context.close()
  return { PROJECT: project.shortname, TRACKER: String(tracker.id), ARTIFACT: '5' }
}

async function take(states, ids, size, viewport, colorScheme) {
  for (const { name, path: address, act, login = sampleUser.login } of chosen) {
    const context = await browser.newContext({
      storageState: states.get(login),
      viewport,
      colorScheme,
      hasTouch: size === 'phone',
      locale: 'en',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    try {
      await page.goto(server.url + address.replaceAll(/[A-Z]{5,}/g, (id) => ids[id] ?? id))
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      if (act) await act(page)
      await page.waitForTimeout(act ? 400 : 0)
      await page.screenshot({ path: path.join(target, `${name}-${colorScheme}-${size}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) console.error(`${name}, ${size}: ${overflow} px wider than the screen`)
    } catch (problem) {
      console.error(`${name}, ${size}, ${colorScheme}: ${String(problem).split('\n')[0]}`)
      process.exitCode = 1
    } finally {
      await context.close()
    }
  }
}

function formatIndex() {
  const mockupOf = (name, scheme, size) => {
    const file = path.join(values.mockups ?? '', `${name}-${size === 'phone' ? 'phone-' : ''}${scheme}.png`)
    return values.mockups !== undefined && existsSync(file) ? pathToFileURL(path.resolve(file)).href : null
  }
  const image = (source, width) =>
    source === null ? '' : `<img src="${source}" width="${width}" loading="lazy" alt="">`
  const rows = chosen.map(({ name, mockup = name }) => {
    const cells = Object.keys(sizes).flatMap((size) =>
      schemes.flatMap((scheme) => {
        const width = size === 'phone' ? 260 : 720
        return [image(`${name}-${scheme}-${size}.png`, width), image(mockupOf(mockup, scheme, size), width)]
      }),
    )
    return `<h2>${name}</h2><div class="row">${cells.join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Pages</title>
<style>body { font: 14px sans-serif; margin: 1rem } .row { display: flex; flex-wrap: wrap; gap: 8px } img { border: 1px solid #999 }</style>
${rows.join('\n')}
`
}
