// Takes a picture of every page and of the main dialogs, menus and editors: `npm run screenshots:pages [-- NAMES]`, with
// the sample project, in both color schemes, on a wide screen and a phone. Writes them and index.html, which shows them
// in a row per page, to .vitest/pages, and each row as sheets/NAME.png. `--mockups=DIRECTORY` adds NAME-light.png and so on
// from there to each row, `--language=fr` shows the pages in French. Needs Chromium (environment variable CHROMIUM, default /usr/bin/chromium).
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { trackRequests } from '../test/kit/track-requests.ts'
import { en } from '../web/src/texts/en.ts'
import { trackerAdminEn } from '../web/src/texts/en-tracker-admin.ts'
import { fr, trackerAdminFr } from '../web/src/texts/fr.ts'
import { root } from './build-output.mjs'
import { signIn, withSampleBrowser } from './sample-browser.mjs'
import { sampleUser, startSampleServer } from './sample-server.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mockups: { type: 'string' }, language: { type: 'string', default: 'en' } },
})

/** Names of controls in the language of the pages, by their English text. */
const translations = new Map(
  values.language === 'fr' ? [...listTranslations(en, fr), ...listTranslations(trackerAdminEn, trackerAdminFr)] : [],
)
const translate = (text) => translations.get(text) ?? text

function listTranslations(from, to) {
  return Object.entries(from).flatMap(([key, text]) =>
    typeof text === 'string' ? [[text, to[key]]] : typeof text === 'object' ? listTranslations(text, to[key]) : [],
  )
}

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const schemes = ['light', 'dark']
const asVisitor = { login: null }
const asAdministrator = { login: 'admin' }
const press = (key) => (page) => page.keyboard.press(key)
const click = (role, name) => (page) =>
  page
    .getByRole(role, { name: translate(name) })
    .first()
    .click()

const fill = (role, name, text) => (page) =>
  page
    .getByRole(role, { name: translate(name) })
    .first()
    .fill(text)
const inTurn =
  (...acts) =>
  async (page) => {
    for (const act of acts) {
      await act(page)
      await page.waitForTimeout(250)
    }
  }
const openFirstPair = (page) => page.locator('summary').first().click()
const openMoveMenu = inTurn((page) => page.locator('[data-card]').first().focus(), press('m'))
const repository = '/projects/PROJECT/svn/drawings'
const moreOf = (item) => inTurn(click('button', 'More actions'), click('menuitem', item))
const selectThree = inTurn(...['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown'].map(press))

/** The title is changed in this tab while another client changes it. */
const causeConflict = inTurn(
  (page) => page.locator('h1 button').click(),
  async (page) => {
    await page.locator('h1').getByRole('textbox').fill('Replace the mast step and the partners')
    await page.evaluate(async (id) => {
      const artifact = await (await fetch(`/api/artifacts/${id}?values=all`)).json()
      const title = artifact.values.find(({ value }) => value === artifact.title)
      // Another one than in the picture before.
      const other = artifact.title.endsWith(' of oak') ? ' of larch' : ' of oak'
      const values = [{ field_id: title.field_id, value: `Draw and replace the keel${other}` }]
      const headers = { 'content-type': 'application/json' }
      await fetch(`/api/artifacts/${id}`, { method: 'PUT', headers, body: JSON.stringify({ values }) })
    }, page.url().split('/').at(-1))
  },
  press('Enter'),
  (page) => page.waitForTimeout(1500),
)

/** Without it the list of seen artifacts depends on which pictures were taken before. */
async function seeArtifacts(page) {
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    for (const id of [27, 14, 35, 6, 21]) await fetch(`/api/artifacts/${id}/visit`, { method: 'PUT', headers })
  })
  await page.reload()
}

/**
 * Pictures: `act` operates the page, `mockup` is the name of another mockup than its own, `needs` a program that may be
 * missing.
 */
const pictures = [
  { name: 'my-work', path: '/' },
  { name: 'my-work-seen', path: '/?show=seen', act: seeArtifacts },
  { name: 'my-work-empty', path: '/', login: 'admin' },
  { name: 'inbox', path: '/?show=inbox' },
  { name: 'watched', path: '/?show=watched' },
  { name: 'projects', path: '/projects' },
  { name: 'projects-none', path: '/projects?q=no+such+project' },
  { name: 'project-new', path: '/projects/new', ...asAdministrator },
  { name: 'project-import', path: '/projects/new?from=archive', ...asAdministrator },
  { name: 'project', path: '/projects/PROJECT' },
  { name: 'tracker', path: '/trackers/TRACKER' },
  { name: 'tracker-none', path: '/trackers/TRACKER?q=nothing+matches+this' },
  { name: 'tracker-filtered', path: '/trackers/TRACKER?mine=true&sort=-title', mockup: 'tracker' },
  { name: 'tracker-reports', path: '/trackers/TRACKER', act: click('button', 'Reports') },
  { name: 'tracker-peek', path: '/trackers/TRACKER?peek=ARTIFACT' },
  { name: 'board', path: '/trackers/TRACKER?view=board' },
  { name: 'board-lanes', path: '/trackers/TRACKER?view=board&lanes=looked_after_by' },
  { name: 'tracker-groups', path: '/trackers/TRACKER?group=place' },
  { name: 'chart', path: '/trackers/TRACKER?view=charts' },
  { name: 'chart-history', path: '/trackers/TRACKER?view=charts&chart=history' },
  { name: 'chart-flow', path: '/trackers/TRACKER?view=charts&chart=flow' },
  { name: 'chart-burnup', path: '/trackers/TRACKER?view=charts&chart=progress' },
  { name: 'chart-ages', path: '/trackers/TRACKER?view=charts&chart=ages' },
  { name: 'board-move', path: '/trackers/TRACKER?view=board', act: openMoveMenu, mockup: 'board' },
  { name: 'tracker-bulk', path: '/trackers/TRACKER', act: selectThree },
  { name: 'bulk-change', path: '/trackers/TRACKER', act: inTurn(selectThree, setField) },
  { name: 'tracker-import', path: '/trackers/TRACKER', act: moreOf('Import CSV…') },
  { name: 'query', path: '/trackers/TRACKER', act: inTurn(press('/'), typeQuery) },
  { name: 'query-refused', path: "/trackers/TRACKER?q=status+%3D+'Open'+AND+title+!%3D+'x'", mockup: 'query' },
  { name: 'artifact', path: '/artifacts/ARTIFACT' },
  { name: 'artifact-editor', path: '/artifacts/ARTIFACT', act: editText },
  {
    name: 'artifact-stream',
    path: '/artifacts/ARTIFACT',
    act: (page) => page.locator('form').last().scrollIntoViewIfNeeded(),
  },
  { name: 'artifact-status', path: '/artifacts/ARTIFACT', act: click('button', /^Status/), mockup: 'artifact' },
  {
    name: 'artifact-links',
    path: '/artifacts/ARTIFACT',
    act: inTurn(openProperties, click('button', 'Show graph'), (page) => page.waitForTimeout(1000)),
    mockup: 'artifact',
  },
  { name: 'artifact-history', path: '/artifacts/ARTIFACT/history' },
  { name: 'artifact-move', path: '/artifacts/ARTIFACT', act: moreOf('Move to another tracker') },
  { name: 'artifact-delete', path: '/artifacts/ARTIFACT', act: moreOf('Delete') },
  { name: 'artifact-upload', path: '/artifacts/ARTIFACT', act: upload },
  { name: 'conflict', path: '/artifacts/ARTIFACT', act: causeConflict },
  { name: 'create', path: '/trackers/TRACKER/new' },
  { name: 'create-problems', path: '/trackers/TRACKER/new', act: press('Control+Enter') },
  { name: 'command', path: '/artifacts/ARTIFACT', act: press('Control+k') },
  {
    name: 'command-found',
    path: '/artifacts/ARTIFACT',
    act: inTurn(press('Control+k'), (page) => page.keyboard.type('mast')),
    mockup: 'command',
  },
  { name: 'keys', path: '/artifacts/ARTIFACT', act: press('?') },
  { name: 'user', path: `/users/${sampleUser.login}` },
  { name: 'user-other', path: '/users/anton' },
  { name: 'user-administrator', path: `/users/${sampleUser.login}`, ...asAdministrator },
  { name: 'user-none', path: '/users/no-such-user' },
  { name: 'search', path: '/search?q=mast' },
  { name: 'search-none', path: '/search?q=no+such+words' },
  { name: 'account-menu', path: '/projects', act: (page) => page.locator('header button').last().click() },
  { name: 'offline', path: '/projects', act: goOffline },
  { name: 'failure', path: '/projects', act: failReading },
  { name: 'tracker-rules', path: '/trackers/TRACKER/admin/rules', ...asAdministrator, act: openFirstPair },
  { name: 'tracker-rules-dates', path: '/trackers/CHILD/admin/rules', ...asAdministrator },
  {
    name: 'tracker-rules-trigger',
    path: '/trackers/TRACKER/admin/rules',
    ...asAdministrator,
    act: click('button', 'Add trigger'),
  },
  { name: 'tracker-reports', path: '/trackers/TRACKER/admin/reports', ...asAdministrator },
  { name: 'tracker-webhooks', path: '/trackers/TRACKER/admin/webhooks', ...asAdministrator },
  {
    name: 'tracker-webhooks-add',
    path: '/trackers/TRACKER/admin/webhooks',
    ...asAdministrator,
    act: click('button', 'Add webhook'),
  },
  { name: 'tracker-general', path: '/trackers/TRACKER/admin/general', ...asAdministrator },
  { name: 'project-trackers', path: '/projects/PROJECT/admin/trackers', ...asAdministrator },
  { name: 'tracker-fields', path: '/trackers/TRACKER/admin/fields', ...asAdministrator },
  {
    name: 'tracker-fields-add',
    path: '/trackers/TRACKER/admin/fields',
    ...asAdministrator,
    act: click('button', 'Add element'),
  },
  {
    name: 'tracker-fields-new',
    path: '/trackers/TRACKER/admin/fields',
    ...asAdministrator,
    act: inTurn(click('button', 'Add element'), click('button', /^Selection list/)),
  },
  {
    name: 'tracker-fields-list',
    path: '/trackers/TRACKER/admin/fields',
    ...asAdministrator,
    act: click('link', 'Rig'),
  },
  { name: 'tracker-semantics', path: '/trackers/TRACKER/admin/semantics', ...asAdministrator },
  {
    name: 'tracker-semantics-edit',
    path: '/trackers/TRACKER/admin/semantics',
    ...asAdministrator,
    act: (page) => page.locator('[data-name="status"] button').click(),
  },
  { name: 'tracker-permissions', path: '/trackers/TRACKER/admin/permissions', ...asAdministrator },
  {
    name: 'tracker-permissions-changed',
    path: '/trackers/TRACKER/admin/permissions',
    act: inTurn(
      ...[2, 3, 7, 31].map((n) => (page) => page.locator('[role$="grid"]').getByRole('checkbox').nth(n).click()),
    ),
    ...asAdministrator,
  },
  {
    name: 'tracker-permissions-seen',
    path: '/trackers/TRACKER/admin/permissions',
    act: inTurn(
      (page) => page.locator('select[name=see-as]').selectOption({ index: 2 }),
      (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
    ),
    ...asAdministrator,
  },
  {
    name: 'tracker-permissions-user',
    path: '/trackers/TRACKER/admin/permissions?user=USERS',
    act: (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
    ...asAdministrator,
  },
  { name: 'tracker-workflow-none', path: '/trackers/TRACKER/admin/workflow', ...asAdministrator },
  { name: 'tracker-workflow', path: '/trackers/WORKFLOW/admin/workflow', ...asAdministrator },
  { name: 'tracker-workflow-graph', path: '/trackers/WORKFLOW/admin/workflow?view=graph', ...asAdministrator },
  {
    name: 'tracker-workflow-settings',
    path: '/trackers/WORKFLOW/admin/workflow',
    act: (page) => page.locator('table button:not([aria-disabled])').nth(2).click(),
    ...asAdministrator,
  },
  { name: 'members', path: '/projects/PROJECT/admin/members', ...asAdministrator },
  { name: 'groups', path: '/projects/PROJECT/admin/groups', ...asAdministrator },
  { name: 'group', path: '/projects/PROJECT/admin/groups/GROUPS', ...asAdministrator },
  { name: 'project-general', path: '/projects/PROJECT/admin/general', ...asAdministrator },
  { name: 'project-apps', path: '/projects/PROJECT/admin/apps', ...asAdministrator },
  { name: 'project-archive', path: '/projects/PROJECT/admin/archive', ...asAdministrator },
  { name: 'project-log', path: '/projects/PROJECT/admin/log', ...asAdministrator },
  { name: 'project-svn', path: '/projects/PROJECT/admin/svn', ...asAdministrator, needs: 'svn' },
  ...['', 'rules', 'access', 'mails', 'webhooks'].map((part) => ({
    name: `repository-settings${part && `-${part}`}`,
    path: `/projects/PROJECT/admin/svn/drawings${part && `?show=${part}`}`,
    ...asAdministrator,
    needs: 'svn',
  })),
  { name: 'repositories', path: '/projects/PROJECT/svn' },
  { name: 'repository', path: repository, needs: 'svn' },
  { name: 'repository-history', path: `${repository}/commits`, needs: 'svn' },
  { name: 'repository-commit', path: `${repository}/commits/1`, needs: 'svn' },
  { name: 'repository-differences', path: `${repository}/diff?from=0&to=1`, needs: 'svn' },
  { name: 'profile', path: '/account/profile' },
  { name: 'appearance', path: '/account/appearance' },
  { name: 'notifications', path: '/account/notifications' },
  { name: 'security', path: '/account/security' },
  { name: 'security-app', path: '/account/security', act: click('button', 'Set up an app') },
  { name: 'access-keys', path: '/account/keys' },
  { name: 'access-keys-empty', path: '/account/keys', ...asAdministrator },
  { name: 'new-key', path: '/account/keys/new' },
  {
    name: 'new-key-shown',
    path: '/account/keys/new',
    act: inTurn((page) => page.getByRole('checkbox').first().check(), click('button', 'Create key')),
  },
  { name: 'apps', path: '/account/apps' },
  { name: 'sessions', path: '/account/sessions' },
  { name: 'site-users', path: '/site/users', ...asAdministrator },
  { name: 'site-user', path: '/site/users/USERS', ...asAdministrator },
  { name: 'site-new-user', path: '/site/users/new', ...asAdministrator },
  { name: 'site-projects', path: '/site/projects', ...asAdministrator },
  { name: 'site-settings', path: '/site/settings', ...asAdministrator },
  { name: 'site-permissions', path: '/site/permissions', ...asAdministrator },
  { name: 'site-directories', path: '/site/directories', ...asAdministrator },
  {
    name: 'site-new-directory',
    path: '/site/directories',
    ...asAdministrator,
    act: click('button', 'Add identity provider'),
  },
  { name: 'site-apps', path: '/site/apps', ...asAdministrator },
  { name: 'site-keys', path: '/site/keys', ...asAdministrator },
  { name: 'site-jobs', path: '/site/jobs', ...asAdministrator },
  { name: 'site-health', path: '/site/health', ...asAdministrator },
  { name: 'site-log', path: '/site/log', ...asAdministrator },
  { name: 'consent', path: 'CONSENT' },
  { name: 'sign-in', path: '/login', ...asVisitor },
  {
    name: 'sign-in-refused',
    path: '/login',
    ...asVisitor,
    act: inTurn(fill('textbox', 'Login', 'june'), (page) => page.locator('[type=password]').fill('x'), press('Enter')),
  },
  { name: 'sign-out', path: '/logout' },
  { name: 'set-up', path: 'SETUP', ...asVisitor },
  { name: 'password-reset', path: '/password-reset', ...asVisitor },
  { name: 'password-new', path: '/password-reset#one-time', ...asVisitor },
  { name: 'confirm-address', path: '/confirm-address#one-time' },
  { name: 'not-found', path: '/artifacts/999999' },
  { name: 'refused', path: '/site/settings' },
]

function typeQuery(page) {
  return page.keyboard.type("plaec = 'x' AND place IN('In the shed', '")
}

/** The first long text opens in its editor. */
function editText(page) {
  return page.getByRole('button', { name: values.language === 'fr' ? /^Modifier Details/ : /^Edit Details/ }).click()
}

/** A phone has the action in a menu. */
async function setField(page) {
  const bar = page.getByRole('toolbar', { name: translate('Selected artifacts') })
  const button = bar.getByRole('button', { name: translate('Set field…') })
  if (await button.isVisible()) return button.click()
  await bar.getByRole('button', { name: translate('More actions') }).click()
  await page.getByRole('menuitem', { name: translate('Set field…') }).click()
}

/** On a phone they are behind a button. */
async function openProperties(page) {
  const all = page.getByRole('button', {
    name: values.language === 'fr' ? /^Toutes les propriétés/ : /^All properties/,
  })
  if (await all.isVisible()) await all.click()
}

/** The upload stops halfway. */
async function upload(page) {
  await page.route('**/uploads/**', (route) => (route.request().method() === 'PATCH' ? undefined : route.fallback()))
  await openProperties(page)
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /choose|choisi/i })
    .last()
    .click()
  const file = { name: 'mast-step.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(3_000_000) }
  await (await choosing).setFiles(file)
  await page.waitForTimeout(800)
}

async function goOffline(page) {
  await page.context().setOffline(true)
  await page.waitForTimeout(300)
}

async function failReading(page) {
  const json = { error: { code: 500, message: 'Internal Server Error' } }
  const headers = { 'x-request-id': '7f3a90c41b02' }
  await page.route('**/api/projects?*', (route) => route.fulfill({ status: 500, json, headers }))
  await page.reload()
  await page.waitForTimeout(5000)
}

const target = path.join(root, '.vitest/pages')
const index = path.join(target, 'index.html')
const chosenPictures = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

mkdirSync(path.join(target, 'sheets'), { recursive: true })
await withSampleBrowser(async (site) => {
  const states = new Map([
    [null, undefined],
    ['admin', await createState(site, 'admin')],
    [sampleUser.login, await createState(site, sampleUser.login)],
  ])
  // Without users: its set-up is open.
  const emptyData = mkdtempSync(path.join(tmpdir(), 'tulipwood-pictures-'))
  const newServer = await startSampleServer(emptyData, { TULIPWOOD_ADMIN_PASSWORD: undefined })
  try {
    const ids = { ...(await addSamples(site, states)), SETUP: newServer.setupUrl }
    for (const [size, viewport] of Object.entries(sizes))
      for (const scheme of schemes) await take(site, states, ids, size, viewport, scheme)
    writeFileSync(index, formatIndex())
    await takeSheets(site.browser)
  } finally {
    await newServer.stop()
    rmSync(emptyData, { recursive: true, force: true })
  }
})
console.error(index)

async function createState({ url, browser }, login) {
  const context = await browser.newContext({ locale: 'en' })
  await signIn(await context.newPage(), url, login)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Sends requests to the API as a signed-in user. */
async function openClient({ url: origin, browser }, storageState) {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  await page.goto(`${origin}/projects`)
  const send = (method, url, body) =>
    page.evaluate(
      async ([how, address, content]) => {
        const headers = content === undefined ? {} : { 'content-type': 'application/json' }
        const response = await fetch(address, { method: how, headers, body: content && JSON.stringify(content) })
        const text = await response.text()
        return response.ok ? JSON.parse(text || 'null') : null
      },
      [method, `/api/${url}`, body],
    )
  return { read: (url) => send('GET', url), send, close: () => context.close() }
}

/**
 * Adds what the sample project lacks: a repository, applications, keys and an identity provider. Returns the parts of
 * paths: the first tracker of the project, an artifact with a long history, and others.
 */
async function addSamples(site, states) {
  const admin = await openClient(site, states.get('admin'))
  const june = await openClient(site, states.get(sampleUser.login))
  const [project] = await june.read('projects')
  const trackers = await june.read(`projects/${project.id}/trackers?limit=50`)
  const [tracker] = trackers
  const { id: withWorkflow } = trackers.find(({ workflow }) => workflow.is_used === '1') ?? tracker
  const services = await admin.read(`projects/${project.id}/project_services`)
  const service = services.find(({ name }) => name === 'plugin_svn')
  await admin.send('PUT', `project_services/${service.id}`, { is_enabled: true })
  const settings = { layout: ['trunk', 'branches', 'tags'] }
  const repository = await admin.send('POST', 'svn', { project_id: project.id, name: 'drawings', settings })
  const app = { redirect_uri: 'https://planner.example/back', is_pkce_forced: false, is_confidential: true }
  const { client_id } = await admin.send('POST', `projects/${project.id}/oauth2_apps`, { name: 'Yard planner', ...app })
  await admin.send('POST', 'oauth2_apps', { name: 'Phone client', ...app })
  await admin.send('POST', 'identity_providers', {
    label: 'Harbour login',
    issuer: 'https://login.harbour.example',
    client_id: 'tulipwood',
    email_domains: ['harbour.example'],
  })
  for (const description of ['Nightly export', 'Crane display'])
    await june.send('POST', 'access_keys', { description, scopes: ['read:tracker'] })
  const groups = await admin.read(`projects/${project.id}/user_groups`)
  const [, user] = await admin.read('site/users')
  const consent = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: app.redirect_uri,
    scope: 'openid email read:tracker offline_access',
    state: '1',
  })
  const child = await addRules(june, tracker)
  await admin.close()
  await june.close()
  return {
    PROJECT: project.shortname,
    TRACKER: String(tracker.id),
    CHILD: String(child),
    ARTIFACT: '5',
    WORKFLOW: String(withWorkflow),
    GROUPS: String(groups.at(-1).id),
    USERS: String(user.id),
    CONSENT: `/oauth2/authorize?${consent}`,
    hasSubversion: repository !== null,
  }
}

/** Rules of a tracker and of its child, whose id is returned. */
async function addRules({ read, send }, { id, project }) {
  const all = await read(`projects/${project.id}/trackers?limit=50`)
  const [tracker, child] = [all.find((each) => each.id === id), all.find(({ parent }) => parent?.id === id)]
  const lists = (of) => of.fields.filter(({ bindings, values }) => bindings.type === 'static' && values.length > 2)
  const [source, target] = lists(tracker)
  const [state] = lists(child)
  await send('PUT', `trackers/${id}/rules`, {
    lists: source.values.flatMap((value, row) =>
      target.values
        .filter((_, column) => column >= row)
        .map((other) => ({
          source_field_id: source.field_id,
          source_value_id: value.id,
          target_field_id: target.field_id,
          target_value_id: other.id,
        })),
    ),
  })
  const end = ({ field_id, values }, place) => ({ field_id, value_id: values.at(place).id })
  await send('PUT', `trackers/${id}/triggers`, [
    { condition: 'all_of', target: end(target, 3), triggers: [end(state, -1)] },
    { condition: 'at_least_one', target: end(target, 1), triggers: [end(state, 1), end(state, 2)] },
  ])
  const [first, second] = child.fields.filter(({ type }) => type === 'date')
  await send('PUT', `trackers/${child.id}/rules`, {
    dates: [{ source_field_id: first.field_id, comparator: '≥', target_field_id: second.field_id }],
  })
  return child.id
}

async function take({ url, browser }, states, ids, size, viewport, colorScheme) {
  for (const { name, path: address, act, needs, login = sampleUser.login } of chosenPictures) {
    if (needs === 'svn' && !ids.hasSubversion) continue
    const context = await browser.newContext({
      storageState: states.get(login),
      viewport,
      colorScheme,
      hasTouch: size === 'phone',
      locale: values.language,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const requests = trackRequests(page)
    try {
      await page.goto(
        new URL(
          address.replaceAll(/[A-Z]{5,}/g, (id) => ids[id] ?? id),
          url,
        ).href,
      )
      await page.locator('h1').first().waitFor()
      await requests.waitUntilQuiet()
      // Parts of a page follow once the browser is idle (web/src/design/use-idle.ts).
      await page.waitForTimeout(1100)
      await requests.waitUntilQuiet()
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

/** Each row of the index as a picture: the page in all sizes and schemes, each next to its mockup. */
async function takeSheets(browser) {
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } })
  await page.goto(pathToFileURL(index).href)
  for (const [n, { name }] of chosenPictures.entries()) {
    const row = page.locator('.row').nth(n)
    await row.scrollIntoViewIfNeeded()
    await row.locator('img').evaluateAll((images) => Promise.all(images.map((each) => each.decode().catch(() => null))))
    await row.screenshot({ path: path.join(target, 'sheets', `${name}.png`) })
  }
  await page.close()
}

function formatIndex() {
  const mockupOf = (name, scheme, size) => {
    const file = path.join(values.mockups ?? '', `${name}-${size === 'phone' ? 'phone-' : ''}${scheme}.png`)
    return values.mockups !== undefined && existsSync(file) ? pathToFileURL(path.resolve(file)).href : null
  }
  const image = (source, width) =>
    source === null ? '' : `<img src="${source}" width="${width}" loading="lazy" alt="">`
  const rows = chosenPictures.map(({ name, mockup = name }) => {
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
