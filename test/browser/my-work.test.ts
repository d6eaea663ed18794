import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { repositoryPermit } from '../../src/kit/messages/system-permits.ts'
import { summarizeCommitPaths } from '../../src/subversion/model/commit-paths.ts'
import { addCommit } from '../../src/subversion/store/commits.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  expectKeyboardAccess,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import type { TestServer } from '../kit/server.ts'

const day = 86_400

/** A tracker of jobs with a status, assignees and a timeframe. */
const jobs = () =>
  createTrackerDefinition(
    'job',
    [
      createFieldDefinition('string', 'job:title', { label: 'Title' }),
      createFieldDefinition('sb', 'job:status', {
        label: 'Status',
        bind: createStaticBind(
          ['Ready', 'graffiti-yellow'],
          ['At work', 'lake-placid-blue'],
          ['Done', 'sherwood-green'],
        ),
      }),
      createFieldDefinition('msb', 'job:assigned_to', { label: 'Assigned to', bind: projectMembers }),
      createFieldDefinition('date', 'job:start', { label: 'Start' }),
      createFieldDefinition('date', 'job:end', { label: 'Due' }),
    ],
    {
      title: { field: 'job:title' },
      status: { field: 'job:status', openValues: ['Ready', 'At work'] },
      contributor: { field: 'job:assigned_to' },
      timeframe: { start: 'job:start', end: 'job:end' },
    },
  )

interface Job {
  readonly title: string
  readonly status?: string
  /** Days from now. */
  readonly due?: number
  readonly isMine?: boolean
}

/** Creates a project with jobs, which Bob submits; returns their ids. */
async function createYard(server: TestServer, name: string, wanted: readonly Job[]) {
  const [alice, bob] = [server.idOf('alice'), server.idOf('bob')]
  const project = await createProjectFixture(server, name, {
    access: 'public',
    members: [alice, bob],
    administrators: [bob],
    trackers: () => [jobs()],
  })
  const now = Math.floor(Date.now() / 1000)
  const ids = await project.createArtifacts(
    ...wanted.map(({ title, status = 'Ready', due, isMine = true }) => ({
      tracker: 'job',
      changes: [
        {
          by: bob,
          values: {
            'job:title': title,
            'job:status': [project.values.get(status)],
            'job:assigned_to': [isMine ? alice : bob],
            ...(due === undefined ? {} : { 'job:end': now + due * day }),
          },
        },
      ],
    })),
  )
  return { project, ids }
}

describeInBrowser('my work', () => {
  const site = startBrowserSite()
  const server = site.server
  let yard: Awaited<ReturnType<typeof createYard>>
  beforeAll(async () => {
    await server.createUser('alice', { realName: 'Alice Liddell' })
    await server.createUser('bob', { realName: 'Bob Carter' })
    await server.createUser('eve', { realName: 'Eve Moreau' })
    yard = await createYard(server, 'boatyard', [
      { title: 'Sew a main and a jib', due: 40 },
      { title: 'Rub down the topsides', status: 'At work' },
      { title: 'Antifouling, two coats', due: 4 },
      { title: 'Order Douglas fir', due: -2 },
      { title: 'Paint the slip rails', status: 'Done', due: -9 },
      { title: 'Varnish the mast', isMine: false },
    ])
    await createYard(server, 'harbour', [{ title: 'Berth plan for June' }, { title: 'Mooring chains', due: -5 }])
  })

  const groupsOf = async (page: Page) =>
    page
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((sections) =>
        sections.map((section) => [
          section.querySelector('h2')?.textContent,
          ...[...section.querySelectorAll('a')].map((link) => link.textContent),
        ]),
      )
  const sizeOf = async (login: string, url: string) => {
    const { headers } = await server.as(login).get(url)
    return Number(headers['x-pagination-size'])
  }
  const own = (criterion: object) => `users/self/artifacts?query=${encodeURIComponent(JSON.stringify(criterion))}`
  const openPhone = { viewport: { width: 390, height: 844 }, hasTouch: true }

  it.each([
    ['a desktop', undefined],
    ['a phone', openPhone],
  ])('shows open artifacts assigned to the user by project, overdue ones first, on %s', async (_, options) => {
    const page = await site.page('alice', '/', options)
    await page.getByText('2 days late').waitFor()
    expect(await groupsOf(page)).toStrictEqual([
      ['Overdue 2', 'Mooring chains', 'Order Douglas fir'],
      ['boatyard 3', 'Antifouling, two coats', 'Sew a main and a jib', 'Rub down the topsides'],
      ['harbour 1', 'Berth plan for June'],
    ])
    const total = await sizeOf('alice', own({ assigned_to: true }))
    expect(total).toBe(6)
    await page.getByText(`${total} open artifacts`, { exact: true }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Rub down' }).getByText('At work').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Order Douglas fir' }).click()
    await page.waitForURL(`**/artifacts/${yard.ids[3]}`)
  })

  it('shows artifacts that the user submitted or watches, with the tab in the URL', async () => {
    const [watched] = yard.ids
    await server.as('bob').put(`artifacts/${watched}/watch`, {})
    const page = await site.page('bob', '/')
    await page.getByText('Varnish the mast').waitFor()
    await page.getByRole('link', { name: 'Submitted by me' }).click()
    await page.waitForURL('**/?show=submitted')
    const total = await sizeOf('bob', own({ submitted_by: true }))
    expect(total).toBe(7)
    await page.getByText(`${total} open artifacts`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Watched' }).click()
    await page.getByText('1 watched artifact', { exact: true }).waitFor()
    expect(await sizeOf('bob', 'users/self/watched_artifacts')).toBe(1)
    await page.reload()
    await waitUntilSettled(page)
    expect(await groupsOf(page)).toStrictEqual([['boatyard 1', 'Sew a main and a jib']])
  })

  it('shows what the user has seen lately on any device, the latest first, until the list is cleared', async () => {
    const [sew, rub, , order] = yard.ids
    const isRecorded = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/visit'))
    const page = await site.page('bob', '/?show=seen')
    await page.getByText('You have opened no artifact').waitFor()
    for (const id of [order, sew]) {
      const recorded = isRecorded(page)
      await page.goto(`/artifacts/${id}`)
      expect((await recorded).status()).toBe(200)
    }
    // A row that stays open next to its list counts as well; one that is only passed does not.
    const recorded = isRecorded(page)
    await page.goto(`/trackers/${yard.project.trackers.get('job')}?peek=${order}`)
    await page.getByRole('complementary', { name: `job #${order}` }).waitFor()
    await page.keyboard.press('j')
    await page.goto(`/trackers/${yard.project.trackers.get('job')}?peek=${rub}`)
    await recorded
    const other = await site.page('bob', '/')
    await other.getByRole('link', { name: 'Seen lately' }).click()
    await other.waitForURL('**/?show=seen')
    await other.getByRole('heading', { name: 'Seen lately' }).waitFor()
    expect(await groupsOf(other)).toStrictEqual([
      ['Seen lately 3', 'Rub down the topsides', 'Sew a main and a jib', 'Order Douglas fir'],
    ])
    expect(await sizeOf('bob', 'users/self/visited_artifacts')).toBe(3)
    await other.getByRole('button', { name: 'Clear list' }).click()
    await other.getByText('You have opened no artifact').waitFor()
    expect(await sizeOf('bob', 'users/self/visited_artifacts')).toBe(0)
    expect(await other.getByRole('button', { name: 'Clear list' }).count()).toBe(0)
  })

  it('is one key away from the first item, by keyboard', async () => {
    const page = await site.page('alice', '/')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(10)
    await page.getByRole('main').getByRole('link', { name: 'Mooring chains' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Mooring chains' }).waitFor()
  })

  it('is where the rail and the first page after sign-in lead', async () => {
    const page = await site.page('alice', '/projects')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My work' }).click()
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('explains what appears there while it is empty, with a way on', async () => {
    const page = await site.page('eve', '/')
    await page.getByText('Nothing is waiting for you').waitFor()
    await expectAccessible(page)
    for (const [tab, message] of [
      ['Submitted by me', 'You have submitted no open artifact'],
      ['Watched', 'You watch no artifact'],
      ['Seen lately', 'You have opened no artifact'],
    ] as const) {
      await page.getByRole('link', { name: tab }).click()
      await page.getByText(message).waitFor()
    }
    await page.getByRole('link', { name: 'Go to projects' }).click()
    await page.waitForURL('**/projects')
    // The name of a list comes from the URL.
    const unknown = await site.page('eve', '/?show=constructor')
    await unknown.getByText('Nothing is waiting for you').waitFor()
  })

  it('is not offered to visitors: they see the list of projects', async () => {
    const page = await site.page('visitor', '/')
    await page.waitForURL('**/projects')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    expect(await page.getByRole('link', { name: 'My work' }).count()).toBe(0)
  })

  it('shows the list with due dates after at most 8 requests, without waiting for the inbox', async () => {
    const page = await (await site.context('alice')).newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const isDetail = (path: string) => path === '/api/users/self/inbox'
    await page.route(
      ({ pathname }) => isDetail(pathname),
      () => undefined,
    )
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Berth plan for June' }).waitFor()
    expect(await page.getByText('2 days late').count()).toBeGreaterThan(0)
    const first = requests.filter((path) => !isDetail(path))
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(8)
  })

  it('is accessible in every size and color scheme', () => expectAccessibleScreens(site, 'alice', '/', 'my-work'))
  it('is accessible in every size and color scheme: seen lately', async () => {
    for (const id of yard.ids.slice(0, 3)) await server.as('alice').put(`artifacts/${id}/visit`)
    await expectAccessibleScreens(site, 'alice', '/?show=seen', 'my-work-seen')
  })
  it('is accessible in every size and color scheme: empty', () =>
    expectAccessibleScreens(site, 'eve', '/', 'my-work-empty'))

  it('speaks French', async () => {
    const page = await site.page('alice', '/', { locale: 'fr-FR' })
    await page.getByRole('heading', { level: 1, name: 'Mon travail' }).waitFor()
    await page.getByText('2 jours de retard').waitFor()
    await page.getByText('6 artefacts ouverts').waitFor()
  })
})

describeInBrowser('the overview of a project', () => {
  const site = startBrowserSite()
  const server = site.server
  let yard: Awaited<ReturnType<typeof createYard>>
  beforeAll(async () => {
    await server.createUser('alice', { realName: 'Alice Liddell' })
    await server.createUser('bob', { realName: 'Bob Carter' })
    await server.createUser('eve', { realName: 'Eve Moreau' })
    yard = await createYard(server, 'boatyard', [
      { title: 'Sew a main and a jib' },
      { title: 'Rub down the topsides', status: 'At work' },
      { title: 'Paint the slip rails', status: 'Done', due: -9 },
      { title: 'Order the fir', due: -2 },
    ])
    const { project, ids } = yard
    const title = { field_id: project.fields.get('job:title'), value: 'Splice the halyards' }
    const tracker = { id: project.trackers.get('job') }
    expect((await server.as('alice').post('artifacts', { tracker, values: [title] })).status).toBe(201)
    const comment = { body: 'The template is cut.', format: 'text' }
    expect((await server.as('bob').put(`artifacts/${ids[1]}`, { values: [], comment })).status).toBe(200)
  })
  const openPhone = { viewport: { width: 390, height: 844 }, hasTouch: true }

  it.each([
    ['a desktop', undefined],
    ['a phone', openPhone],
  ])('shows open artifacts of each tracker, equal to the totals of its lists, on %s', async (_, options) => {
    const page = await site.page('alice', '/projects/boatyard', options)
    const { project } = yard
    const list = `trackers/${project.trackers.get('job')}/artifacts`
    const totalOf = async (url: string) => Number((await server.as('alice').get(url)).headers['x-pagination-size'])
    const total = await totalOf(list)
    const open = await totalOf(`${list}?expert_query=${encodeURIComponent('@status = OPEN()')}`)
    expect([open, total]).toStrictEqual([3, 5])
    await page.getByText(`${open} open of ${total}`).waitFor()
  })

  it('shows the figures of each day as a table, and the latest changes as links', async () => {
    const page = await site.page('alice', '/projects/boatyard')
    const { body } = await server.as('alice').get(`projects/${yard.project.projectId}/activity?days=14`)
    const cells = () =>
      page
        .getByRole('table', { name: 'Changes per day' })
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
        )
    await expect
      .poll(cells)
      .toStrictEqual(
        body.days.map(({ created, updated, comments }: Record<string, number>) => [created, updated, comments]),
      )
    expect(body.latest.map(({ kind }: { kind: string }) => kind)).toContain('created')
    await page.getByText('Alice Liddell created #5 Splice the halyards').waitFor()
    await page.getByText('Bob Carter commented on #2 Rub down the topsides').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Splice the halyards' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Splice the halyards' }).waitFor()
  })

  it('shows commits among the latest changes, with links to their pages', async () => {
    if (inject('subversion') === null) useMemoryStorage(server.world)
    await enableSubversion(server, yard.project.projectId)
    const id = await createRepository(server, yard.project.projectId, 'plans')
    const committed = { revision: 48, author: 'bob', committedOn: server.world.clock.now(), message: 'Second jib\n\nx' }
    const details = { userId: server.idOf('bob'), paths: summarizeCommitPaths(['/trunk']) }
    await server.world.db.write((tx) => addCommit(tx, repositoryPermit, id, committed, details))
    const page = await site.page('alice', '/projects/boatyard')
    await page.getByText('Bob Carter committed r48 to plans: Second jib').waitFor()
    const link = page.getByRole('link', { name: 'r48' })
    expect(await link.getAttribute('href')).toBe('/projects/boatyard/svn/plans/commits/48')
    await expectAccessible(page)
  })

  it('lists what is late, with its status and assignee', async () => {
    const page = await site.page('alice', '/projects/boatyard')
    const late = page.getByRole('region', { name: 'Late 1' })
    await late.getByRole('link', { name: 'Order the fir' }).waitFor()
    expect(await late.getByRole('listitem').count()).toBe(1)
  })

  it('lists the members for every member, and not for others', async () => {
    const member = await site.page('alice', '/projects/boatyard')
    await member.getByRole('region', { name: 'Members' }).getByText('Bob Carter').waitFor()
    await member.getByRole('heading', { name: 'Members 2' }).waitFor()
    expect(await member.getByRole('link', { name: 'Manage members' }).count()).toBe(0)
    const administrator = await site.page('bob', '/projects/boatyard')
    await administrator.getByRole('link', { name: 'Manage members' }).waitFor()
    for (const login of ['eve', 'visitor']) {
      const page = await site.page(login, '/projects/boatyard')
      await page.getByText('3 open of 5').waitFor()
      await page.getByText('Alice Liddell created').waitFor()
      expect(await page.getByRole('region', { name: 'Members' }).count()).toBe(0)
    }
  })

  it('offers administrators of an empty project three ways to begin, and others none', async () => {
    await createProjectFixture(server, 'empty-yard', {
      access: 'public',
      members: [server.idOf('alice'), server.idOf('bob')],
      administrators: [server.idOf('bob')],
      trackers: () => [],
    })
    const page = await site.page('bob', '/projects/empty-yard')
    const ways = page.getByRole('region', { name: 'Trackers' }).getByRole('listitem')
    expect(await ways.count()).toBe(3)
    await expectAccessible(page)
    await ways.getByRole('link', { name: 'Choose a template' }).click()
    await page.waitForURL('**/projects/empty-yard/admin/trackers')
    const member = await site.page('alice', '/projects/empty-yard')
    await member.getByText('This project has no trackers yet').waitFor()
  })

  it('shows in the navigation what is open and unread, and follows changes of others', async () => {
    // The comment of Bob.
    await runJobs(server.world)
    const page = await (await site.context('alice')).newPage()
    const isFollowed = page.waitForResponse((response) => response.url().includes('/api/changes/stream'))
    await page.goto('/projects/boatyard')
    await isFollowed
    const rail = page.getByRole('navigation', { name: 'Main' })
    const { project } = yard
    await rail.getByRole('link', { name: 'jobs 3 open' }).waitFor()
    await rail.getByRole('link', { name: 'My work 3 open' }).waitFor()
    await page.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()
    const values = [
      { field_id: project.fields.get('job:title'), value: 'Varnish the spars' },
      { field_id: project.fields.get('job:status'), bind_value_ids: [project.values.get('Ready')] },
      { field_id: project.fields.get('job:assigned_to'), bind_value_ids: [server.idOf('alice')] },
    ]
    const tracker = { id: project.trackers.get('job') }
    expect((await server.as('bob').post('artifacts', { tracker, values })).status).toBe(201)
    await runJobs(server.world)
    await rail.getByRole('link', { name: 'jobs 4 open' }).waitFor()
    await rail.getByRole('link', { name: 'My work 4 open' }).waitFor()
    await page.getByRole('link', { name: 'Inbox, 2 unread' }).click()
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor()
    await expect.poll(() => page.getByText('Varnish the spars').count()).toBeGreaterThan(0)
  })

  it('leads to the settings by one place, which have a navigation of their own', async () => {
    const page = await site.page('bob', '/projects/boatyard')
    const rail = page.getByRole('navigation', { name: 'Main' })
    await rail.getByRole('link', { name: 'Project settings' }).click()
    await rail.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    expect(await rail.getByRole('link', { name: 'job' }).count()).toBe(0)
    await rail.getByRole('link', { name: 'boatyard' }).click()
    await rail.getByRole('link', { name: 'job' }).waitFor()
    const member = await site.page('alice', '/projects/boatyard')
    expect(await member.getByRole('link', { name: 'Project settings' }).count()).toBe(0)
  })

  it('is usable by keyboard', async () => {
    const page = await site.page('bob', '/projects/boatyard')
    expect(await expectKeyboardAccess(page)).toBeGreaterThan(8)
  })
  it('is accessible in every size and color scheme', () =>
    expectAccessibleScreens(site, 'bob', '/projects/boatyard', 'project-overview'))
})
