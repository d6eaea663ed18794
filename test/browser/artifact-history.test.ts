import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  describeInBrowser,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'

describeInBrowser('the history of an artifact', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    job = await project.createJob('New mast step')
    const details = (text: string) => ({ value: { content: text, format: 'commonmark' } })
    const put = async (login: string, field: string, input: object, more: object = {}): Promise<void> => {
      const values = [{ field_id: project.field(field), ...input }]
      const { status, text } = await site.server.as(login).put(`/api/artifacts/${job}`, { values, ...more })
      expect(status, text).toBe(200)
    }
    for (let n = 0; n < 50; n += 1) await put('alice', 'berth', { value: `A ${n}` })
    await put('bob', 'details', details('Take the old road home'), { comment: { body: 'A detour', format: 'text' } })
    await put('bob', 'details', details('Take the new road home'))
    await put('bob', 'steps', {
      value: [
        {
          description: 'Lift it',
          description_format: 'text',
          expected_results: '',
          expected_results_format: 'text',
          rank: 1,
        },
      ],
    })
  })

  const place = () => `/artifacts/${job}/history`
  const entries = (page: Page) => page.getByRole('list', { name: 'Changes' }).locator('> li')

  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'bob', place(), 'artifact-history'))

  it('opens from the artifact, shows 50 changes in at most 60 kB, and pages to the older ones', async () => {
    const page = await site.page('bob', `/artifacts/${job}`)
    // The artifact itself shows its latest changes, too.
    await waitUntilSettled(page)
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/changesets?')) sizes.push((await response.body()).length)
    })
    await page.getByRole('link', { name: 'Full history' }).click()
    await page.getByRole('heading', { level: 1, name: `History of job #${job}` }).waitFor()
    await expect.poll(() => entries(page).count()).toBe(50)
    // The page of the artifact may read the same again before it is left.
    await expect.poll(() => sizes.length).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60_000)
    const [steps, road] = [entries(page).nth(0), entries(page).nth(1)]
    expect(await road.innerText()).toMatch(/Bob Carter\s+changed Details/)
    await expect.poll(() => road.locator('del').allInnerTexts()).toStrictEqual(['old'])
    expect(await road.locator('ins').allInnerTexts()).toStrictEqual(['new'])
    expect((await steps.locator('ins').allInnerTexts()).join('')).toMatch('1. Lift it')
    expect(await entries(page).nth(3).innerText()).toMatch(/changed Berth\s+from\s*A 48\s*→\s*to\s*A 49/)
    await expectKeyboardAccess(page)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL(`**${place()}?offset=50`)
    await expect.poll(() => entries(page).last().innerText()).toMatch(/Alice Liddell\s+created this with \d+ values/)
  })

  it('shows a status with the shape of its place', async () => {
    const page = await site.page('bob', `${place()}?offset=50`)
    const status = entries(page)
      .last()
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: /^Status$/ }) })
    await expect.poll(() => status.locator('svg').count()).toBe(1)
  })

  it('filters by field and by user, in its URL', async () => {
    const page = await site.page('bob', place())
    await page.getByLabel('Field').selectOption({ label: 'Details' })
    await page.waitForURL(`**${place()}?field=${project.field('details')}`)
    await expect.poll(() => entries(page).count()).toBe(3)
    await page.getByLabel('User').selectOption({ label: 'Bob Carter' })
    await expect.poll(() => entries(page).count()).toBe(2)
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.getByLabel('Field').locator('option:checked').innerText()).toBe('Details')
    expect(await page.getByLabel('User').locator('option:checked').innerText()).toBe('Bob Carter')
    expect(await entries(page).count()).toBe(2)
    await page.getByLabel('Field').selectOption({ label: 'Berth' })
    await page.getByText('No change matches these filters').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => entries(page).count()).toBe(50)
    expect(new URL(page.url()).search).toBe('')
  })

  it('has a link to each change', async () => {
    const page = await site.page('visitor', place())
    await entries(page).filter({ hasText: 'A detour' }).getByTitle('Link to this change').click()
    await expect.poll(() => entries(page).count()).toBe(1)
    expect(new URL(page.url()).search).toMatch(/^\?changeset=\d+$/)
    await page.reload()
    await waitUntilSettled(page)
    expect(await entries(page).innerText()).toMatch('A detour')
    await page.getByRole('link', { name: 'Show all changes' }).click()
    await expect.poll(() => entries(page).count()).toBe(50)
  })

  it('shows nothing of an artifact that does not exist', async () => {
    const page = await site.page('bob', '/artifacts/999999/history')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    site.clearProblems()
  })
})
