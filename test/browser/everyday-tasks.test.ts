import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { en } from '../../web/src/texts/en.ts'
import { fr } from '../../web/src/texts/fr.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { baseTime } from '../kit/project-fixture.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { createUserInput, type Device, type InputCounts, type UserInput } from './user-input.ts'

interface Configuration {
  readonly device: Device
  readonly width: number
  readonly language: 'en' | 'fr'
}

const all = (['en', 'fr'] as const).flatMap((language) =>
  [1440, 390].flatMap((width) => (['pointer', 'keyboard'] as const).map((device) => ({ device, width, language }))),
)
const configurations: readonly Configuration[] = isFullMatrix ? all : all.slice(0, 1)

/** `npm test` needs no more than a few pages of rows. */
const bugCount = isFullMatrix ? 5000 : 200

describeInBrowser('everyday tasks', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const { server } = site
    const alice = await server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(server, { alice, bob })
    const { fixture } = project
    await fixture.createArtifacts(
      ...Array.from({ length: bugCount }, (_, n) => ({
        tracker: 'bug',
        changes: [
          {
            by: bob,
            on: baseTime - n,
            values: {
              'bug:title': `Request ${n} of the harbour`,
              'bug:status': [fixture.values.get(n % 5 === 0 ? 'In progress' : 'Open')],
              'bug:assigned_to': n % 3 === 0 ? [alice] : [bob],
            },
          },
        ],
      })),
    )
    if (inject('subversion') !== null) {
      await enableSubversion(server, project.project)
      const created = await server
        .as('alice')
        .post('svn', { project_id: project.project, name: 'main', settings: { layout: ['trunk'] } })
      expect(created.status).toBe(201)
    }
  })

  const counted = new Map<string, Map<string, InputCounts>>()
  afterAll(() => {
    if (isFullMatrix) process.stdout.write(formatCounts(counted))
  })

  describe.each(configurations)('by $device at $width px in $language', ({ device, width, language }) => {
    const texts = language === 'en' ? en : fr
    const isPhone = width < 900
    const name = `${device} ${width} ${language}`

    async function perform(
      task: string,
      address: string,
      steps: (input: UserInput) => Promise<void>,
    ): Promise<InputCounts> {
      const context = await site.context('alice', {
        locale: language === 'en' ? 'en-GB' : 'fr-FR',
        viewport: { width, height: isPhone ? 844 : 900 },
        hasTouch: isPhone,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      await page.goto(address)
      await waitUntilSettled(page)
      const input = createUserInput(page, device)
      await steps(input)
      counted.set(task, (counted.get(task) ?? new Map<string, InputCounts>()).set(name, input.counts))
      return input.counts
    }
    const tracker = () => `/trackers/${project.bugs}`
    const createBug = async (title: string): Promise<number> => {
      const { status, body } = await site.server.as('alice').post('artifacts', {
        tracker: { id: project.bugs },
        values: [
          { field_id: project.fixture.fields.get('bug:title'), value: title },
          { field_id: project.fixture.fields.get('bug:status'), bind_value_ids: [project.fixture.values.get('Open')] },
        ],
      })
      expect(status).toBe(201)
      return body.id
    }

    it('find an artifact by its words', async () => {
      const counts = await perform('find by words', tracker(), async ({ page, shortcut, type, press, activate }) => {
        const bar = page.getByLabel(texts.tracker.query)
        await shortcut('/', bar)
        await type(bar, 'lander crashes descent')
        await press('Enter')
        await activate(page.getByRole('link', { name: /^Lander crashes/ }).first())
        await page.waitForURL(`**/artifacts/${project.crash}`)
      })
      expect(counts.clicks).toBeLessThanOrEqual(2)
    })

    it('filter by status and assignee, and sort', async () => {
      const counts = await perform('filter and sort', tracker(), async ({ page, activate }) => {
        await activate(page.getByRole('group', { name: texts.tracker.filters }).getByRole('button', { name: 'Status' }))
        await activate(page.getByRole('menuitemcheckbox', { name: 'In progress' }))
        await activate(page.getByRole('button', { name: texts.tracker.mine }))
        await activate(page.getByRole('columnheader', { name: 'Title' }).getByRole('button').first())
        await expect.poll(() => new URL(page.url()).search).toMatch(/^(?=.*in\.status=)(?=.*mine=)(?=.*sort=title)/)
        await page
          .getByRole('rowheader', { name: /Request \d+ of the harbour/ })
          .first()
          .waitFor()
      })
      expect(counts.clicks).toBeLessThanOrEqual(4)
    })

    it('read an artifact with its history', async () => {
      await perform('read with history', `/artifacts/${project.crash}`, async ({ page, activate }) => {
        await activate(page.getByRole('radio', { name: texts.artifact.comments.changes }))
        const stream = page.getByRole('region', { name: texts.artifact.history })
        await stream.getByText('→').first().waitFor()
      })
    })

    it('comment', async () => {
      const id = await createBug('Commented')
      const counts = await perform('comment', `/artifacts/${id}`, async ({ page, shortcut, type, press }) => {
        const box = page.getByRole('textbox', { name: texts.artifact.comments.label })
        await shortcut('r', box)
        await type(box, `Seen by ${name}`)
        await press('Control+Enter')
        await page.getByRole('region', { name: texts.artifact.history }).getByText(`Seen by ${name}`).waitFor()
      })
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('change the status', async () => {
      const id = await createBug('With a status')
      const counts = await perform('change status', `/artifacts/${id}`, async ({ page, activate }) => {
        await activate(page.getByRole('button', { name: /^Status/ }))
        await activate(page.getByRole('menuitem', { name: /^In progress/ }))
        await page.getByRole('button', { name: 'Status In progress' }).waitFor()
        await waitUntilSettled(page)
      })
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('create an artifact with a title only', async () => {
      const counts = await perform('create', tracker(), async ({ page, shortcut, press }) => {
        await shortcut('c', page.getByRole('link', { name: texts.creation.newItem('bug') }))
        await page.waitForURL('**/new')
        await page.getByLabel('Title').waitFor()
        await expect
          .poll(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement))
          .toBe(true)
        await page.keyboard.type(`Created by ${name}`)
        await press('Control+Enter')
        await page.waitForURL(/\/artifacts\/\d+$/)
      })
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('save a report and share its link', async () => {
      await perform(
        'make and share a report',
        `${tracker()}?in.status=&mine=true`,
        async ({ page, activate, type }) => {
          await activate(page.getByRole('button', { name: texts.tracker.reports }))
          await activate(page.getByRole('menuitem', { name: texts.tracker.saveReport }))
          await type(page.getByLabel(texts.tracker.reportName), `Mine by ${name}`)
          await activate(page.getByRole('button', { name: texts.tracker.save, exact: true }))
          await page.waitForURL(/report=\d+$/)
          await activate(page.getByRole('button', { name: texts.tracker.moreActions }))
          await activate(page.getByRole('menuitem', { name: texts.tracker.copyLink }))
          expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/report=\d+$/)
        },
      )
    })

    it('download the shown rows as CSV', async () => {
      const counts = await perform('CSV out', `${tracker()}?q=lander`, async ({ page, activate }) => {
        const download = page.waitForEvent('download')
        await activate(page.getByRole('button', { name: texts.tracker.moreActions }))
        await activate(page.getByRole('menuitem', { name: texts.tracker.downloadCsv }))
        expect((await download).suggestedFilename()).toBe('bug.csv')
      })
      expect(counts.clicks).toBeLessThanOrEqual(2)
    })

    it('add a member', async () => {
      const login = `carol${counted.get('add a member')?.size ?? 0}`
      await site.server.createUser(login, { realName: `Carol ${login}` })
      await perform('add a member', '/projects/lander/admin/members', async ({ page, activate, type }) => {
        await type(page.getByLabel(texts.projectAdmin.members.person), login)
        await activate(page.getByRole('button', { name: texts.projectAdmin.members.add }))
        await page.getByRole('row', { name: `Carol ${login}` }).waitFor()
      })
    })

    it('make an access key', async () => {
      await perform('make a key', '/account/keys', async ({ page, activate, type }) => {
        await activate(page.getByRole('link', { name: texts.account.keys.make }))
        await type(page.getByRole('textbox', { name: texts.account.keys.description }), name)
        await activate(page.getByRole('checkbox').first())
        await activate(page.getByRole('button', { name: texts.account.newKey.submit }))
        await page.getByLabel(texts.account.newKey.key, { exact: true }).waitFor()
      })
    })

    it.skipIf(inject('subversion') === null)('browse a repository', async () => {
      await perform('browse a repository', '/projects/lander/svn', async ({ page, activate }) => {
        await activate(page.getByRole('main').getByRole('link', { name: 'main', exact: true }))
        await activate(page.getByRole('link', { name: 'trunk' }).first())
        await page.waitForURL(/trunk/)
      })
    })
  })
})

/** A line per task, a column per configuration: clicks, keys + moves of the focus. */
function formatCounts(counted: ReadonlyMap<string, ReadonlyMap<string, InputCounts>>): string {
  const names = all.map(({ device, width, language }) => `${device} ${width} ${language}`)
  const cell = (counts: InputCounts | undefined): string =>
    counts === undefined ? '–' : `${counts.clicks} clicks, ${counts.keys} keys, ${counts.moves} moves`
  const rows = [...counted].map(([task, each]) => [task, ...names.map((name) => cell(each.get(name)))].join(' | '))
  return `\n${['task', ...names].join(' | ')}\n${rows.join('\n')}\n`
}
