import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectAccessibleScreens,
  startBrowserSite,
  waitUntilSettled,
} from '../kit/browser-site.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'
import { createBlackPng } from '../kit/pictures.ts'

describeInBrowser('the text editor', () => {
  const site = startBrowserSite()
  let project: EditingProject
  let job: ArtifactId
  let other: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createEditingProject(site.server, { alice, bob })
    other = await project.createJob('Varnish the spars')
  })
  beforeEach(async () => {
    job = await project.createJob('New mast step')
  })

  const readEntry = async (name: string) => {
    const { body } = await site.server.as('alice').get(`/api/artifacts/${job}`)
    return body.values.find((entry: { field_id: number }) => entry.field_id === project.field(name))
  }
  const expectSource = (text: string) => expect.poll(async () => (await readEntry('details')).commonmark).toBe(text)
  const source = (page: Page) => page.getByRole('textbox', { name: 'Details' })
  const openEditor = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Edit Details' }).click()
    await source(page).waitFor()
  }
  const open = async (): Promise<Page> => {
    const page = await site.page('bob', `/artifacts/${job}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await openEditor(page)
    return page
  }

  it('formats by keys and by its toolbar, and what it did can be undone', async () => {
    const page = await open()
    await source(page).fill('plywood first')
    await source(page).press('Home')
    await page.keyboard.press('Control+Shift+ArrowRight')
    await page.keyboard.press('Control+b')
    expect(await source(page).inputValue()).toBe('**plywood** first')
    await page.keyboard.press('Control+z')
    expect(await source(page).inputValue()).toBe('plywood first')
    await source(page).press('End')
    await page.getByRole('button', { name: 'Numbered list' }).click()
    expect(await source(page).inputValue()).toBe('1. plywood first')
    expect(await page.getByRole('button', { name: 'Link', exact: true }).getAttribute('title')).toBe('Link (Ctrl K)')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('https://example.com')
    expect(await source(page).inputValue()).toBe('1. plywood [first](https://example.com)')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expectSource('1. plywood [first](https://example.com)')
  })

  it('opens the command menu by the key of links while no text is selected, and continues in the text after it', async () => {
    const page = await open()
    await source(page).fill('plywood')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type(' first')
    expect(await source(page).inputValue()).toBe('plywood first')
  })

  it('completes users and artifacts at the caret by keyboard', async () => {
    const page = await open()
    await source(page).fill('')
    await page.keyboard.type('Lifting on Thursday, @lid')
    const option = page.getByRole('option', { name: /Alice Liddell/ })
    await option.waitFor()
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await source(page).getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('see #varn')
    await page.getByRole('option', { name: /Varnish the spars/ }).click()
    await page.keyboard.type('and @bo')
    await page.getByRole('option', { name: /Bob Carter/ }).waitFor()
    // The list is closed, not the editor, and its keys are those of the text again.
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.type('done')
    await page.keyboard.press('Control+Enter')
    await expectSource(`Lifting on Thursday, @alice see job #${other} and @bo\ndone`)
    await page
      .getByRole('link', { name: `job #${other}` })
      .first()
      .waitFor()
  })

  it('shows how the text will look, alone and next to the source', async () => {
    const page = await open()
    await source(page).fill('a **bold** word')
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'bold' }).waitFor()
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: 'Side by side' }).click()
    await source(page).fill('a **brave** word')
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'brave' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: 'Write' }).click()
    expect(await source(page).inputValue()).toBe('a **brave** word')
    await expect.poll(async () => (await readEntry('details')).commonmark).toBe('The *old* one is soft.')
  })

  it('shows how a comment will look while it is typed, and renders only its latest state', async () => {
    const page = await site.page('bob', `/artifacts/${job}`)
    const texts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/text_previews')) texts.push(request.postDataJSON().content)
    })
    const box = page.getByRole('textbox', { name: 'New comment' })
    const preview = page.getByRole('region', { name: 'Preview' })
    await box.fill(`Like **job #${other}** and <script>alert(1)</script>`)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await preview.getByRole('link', { name: `job #${other}` }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await box.press('End')
    await page.keyboard.type(' with *words* at the end')
    await preview.getByText('words at the end').waitFor()
    expect(texts.length).toBeLessThan(10)
    expect(await preview.locator('script').count()).toBe(0)
    // An answer that arrives after another text was typed is not shown.
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/text_previews', async (route) => {
      if (route.request().postDataJSON().content === 'first') await isReleased
      await route.continue().catch(() => undefined)
    })
    await box.fill('first')
    await expect.poll(() => texts.at(-1)).toBe('first')
    await box.fill('second')
    await preview.getByText('second').waitFor()
    release()
    await box.press('Control+Enter')
    await page.getByRole('region', { name: 'Comments and changes' }).getByText('second').first().waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    expect(await preview.count()).toBe(0)
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('shows a preview in the form of a new artifact and of a comment that is edited', async () => {
    const page = await site.page('bob', `/trackers/${project.tracker}/new`)
    const field = page.locator(`[data-field="${project.field('details')}"]`)
    await field.getByRole('textbox').fill('a **new** one')
    await field.getByRole('tab', { name: 'Preview' }).click()
    await field.locator('strong', { hasText: 'new' }).waitFor()
    await field.getByRole('tab', { name: 'Write' }).click()
    expect(await field.getByRole('textbox').inputValue()).toBe('a **new** one')
    await field.getByRole('textbox').fill('')
    const comment = { body: 'It *fits*', format: 'commonmark' }
    expect((await site.server.as('bob').put(`artifacts/${job}`, { values: [], comment })).status).toBe(200)
    await page.goto(`/artifacts/${job}`)
    await page.getByRole('button', { name: 'Actions of the comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit the comment' })
    await editor.press('End')
    await page.keyboard.type(' **now**')
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Save', exact: true }) })
    await form.getByRole('tab', { name: 'Preview' }).click()
    await form.locator('strong', { hasText: 'now' }).waitFor()
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => form.count()).toBe(0)
    await page.locator('strong', { hasText: 'now' }).waitFor()
  })

  it('uploads pasted pictures and shows them in the text', async () => {
    const page = await open()
    // Until the toolbar is loaded and its effects have run, the page attaches what is pasted, and inserts nothing.
    await page.getByRole('button', { name: 'Add a picture' }).waitFor()
    await waitUntilSettled(page)
    await source(page).fill('Before: ')
    const png = createBlackPng(40, 30).toString('base64')
    await source(page).evaluate((area, base64) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      data.items.add(new File([bytes], 'mast.png', { type: 'image/png' }))
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, png)
    await expect
      .poll(() => source(page).inputValue())
      .toMatch(/^Before: !\[mast\.png\]\(\/plugins\/tracker\/attachments\/\d+-mast\.png\)$/)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () => (await readEntry('files')).file_descriptions.map((file: { name: string }) => file.name))
      .toEqual(['plan.txt', 'mast.png'])
    const picture = page.getByRole('img', { name: 'mast.png' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40)
  })

  it('shows a picture whose file is attached after the text was saved', async () => {
    const page = await site.page('bob', `/artifacts/${job}`)
    let attempts = 0
    await page.route('**/plugins/tracker/attachments/77-late.png', (route) => {
      attempts += 1
      return attempts < 3
        ? route.fulfill({ status: 404 })
        : route.fulfill({ contentType: 'image/png', body: createBlackPng(40, 30) })
    })
    const box = page.getByRole('textbox', { name: 'New comment' })
    await box.fill('![late.png](/plugins/tracker/attachments/77-late.png)')
    await box.press('Control+Enter')
    const picture = page.getByRole('img', { name: 'late.png' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40)
    expect(attempts).toBe(3)
    site.clearProblems()
  })

  it('helps with comments as well', async () => {
    const page = await site.page('bob', `/artifacts/${job}`)
    const box = page.getByRole('textbox', { name: 'New comment' })
    await box.click()
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
    await page.keyboard.type('@ali')
    await page.getByRole('option', { name: /Alice Liddell/ }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('please')
    expect(await box.inputValue()).toBe('@alice please')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('@alice please').first().waitFor()
  })

  it('is accessible on wide screens and phones', async () => {
    await expectAccessibleScreens(site, 'bob', `/artifacts/${job}`, 'text editor', async (page) => {
      await openEditor(page)
      await source(page).press('End')
      await page.keyboard.type(' Ask @a')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    })
  })
})
