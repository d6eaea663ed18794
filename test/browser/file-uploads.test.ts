import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessible, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'
import { createBlackPng } from '../kit/pictures.ts'

const megabyte = 1024 * 1024

interface AttachedFile {
  readonly name: string
  readonly size: number
  readonly html_url: string
}

interface TestFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

describeInBrowser('files', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const readFiles = async (artifact: number = job): Promise<readonly AttachedFile[]> => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${artifact}`)
    const entry = body.values.find((each: { field_id: number }) => each.field_id === project.field('files'))
    return entry?.file_descriptions ?? []
  }
  const download = async (path: string): Promise<Buffer> => {
    const headers = site.server.credentials('alice')
    return Buffer.from(await (await fetch(new URL(path, site.origin), { headers })).arrayBuffer())
  }
  const names = async (artifact?: number): Promise<readonly string[]> =>
    (await readFiles(artifact)).map(({ name }) => name).sort()
  const expectNames = (...expected: string[]) => expect.poll(() => names()).toStrictEqual(expected.sort())
  const expectBytes = async (file: TestFile, artifact?: number): Promise<void> => {
    const attached = (await readFiles(artifact)).find(({ name }) => name === file.name)
    const bytes = await download(attached?.html_url ?? '')
    expect(Buffer.compare(bytes, file.buffer), `bytes of ${file.name}`).toBe(0)
  }
  const createFile = (name: string, size: number): TestFile => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: randomBytes(size),
  })
  const open = async (): Promise<Page> => {
    const page = await site.page('bob', `/artifacts/${job}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: /choose.*\(Files\)/i }).waitFor()
    return page
  }
  const choose = async (
    page: Page,
    files: TestFile | TestFile[],
    button: string | RegExp = /choose.*\(Files\)/i,
  ): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ])
    await chooser.setFiles(files)
  }
  /** Limits what the page sends, in bytes per second. */
  const throttle = async (page: Page, uploadThroughput: number, offline = false): Promise<void> => {
    const session = await page.context().newCDPSession(page)
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  const row = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Uploads to Files' }).getByRole('listitem').filter({ hasText: name })
  /** Where the pieces begin that the page sends. */
  const recordOffsets = (page: Page): number[] => {
    const offsets: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
    })
    return offsets
  }
  /** Gives files to the page as a drop or a paste does. */
  const give = (page: Page, event: 'drop' | 'paste', selector: string, file: TestFile) =>
    page.evaluate(
      ([kind, target, name, type, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], name, { type }))
        const options = { bubbles: true, cancelable: true }
        const element = document.querySelector(target)
        if (kind === 'paste') element?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
        else
          for (const each of ['dragenter', 'dragover', 'drop'])
            element?.dispatchEvent(new DragEvent(each, { ...options, dataTransfer: data }))
      },
      [event, selector, file.name, file.mimeType, file.buffer.toString('base64')] as const,
    )

  it('are taken from the first moment of a page, before the code that sends them is there', async () => {
    const page = await (await site.context('bob')).newPage()
    await page.addInitScript(prolongFirstView)
    await page.goto(`/artifacts/${job}`)
    await page.getByRole('button', { name: /choose.*\(Files\)/i }).waitFor()
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('u')
    const chosen = createFile('rigging.bin', 7000)
    await (await choosing).setFiles(chosen)
    await expectNames('plan.txt', 'rigging.bin')
    await page.reload()
    await page.getByRole('button', { name: /choose.*\(Files\)/i }).waitFor()
    await give(page, 'drop', 'h1', createFile('keel.bin', 3000))
    await expectNames('keel.bin', 'plan.txt', 'rigging.bin')
    await page.getByRole('complementary').getByRole('link', { name: 'keel.bin' }).waitFor()
  })

  it('are attached when they are dropped anywhere, pasted or chosen, and the earlier ones stay', async () => {
    const page = await open()
    const dropped = createFile('sail plan.bin', 70_000)
    await give(page, 'drop', 'h1', dropped)
    await expectNames('plan.txt', 'sail plan.bin')
    await expectBytes(dropped)
    await page.getByRole('complementary').getByRole('link', { name: 'sail plan.bin' }).waitFor()
    const picture = { name: 'image.png', mimeType: 'image/png', buffer: createBlackPng(40, 30) }
    await give(page, 'paste', 'body', picture)
    await expect.poll(() => names()).toHaveLength(3)
    const pasted = (await readFiles()).find(({ name }) => name.startsWith('Pasted')) as AttachedFile
    expect(pasted.name).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
    await expectBytes({ ...picture, name: pasted.name })
    // The empty one has nothing to send; all are attached by one change.
    const changes: string[] = []
    page.on('response', (response) => {
      const isChange = response.request().method() === 'PUT' && /\/artifacts\/\d+$/.test(response.url())
      if (isChange && response.status() === 200) changes.push(response.url())
    })
    const chosen = ['a', 'b', 'c', 'd', 'e'].map((name) => createFile(`${name}.bin`, 5000))
    await choose(page, [...chosen, createFile('empty.bin', 0)])
    await expectNames('plan.txt', 'sail plan.bin', pasted.name, 'empty.bin', ...chosen.map(({ name }) => name))
    for (const file of chosen) await expectBytes(file)
    await expect.poll(() => page.getByRole('list', { name: 'Uploads to Files' }).count()).toBe(0)
    expect(changes).toHaveLength(1)
    await expectAccessible(page)
  })

  it('are paused and resumed without sending anything twice, with the total in the title', async () => {
    const page = await open()
    const offsets = recordOffsets(page)
    await throttle(page, 3 * megabyte)
    const file = createFile('partners.mov', 9 * megabyte)
    await choose(page, file)
    await row(page, 'partners.mov')
      .getByText(/% · .*B\/s · .* left/)
      .waitFor()
    await expect.poll(() => page.title()).toMatch(/^\d+% · /)
    await expect.poll(() => offsets.length).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Pause partners.mov' }).click()
    await row(page, 'partners.mov').getByText('Paused at').waitFor()
    const leaving = await page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(leaving).toBe(true)
    await expectAccessible(page)
    const before = offsets.length
    await throttle(page, -1)
    await page.getByRole('button', { name: 'Resume partners.mov' }).click()
    await expectNames('plan.txt', 'partners.mov')
    await expectBytes(file)
    expect(offsets[before]).toBeGreaterThanOrEqual(4 * megabyte)
    await expect.poll(() => page.title()).not.toMatch('%')
  })

  it('continue after a reload with the same file only', async () => {
    const page = await open()
    page.on('dialog', (dialog) => void dialog.accept())
    await throttle(page, 3 * megabyte)
    const file = createFile('hull.step', 9 * megabyte)
    const offsets = recordOffsets(page)
    await choose(page, file)
    await expect.poll(() => offsets.length).toBeGreaterThan(1)
    await page.reload()
    await row(page, 'hull.step').getByText('Choose the same file to continue').waitFor()
    await throttle(page, -1)
    await choose(page, createFile('hull.step', 5000), 'Choose file: hull.step')
    await row(page, 'hull.step').getByText('This is another file').waitFor()
    expect(await names()).toStrictEqual(['plan.txt'])
    const before = offsets.length
    await choose(page, file, 'Choose file: hull.step')
    await expectNames('plan.txt', 'hull.step')
    await expectBytes(file)
    expect(offsets[before]).toBeGreaterThanOrEqual(4 * megabyte)
  })

  it('wait for the connection and continue by themselves, on another page as well', async () => {
    const page = await open()
    await throttle(page, 3 * megabyte)
    const file = createFile('survey.pdf', 9 * megabyte)
    const offsets = recordOffsets(page)
    await choose(page, file)
    await expect.poll(() => offsets.length).toBeGreaterThan(1)
    await throttle(page, -1, true)
    await row(page, 'survey.pdf').getByText('No connection. It continues by itself.').waitFor()
    await throttle(page, 3 * megabyte)
    await row(page, 'survey.pdf').getByText('%').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await expectNames('plan.txt', 'survey.pdf')
    await expectBytes(file)
  })

  it('survive a server that loses connections in the middle', async () => {
    const page = await open()
    const file = createFile('mast.bin', 9 * megabyte)
    const state = { failures: 3 }
    await page.route('**/uploads/tracker/file/**', (route) => {
      if (route.request().method() !== 'PATCH' || state.failures === 0) return route.continue()
      state.failures -= 1
      return state.failures === 1 ? route.fulfill({ status: 503 }) : route.abort('connectionreset')
    })
    await choose(page, file)
    await expectNames('plan.txt', 'mast.bin')
    await expectBytes(file)
  })

  it('are refused by their size without a request, and cancelled without a trace', async () => {
    const page = await open()
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url())
    })
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File([new ArrayBuffer(65 * 1024 * 1024)], 'film.mov'))
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }))
    })
    await row(page, 'film.mov').getByText('Larger than the limit of 64 MiB').waitFor()
    expect(requests).toStrictEqual([])
    await page.getByRole('button', { name: 'Remove film.mov from the list' }).click()
    await throttle(page, megabyte)
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok())
    await choose(page, createFile('wrong.bin', 9 * megabyte))
    await row(page, 'wrong.bin').getByText('%').waitFor()
    await page.getByRole('button', { name: 'Cancel wrong.bin' }).click()
    await deleted
    await expect.poll(() => page.getByRole('list', { name: 'Uploads to Files' }).count()).toBe(0)
    expect(await names()).toStrictEqual(['plan.txt'])
  })

  it('of two users, and a file that is removed meanwhile, are all taken into account', async () => {
    const page = await open()
    const other = await site.page('alice', `/artifacts/${job}`)
    await Promise.all([
      choose(page, createFile('from bob.bin', 3000)),
      choose(other, createFile('from alice.bin', 3000)),
    ])
    await expectNames('plan.txt', 'from bob.bin', 'from alice.bin')
    await page.reload()
    await page.getByRole('button', { name: 'Edit Files' }).click()
    await page.getByRole('button', { name: 'Remove plan.txt' }).click()
    await page.getByRole('button', { name: 'Save Files' }).click()
    await choose(page, createFile('later.bin', 3000))
    await expectNames('from bob.bin', 'from alice.bin', 'later.bin')
  })

  it('are part of the form of a new artifact', async () => {
    const page = await site.page('bob', `/trackers/${project.tracker}/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Varnish')
    const file = createFile('colours.bin', 20_000)
    await choose(page, file)
    await page.getByRole('button', { name: 'Remove colours.bin' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Create job$/i }).click()
    await page.waitForURL(/\/artifacts\/\d+$/)
    const created = Number(page.url().split('/').at(-1))
    expect(await names(created)).toStrictEqual(['colours.bin'])
    await expectBytes(file, created)
  })

  it('are shown with who attached them and when, also without reloading the page', async () => {
    const page = await open()
    await page.getByText(/· Alice Liddell · \S/).waitFor()
    await choose(page, createFile('mast.bin', 10))
    await page.getByText(/^10 bytes · Bob Carter · \S/).waitFor()
  })

  it('have an accessible list on wide screens and phones', async () => {
    const states = async (page: Page): Promise<void> => {
      if ((page.viewportSize()?.width ?? 0) < 900) await page.getByRole('button', { name: 'All properties' }).click()
      await throttle(page, 400_000)
      await choose(page, [
        createFile('partners from below.mov', 9 * megabyte),
        createFile('template.pdf', megabyte * 4),
      ])
      await row(page, 'partners from below.mov').getByText('left').waitFor()
      await page.getByRole('button', { name: 'Pause template.pdf' }).click()
      await row(page, 'template.pdf').scrollIntoViewIfNeeded()
    }
    await expectAccessibleScreens(site, 'bob', `/artifacts/${job}`, 'file uploads', states)
  })
})

/** Runs in the page: what follows the first view after a second does not come. */
function prolongFirstView(): void {
  const original = globalThis.setTimeout
  const delayed = (run: () => void, ms?: number) => (ms === 1000 ? 0 : original(run, ms))
  Object.assign(globalThis, { setTimeout: delayed })
}
