import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildFile,
  buildTracker,
  buildValue,
  openFields,
} from '../kit/archive.ts'
import { describeInBrowser, expectAccessible, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createZipArchive } from '../kit/uploaded-archive.ts'

const at = '2026-02-02T09:10:00+01:00'

/** Mira has no account; the file is as large as the test needs it. */
const contentWith = (file: string): ArchiveContent => ({
  shortName: 'elsewhere',
  attributes: { 'full-name': 'Elsewhere', access: 'public' },
  users: [
    { id: 201, login: 'alice' },
    { id: 203, login: 'mira', realName: 'Mira Halvorsen' },
  ],
  trackers: [
    buildTracker({
      id: 'T1',
      name: 'Bugs',
      fields: [buildField('string', 'F1', 'title'), buildField('file', 'F2', 'files')],
      permissions: openFields('F1', 'F2'),
      artifacts: [
        buildArtifact(
          1,
          buildChangeset('mira', at, [
            buildChange('title', 'string', [buildValue('Leak')]),
            buildChange('files', 'file', ['<value ref="fileinfo_1"/>']),
          ]),
          buildFile('fileinfo_1', 'a.bin', 'data/a'),
        ),
      ],
    }),
  ],
  files: { 'data/a': file },
})

describeInBrowser('a project from an archive', () => {
  const site = startBrowserSite()
  let small: Buffer
  let large: Buffer
  beforeAll(async () => {
    for (const login of ['alice', 'bob']) await site.server.createUser(login)
    await site.server.as('admin').patch('site_settings', { free_disk_reserve_bytes: 0, project_archives: 'everybody' })
    small = await createZipArchive(contentWith('bytes'))
    large = await createZipArchive(contentWith(randomBytes(7_000_000).toString('base64')))
  })

  const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
  /** Runs the job of the server until the page shows a text. */
  const workUntil = async (page: Page, text: string): Promise<void> => {
    await expect
      .poll(
        async () => {
          await runJobs(site.server.world)
          return page.getByText(text).first().isVisible()
        },
        { timeout: 60_000, interval: 300 },
      )
      .toBe(true)
  }

  it('is uploaded, checked, and imported after its plan was confirmed', async () => {
    const { tracker: trackers } = await site.server.rowCounts()
    const page = await site.page('admin', '/projects/new')
    await page.getByRole('link', { name: 'Import an archive' }).click()
    await choose(page, 'harbour-tools.zip', small)
    await expect.poll(() => page.getByRole('textbox', { name: 'Short name' }).inputValue()).toBe('harbour-tools')
    await page.getByText('This short name is free').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.waitForURL(/\/projects\/new\?import=\d+$/)
    await workUntil(page, 'The archive can be imported')
    expect((await site.server.rowCounts())['tracker']).toBe(trackers)
    await page.getByRole('heading', { name: 'Users in the archive' }).waitFor()
    await page.getByText('Account alice').waitFor()
    await expectAccessible(page)
    // The plan has its own URL.
    await page.reload()
    await page.getByRole('textbox', { name: 'Account for mira' }).fill('ghost')
    await page.getByRole('button', { name: 'Import the project' }).click()
    await page.getByRole('main').getByText('There is no account "ghost" that can sign in').waitFor()
    await page.getByRole('textbox', { name: 'Account for mira' }).fill('bob')
    await page.getByRole('button', { name: 'Import the project' }).click()
    await workUntil(page, 'Imported harbour-tools')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Bugs' }).waitFor()
    await page.getByRole('link', { name: 'Open the project' }).click()
    await page.getByRole('heading', { level: 1, name: 'harbour-tools' }).waitFor()
    // The refused account.
    site.clearProblems()
  })

  it('continues its upload after a pause, a lost connection and a reload', async () => {
    const page = await site.page('alice', '/projects/new?from=archive')
    page.on('dialog', (dialog) => void dialog.accept())
    await choose(page, 'large.zip', large)
    let isCut = true
    const sentBytes: number[] = []
    await page.route('**/uploads/project/file/*', async (route) => {
      const offset = Number(route.request().headers()['upload-offset'] ?? 0)
      if (route.request().method() === 'PATCH') sentBytes.push(offset)
      if (isCut && offset > 0) await route.abort('connectionfailed')
      else await route.continue()
    })
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByText('No connection. The upload continues by itself.').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('The upload is paused').waitFor()
    await page.reload()
    await page.getByText(/The upload stopped at \d+/).waitFor()
    await expectAccessible(page)
    await choose(page, 'other.zip', small)
    await page.getByText(/This is another file/).waitFor()
    isCut = false
    sentBytes.length = 0
    await choose(page, 'large.zip', large)
    await page.getByRole('button', { name: 'Continue the upload' }).click()
    await workUntil(page, 'The archive can be imported')
    // The first piece was not sent again.
    expect(Math.min(...sentBytes)).toBe(4 * 1024 * 1024)
    await page.getByText('No account: the name stays as text').waitFor()
    await page.getByRole('button', { name: 'Cancel the import' }).click()
    await page.waitForURL('**/projects/new?from=archive')
    await page.getByText('The import was cancelled').first().waitFor()
    // The cut requests.
    site.clearProblems()
  })

  it('shows the problems of an archive, and other files are refused at their field', async () => {
    const page = await site.page('bob', '/projects/new?from=archive')
    await choose(page, 'notes.txt', small)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Broken one')
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByText('Choose a .zip file that is not empty').waitFor()
    await choose(page, 'broken.zip', Buffer.from('not a zip file'))
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await workUntil(page, 'The archive cannot be imported')
    await page.getByRole('heading', { name: 'Problems' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Choose another archive' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import an archive' }).waitFor()
  })

  it('is accessible in every size and color scheme: the form', () =>
    expectAccessibleScreens(site, 'bob', '/projects/new?from=archive', 'project-from-archive'))

  it('is offered only to users who may create one', async () => {
    await site.server.as('admin').patch('site_settings', { project_creation: false })
    const page = await site.page('bob', '/projects')
    expect(await page.getByRole('link', { name: 'Create project' }).count()).toBe(0)
    await page.goto('/projects/new')
    await page.getByText('Your account cannot create projects').waitFor()
    await site.server.as('admin').patch('site_settings', { project_creation: true, project_archives: 'administrators' })
    await page.reload()
    await page.getByRole('button', { name: 'Create project' }).waitFor()
    expect(await page.getByRole('link', { name: 'Import an archive' }).count()).toBe(0)
  })
})

describeInBrowser('the first project of a site', () => {
  const site = startBrowserSite()

  it('is the sample after one click on the empty list', async () => {
    const page = await site.page('admin', '/projects')
    await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add the sample project' }).click()
    await page.waitForURL('**/projects/boatyard')
    await page.getByRole('heading', { level: 1, name: 'Kittiwake Boatyard' }).waitFor()
    const { body } = await site.server.as('admin').get('projects')
    expect(body.map(({ shortname }: { shortname: string }) => shortname)).toContain('boatyard')
  })
})
