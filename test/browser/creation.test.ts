import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
} from '../kit/project-fixture.ts'

type Entry = Readonly<Record<string, unknown>>

/** The value of a field without the ids of its steps, which each artifact has of its own. */
function withoutStepIds(entry: Entry): Entry {
  const { value } = entry
  if (!Array.isArray(value)) return entry
  return { ...entry, value: value.map(({ id: _, ...step }: Entry) => step) }
}

describeInBrowser('the form of a new artifact', () => {
  const site = startBrowserSite()
  let project: EditingProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    await site.server.createUser('carol', { realName: 'Carol Smith' })
    project = await createEditingProject(site.server, { alice, bob })
  })

  const here = (search = ''): string => `/trackers/${project.tracker}/new${search}`
  const open = async (search = '', login = 'bob'): Promise<Page> => {
    const page = await site.page(login, here(search))
    page.on('dialog', (dialog) => void dialog.accept())
    return page
  }
  const readValues = async (id: number): Promise<readonly Entry[]> =>
    (await site.server.as('alice').get(`/api/artifacts/${id}`)).body.values
  const readValue = async (id: number, name: string): Promise<Entry> =>
    (await readValues(id)).find((entry) => entry['field_id'] === project.field(name)) ?? {}
  const listTitled = async (title: string): Promise<readonly number[]> => {
    const { body } = await site.server.as('alice').get(`/api/trackers/${project.tracker}/artifacts?limit=100`)
    return body.filter((each: Entry) => each['title'] === title).map(({ id }: { id: number }) => id)
  }
  const waitForArtifact = async (page: Page): Promise<number> => {
    await page.waitForURL(/\/artifacts\/\d+$/)
    return Number(page.url().split('/').at(-1))
  }
  const isFocused = (page: Page, name: string): Promise<boolean> =>
    page.getByRole('textbox', { name }).evaluate((input) => input === document.activeElement)

  it('needs two actions for a title only: c and Ctrl Enter', async () => {
    const page = await site.page('bob', `/trackers/${project.tracker}`)
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Create job' }).waitFor()
    await expect.poll(() => isFocused(page, 'Title')).toBe(true)
    await page.keyboard.type('Caulk the deck')
    await page.keyboard.press('Control+Enter')
    const id = await waitForArtifact(page)
    expect(await readValue(id, 'title')).toMatchObject({ value: 'Caulk the deck' })
  })

  it('shows only the first values of a large list, and fewer while one types', async () => {
    const labels = Array.from({ length: 1000 }, (_, n) => `Berth ${n}`)
    const harbour = await createProjectFixture(site.server, 'harbour', {
      access: 'public',
      trackers: () => [
        createTrackerDefinition('boat', [
          createFieldDefinition('sb', 'boat:berth', {
            bind: createStaticBind(...labels.map((each) => [each, ''] as const)),
          }),
        ]),
      ],
    })
    const page = await site.page('alice', `/trackers/${harbour.trackers.get('boat')}/new`)
    await page.getByRole('button', { name: /^berth/ }).click()
    const options = page.getByRole('option')
    await expect.poll(() => options.count()).toBe(100)
    await page.getByText('901 more: type to find them').waitFor()
    await page.keyboard.type('ber')
    await expect.poll(() => options.count()).toBe(10)
    await page.getByText('990 more: type to find them').waitFor()
    await page.keyboard.type('th 999')
    await expect.poll(() => options.allInnerTexts()).toStrictEqual(['Berth 999'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^berth Berth 999/ }).waitFor()
  })

  it('sends every kind of value, by pointer', async () => {
    const page = await site.page('bob', `/trackers/${project.tracker}`)
    await page.getByRole('link', { name: 'Create job' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Splice the stay')
    await page.getByRole('textbox', { name: 'Details' }).fill('With **wire**.')
    await page.getByRole('button', { name: /^Status/ }).click()
    // The workflow allows one initial status.
    expect(await page.getByRole('option').allInnerTexts()).toStrictEqual(['Waiting', 'None'])
    await page.getByRole('option', { name: 'Waiting' }).click()
    await page.getByRole('button', { name: /^Assigned to/ }).click()
    await page.getByRole('option', { name: /Alice Liddell/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Points' }).fill('5')
    await page.getByRole('textbox', { name: 'Effort' }).fill('1,5')
    await page.getByRole('textbox', { name: 'Due' }).fill('2026-12-24')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByRole('button', { name: 'Create job' }).click()
    const id = await waitForArtifact(page)
    const stored = await readValues(id)
    const valueIn = (name: string): Entry | undefined =>
      stored.find((entry) => entry['field_id'] === project.field(name))
    expect(valueIn('title')).toMatchObject({ value: 'Splice the stay' })
    expect(valueIn('details')).toMatchObject({ commonmark: 'With **wire**.' })
    expect(valueIn('status')).toMatchObject({ values: [{ label: 'Waiting' }] })
    expect(valueIn('assigned_to')).toMatchObject({ values: [{ username: 'alice' }] })
    expect(valueIn('points')).toMatchObject({ value: 5 })
    expect(valueIn('effort')).toMatchObject({ value: 1.5 })
    expect(String(valueIn('due')?.['value'])).toMatch('2026-12-24')
  })

  it('shows what is wrong at its field, and puts the focus there', async () => {
    const page = await open()
    await page.getByRole('textbox', { name: 'Points' }).fill('many')
    await page.getByRole('textbox', { name: 'Berth' }).focus()
    await page.getByRole('main').getByText('Enter a whole number').waitFor()
    await page.getByRole('button', { name: 'Create job' }).click()
    await page.getByRole('main').getByText('This field is required').first().waitFor()
    expect(await isFocused(page, 'Title')).toBe(true)
    await expectAccessible(page)
    expect(await page.getByRole('textbox', { name: 'Points' }).inputValue()).toBe('many')
  })

  it('shows a refusal of the server at the field that it names', async () => {
    const page = await open('?title=Two%0Alines')
    await page.getByRole('button', { name: 'Create job' }).click()
    await page
      .getByRole('main')
      .getByText(/^Title can contain/)
      .waitFor()
    expect(await isFocused(page, 'Title')).toBe(true)
    await page.getByRole('textbox', { name: 'Title' }).fill('One line')
    await page.getByRole('button', { name: 'Create job' }).click()
    expect(await readValue(await waitForArtifact(page), 'title')).toMatchObject({ value: 'One line' })
  })

  it('is filled in from its URL by names, labels and ids', async () => {
    const page = await open(`?title=Varnish&Status=waiting&${project.field('points')}=8&trades=Wood,Paint`)
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Varnish')
    await page.getByRole('button', { name: 'Create job' }).click()
    const id = await waitForArtifact(page)
    expect(await readValue(id, 'status')).toMatchObject({ values: [{ label: 'Waiting' }] })
    expect(await readValue(id, 'points')).toMatchObject({ value: 8 })
    expect(await readValue(id, 'trades')).toMatchObject({ values: [{ label: 'Wood' }, { label: 'Paint' }] })
  })

  it('begins with the values of the artifact to copy, but not with its files, its links and its later status', async () => {
    const original = await project.createJob('Step the mast')
    const other = await project.createJob('Order the mast')
    const granted = `${project.fixture.projectId}_3`
    const put = await site.server.as('alice').put(`/api/artifacts/${original}`, {
      values: [
        { field_id: project.field('status'), bind_value_ids: [project.fixture.values.get('At work')] },
        { field_id: project.field('links'), links: [{ id: other, type: '' }] },
        { field_id: project.field('seen_by'), value: { granted_groups: [granted] } },
        { field_id: project.field('total'), manual_value: 7.5 },
      ],
    })
    expect(put.status, put.text).toBe(200)
    const page = await site.page('bob', `/artifacts/${original}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy artifact' }).click()
    await page.getByText(`A copy of job #${original}, without its files and links`).waitFor()
    await page.getByRole('link', { name: 'Step the mast' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Step the mast')
    expect(await page.getByRole('button', { name: /^Status/ }).innerText()).toMatch('Empty')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Berth' }).fill('C 3')
    await page.getByRole('button', { name: 'Create job' }).click()
    await page.waitForURL((url) => /\/artifacts\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${original}`))
    const id = await waitForArtifact(page)
    const contentOf = async (artifact: number) =>
      Object.fromEntries(
        await Promise.all(
          ['title', 'details', 'remark', 'assigned_to', 'lead', 'trades', 'materials', 'steps', 'points', 'effort']
            .concat('spent', 'total', 'seen_by')
            .map(async (name) => [name, withoutStepIds(await readValue(artifact, name))] as const),
        ),
      )
    expect(await contentOf(id)).toStrictEqual(await contentOf(original))
    // The form shows days and minutes.
    for (const [name, length] of [
      ['due', '2026-03-22'.length],
      ['lift', '2026-03-13T15:32'.length],
    ] as const) {
      const [copy, from] = [await readValue(id, name), await readValue(original, name)]
      expect(String(copy['value']).slice(0, length)).toBe(String(from['value']).slice(0, length))
    }
    expect(await readValue(id, 'steps')).toMatchObject({ value: [{ rank: 1 }, { rank: 2 }] })
    expect(await readValue(id, 'seen_by')).toMatchObject({ granted_groups_ids: [granted] })
    expect(await readValue(id, 'berth')).toMatchObject({ value: 'C 3' })
    expect(await readValue(id, 'files')).toStrictEqual({})
    expect(await readValue(id, 'links')).toMatchObject({ links: [] })
    expect(await readValue(id, 'status')).toMatchObject({ values: [] })
  })

  it('does not copy an artifact that does not exist or belongs to another tracker', async () => {
    const missing = await open('?copy_of=987654&title=Tar')
    await missing.getByText('The artifact to copy does not exist in this tracker, or you cannot see it.').waitFor()
    expect(await missing.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Tar')
    site.clearProblems()
  })

  it('shows that its parent does not exist, and has none', async () => {
    const orphan = await open('?child_of=987654&title=Tar')
    await orphan.getByText('The parent does not exist, or you cannot see it.').waitFor()
    expect(await orphan.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Tar')
    site.clearProblems()
  })

  it('survives a reload and another page, until it is discarded', async () => {
    const page = await open()
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a sentence')
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a sentence')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Your draft is kept').first().waitFor()
    await page.getByRole('link', { name: 'Create job' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a sentence')
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
    await page.reload()
    await waitUntilSettled(page)
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  })

  it('creates one artifact although the first answer was lost', async () => {
    const page = await open()
    let attempts = 0
    await page.route('**/api/artifacts', async (route) => {
      attempts += 1
      if (attempts > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('Only once')
    await page.getByRole('button', { name: 'Create job' }).click()
    const id = await waitForArtifact(page)
    expect(attempts).toBe(2)
    expect(await listTitled('Only once')).toStrictEqual([id])
  })

  it('stays for another one, with a link to the first', async () => {
    const page = await open()
    await page.getByRole('checkbox', { name: 'Create another' }).check()
    await page.getByRole('textbox', { name: 'Title' }).fill('First of two')
    await page.getByRole('textbox', { name: 'Title' }).press('Control+Enter')
    await page
      .getByRole('main')
      .getByRole('link', { name: /job #\d+/ })
      .waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
    await expect.poll(() => isFocused(page, 'Title')).toBe(true)
    await page.keyboard.type('Second of two')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => listTitled('Second of two')).toHaveLength(1)
    expect(await listTitled('First of two')).toHaveLength(1)
  })

  it('is offered only to those who can create', async () => {
    const page = await site.page('visitor', `/trackers/${project.tracker}`)
    expect(await page.getByRole('link', { name: 'Create job' }).count()).toBe(0)
    await page.goto(here())
    await page.getByRole('heading', { name: 'You cannot create anything in this tracker' }).waitFor()
  })

  it('is not offered by a tracker without fields, which gives the reason', async () => {
    const bare = await createProjectFixture(site.server, 'bare', {
      access: 'public',
      trackers: () => [createTrackerDefinition('bare', [])],
    })
    const page = await site.page('alice', `/trackers/${bare.trackers.get('bare')}/new`)
    await page.getByRole('heading', { name: 'You cannot create anything in this tracker' }).waitFor()
    await page.getByText('It has no fields yet.').waitFor()
  })

  it('is offered by a tracker without artifacts, next to the reason why the list is empty', async () => {
    const dock = await createProjectFixture(site.server, 'dock', {
      access: 'public',
      trackers: () => [createTrackerDefinition('mooring', [createFieldDefinition('string', 'mooring:name')])],
    })
    const page = await site.page('alice', `/trackers/${dock.trackers.get('mooring')}`)
    const main = page.getByRole('main')
    await main.getByText('No artifact yet').waitFor()
    // One in the heading of the page, one here.
    expect(await main.getByRole('link', { name: 'Create mooring' }).count()).toBe(2)
    await main.getByRole('link', { name: 'Create mooring' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Create mooring' }).waitFor()
  })

  it('is reached by keyboard and accessible on wide screens and phones', async () => {
    const page = await open()
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(15)
    await expectAccessibleScreens(site, 'bob', here(), 'new-artifact')
  })
})

describeInBrowser('the form of a new project', () => {
  const site = startBrowserSite()
  beforeAll(async () => {
    await site.server.createUser('alice', { realName: 'Alice Liddell' })
  })
  const findProject = async (shortname: string): Promise<Entry | undefined> => {
    const query = encodeURIComponent(JSON.stringify({ shortname }))
    return (await site.server.as('alice').get(`/api/projects?query=${query}`)).body[0]
  }

  it('is offered by the empty list of projects, and creates one from a template', async () => {
    const page = await site.page('alice', '/projects')
    await page.getByRole('link', { name: 'Create project' }).last().click()
    await page.getByRole('radio', { name: 'Scrum' }).check({ force: true })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Été Loft')
    await page.getByText('This short name is free').waitFor()
    expect(await page.getByRole('textbox', { name: 'Short name' }).inputValue()).toBe('ete-loft')
    await page.getByRole('radio', { name: 'Public' }).check()
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/\/projects\/ete-loft$/)
    expect(await findProject('ete-loft')).toMatchObject({ label: 'Été Loft', access: 'public', is_member_of: true })
  })

  it('reports a taken short name while it is typed, and a refusal at its field', async () => {
    const page = await site.page('alice', '/projects/new')
    const shortName = page.getByRole('textbox', { name: 'Short name' })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another loft')
    await shortName.fill('alice')
    await page.getByText('Short name already exists').waitFor()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect.poll(() => shortName.getAttribute('aria-invalid')).toBe('true')
    expect(await shortName.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await findProject('alice')).toBeUndefined()
  })

  it('keeps both names in one line next to errors and notes', async () => {
    const page = await site.page('alice', '/projects/new')
    const [name, shortName] = ['Name', 'Short name'].map((label) =>
      page.getByRole('textbox', { name: label, exact: true }),
    ) as [Locator, Locator]
    const difference = async (): Promise<number> =>
      Math.abs(((await name.boundingBox())?.y ?? 0) - ((await shortName.boundingBox())?.y ?? 100))
    expect(await difference()).toBeLessThan(1)
    await shortName.fill('alice')
    await page.getByText('Short name already exists').waitFor()
    expect(await difference()).toBeLessThan(1)
    // Both are wrong: the first one is empty.
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(await difference()).toBeLessThan(1)
  })

  it('is reached by keyboard and accessible on wide screens and phones', async () => {
    const page = await site.page('alice', '/projects/new')
    await page.getByRole('radio', { name: 'Issues' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Bugs' }).isChecked()).toBe(true)
    await expectAccessibleScreens(site, 'alice', '/projects/new', 'new-project')
  })
})
