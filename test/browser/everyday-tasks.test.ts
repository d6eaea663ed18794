import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { en } from '../../web/src/texts/en.ts'
import { partsEn } from '../../web/src/texts/en-parts.ts'
import { fr, partsFr } from '../../web/src/texts/fr.ts'
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

/** Contains each pair of a device, a width and a language once. */
const all: readonly Configuration[] = [
  { device: 'pointer', width: 1440, language: 'en' },
  { device: 'keyboard', width: 1440, language: 'fr' },
  { device: 'pointer', width: 390, language: 'fr' },
  { device: 'keyboard', width: 390, language: 'en' },
]
const configurations: readonly Configuration[] = isFullMatrix ? all : all.slice(0, 1)

const password = 'plenty of apples'

/** `npm test` needs no more than a few pages of rows. */
const bugCount = isFullMatrix ? 5000 : 200

describeInBrowser('everyday tasks', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const { server } = site
    const alice = await server.createUser('alice', { realName: 'Alice Liddell', password })
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
      login = 'alice',
    ): Promise<InputCounts> {
      const context = await site.context(login, {
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

    it('sign in and open the next item', async () => {
      let clicksBefore = 0
      const counts = await perform(
        'sign in to next item',
        '/login',
        async ({ page, activate, type, press, counts: now }) => {
          await type(page.getByLabel(texts.signIn.username, { exact: true }), 'alice')
          await type(page.getByLabel(texts.signIn.password, { exact: true }), password)
          await press('Enter')
          const next = page
            .getByRole('main')
            .getByRole('link', { name: /Request \d+ of the harbour/ })
            .first()
          await next.waitFor()
          clicksBefore = now.clicks
          await activate(next)
          await page.waitForURL(/\/artifacts\/\d+$/)
        },
        'visitor',
      )
      expect(counts.clicks - clicksBefore).toBeLessThanOrEqual(1)
    })

    it('find an artifact by its words', async () => {
      const counts = await perform(
        'find by words',
        '/',
        async ({ page, shortcut, type, press, activate, device: by }) => {
          await shortcut('Control+k', page.getByRole('button', { name: texts.commands.open }))
          const menu = page.getByRole('dialog', { name: texts.commands.title })
          await type(menu.getByRole('searchbox'), 'lander crashes')
          const found = menu.getByRole('option', { name: /Lander crashes/ })
          await found.and(menu.locator('[data-focused]')).waitFor()
          await (by === 'keyboard' ? press('Enter') : activate(found))
          await page.waitForURL(`**/artifacts/${project.crash}`)
        },
      )
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('filter by status and assignee, and sort', async () => {
      const counts = await perform('filter and sort', tracker(), async ({ page, activate }) => {
        const filters = page.getByRole('group', { name: texts.tracker.filters })
        // Each status has a chip on a phone, and the order is behind a button.
        if (isPhone) await activate(filters.getByRole('button', { name: 'In progress' }))
        else {
          await activate(filters.getByRole('button', { name: 'Status' }))
          await activate(page.getByRole('menuitemcheckbox', { name: 'In progress' }))
        }
        await activate(filters.getByRole('button', { name: texts.tracker.mine }))
        if (isPhone) {
          await activate(page.getByRole('button', { name: texts.tracker.sort, exact: true }))
          await activate(page.getByRole('menuitemradio', { name: 'Title' }))
        } else await activate(page.getByRole('columnheader', { name: 'Title' }).getByRole('button').first())
        await expect.poll(() => new URL(page.url()).search).toMatch(/^(?=.*in\.status=)(?=.*mine=)(?=.*sort=title)/)
        await page
          .getByRole('rowheader', { name: /Request \d+ of the harbour/ })
          .first()
          .waitFor()
      })
      expect(counts.clicks).toBeLessThanOrEqual(4)
    })

    it('read an artifact with its history', async () => {
      await perform(
        'read with history',
        `/artifacts/${project.crash}`,
        async ({ page, activate, press, device: by }) => {
          if (by === 'keyboard') await press('h')
          await activate(page.getByRole('radio', { name: texts.artifact.comments.changes }))
          const stream = page.getByRole('region', { name: texts.artifact.history })
          await stream.getByText('→').first().waitFor()
        },
      )
    })

    it('comment', async () => {
      const id = await createBug('Commented')
      const counts = await perform('comment', `/artifacts/${id}`, async ({ page, shortcut, type, press }) => {
        const box = page.getByRole('textbox', { name: texts.artifact.comments.label })
        await shortcut('r', box)
        await type(box, `Seen by ${name}`)
        await press('Control+Enter')
        await page
          .getByRole('region', { name: texts.artifact.history })
          .getByRole('paragraph')
          .getByText(`Seen by ${name}`)
          .waitFor()
      })
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('change the status', async () => {
      const id = await createBug('With a status')
      const counts = await perform('change status', `/artifacts/${id}`, async ({ page, activate, shortcut }) => {
        await shortcut('s', page.getByRole('button', { name: /^Status/ }))
        await activate(page.getByRole('menuitem', { name: /^In progress/ }))
        await page.getByRole('button', { name: 'Status In progress' }).waitFor()
        await waitUntilSettled(page)
      })
      expect(counts.clicks + counts.keys).toBe(2)
    })

    it('create an artifact with a title only', async () => {
      const counts = await perform('create', tracker(), async ({ page, shortcut, press }) => {
        await shortcut('c', page.getByRole('link', { name: texts.creation.create('bug') }))
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

    it('attach a file', async () => {
      const id = await createBug('With a file')
      await perform('upload a file', `/artifacts/${id}`, async ({ page, activate, press, device: by }) => {
        const choose = page.getByRole('button', {
          name: new RegExp(`(?:${texts.uploads.choose}|${texts.uploads.chooseFiles}).*\\(Files\\)`, 'i'),
        })
        const choosing = page.waitForEvent('filechooser')
        // On a phone, it opens the sheet with the files.
        if (by === 'keyboard') await press('u')
        else if (isPhone) await activate(page.getByRole('button', { name: texts.editing.allPropertiesWith(0, 0) }))
        if (isPhone) await expect.poll(() => choose.count()).toBe(1)
        if (isPhone && by === 'keyboard')
          await expect.poll(() => choose.evaluate((button) => button === document.activeElement)).toBe(true)
        if (isPhone || by === 'pointer') await activate(choose)
        const file = { name: 'descent.log', mimeType: 'text/plain', buffer: Buffer.from('tile is undefined') }
        await (await choosing).setFiles(file)
        await page
          .getByRole('link', { name: /descent\.log/ })
          .first()
          .waitFor()
      })
    })

    it('change the status of several artifacts', async () => {
      const words = texts.tracker.bulk
      const ids = [await createBug('First of two'), await createBug('Second of two')]
      await perform('bulk change', `${tracker()}?q=of+two`, async ({ page, device: by, activate, press, shortcut }) => {
        if (by === 'keyboard') for (const key of ['j', 'x', 'Shift+ArrowDown']) await press(key)
        else for (const id of ids) await activate(page.getByRole('checkbox', { name: new RegExp(`#${id}$`) }))
        const bar = page.getByRole('toolbar', { name: words.title })
        await bar.getByText(texts.tracker.selected(2)).waitFor()
        await shortcut('s', bar.getByRole('button', { name: /^Status/ }))
        const dialog = page.getByRole('dialog')
        await activate(dialog.getByRole('button', { name: /^Status/ }))
        await activate(page.getByRole('option', { name: 'Done' }))
        await activate(dialog.getByRole('button', { name: words.change(2) }))
        await dialog.waitFor({ state: 'detached' })
      })
      for (const id of ids) {
        const { body } = await site.server.as('alice').get(`artifacts/${id}`)
        expect(body.status).toBe('Done')
      }
    })

    it('create artifacts from CSV', async () => {
      const words = (language === 'en' ? partsEn : partsFr).tableImport
      await perform('CSV in', tracker(), async ({ page, activate }) => {
        await activate(page.getByRole('button', { name: texts.tracker.moreActions }))
        await activate(page.getByRole('menuitem', { name: texts.tracker.importCsv }))
        const dialog = page.getByRole('dialog', { name: words.title })
        const choosing = page.waitForEvent('filechooser')
        await activate(dialog.getByLabel(words.file))
        const content = `title,points\r\nFrom a table by ${name},8\r\n`
        await (await choosing).setFiles({ name: 'bugs.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
        await dialog.getByText(words.created(1)).first().waitFor()
        await activate(dialog.getByRole('button', { name: words.importNow, exact: true }))
        await dialog.waitFor({ state: 'detached' })
      })
    })

    it('download the shown rows as CSV', async () => {
      const counts = await perform('CSV out', `${tracker()}?q=lander`, async ({ page, activate }) => {
        const download = page.waitForEvent('download')
        await activate(page.getByRole('button', { name: texts.tracker.moreActions }))
        await activate(page.getByRole('menuitem', { name: texts.tracker.download('CSV') }))
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
