import { beforeAll, expect, it } from 'vitest'
import { limits } from '../../src/queries/language/limits.ts'
import { fr } from '../../web/src/texts/fr.ts'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, expectAccessible, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import { invalidQueries } from '../kit/invalid-queries.ts'

type Page = Awaited<ReturnType<ReturnType<typeof startBrowserSite>['page']>>

describeInBrowser('the query bar', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice', { realName: 'Alice Liddell' })
    const bob = await site.server.createUser('bob', { realName: 'Bob Carter' })
    project = await createBrowserProject(site.server, { alice, bob })
  })
  const open = (query = ''): Promise<Page> => site.page('alice', `/trackers/${project.bugs}${query}`)
  const phone = (width: number, query = ''): Promise<Page> =>
    site.page('alice', `/trackers/${project.bugs}${query}`, {
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    })
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Query', exact: true })
  const list = (page: Page) => page.getByRole('listbox')
  const options = async (page: Page) =>
    (await list(page).getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0])
  /** What the screen reader is on: the option that the text area names. */
  const active = (page: Page) =>
    editor(page).evaluate((area) => {
      const id = area.getAttribute('aria-activedescendant')
      return id === null ? null : (document.getElementById(id)?.innerText.split('\n')[0] ?? '')
    })
  const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
  const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const start = async (page: Page): Promise<void> => {
    await page.keyboard.press('/')
    await expect.poll(() => editor(page).evaluate((area) => area === document.activeElement)).toBe(true)
  }
  const announced = (page: Page) => page.locator('[aria-live]').allInnerTexts()

  it('builds a query by keyboard alone, from the list of what can come next', async () => {
    const page = await open()
    await start(page)
    await page.keyboard.type('sta')
    await expect.poll(() => options(page)).toStrictEqual(['status'])
    // Plain words stay a search for words until an option is chosen.
    expect(await active(page)).toBeNull()
    await page.keyboard.press('ArrowDown')
    expect(await active(page)).toBe('status')
    await page.keyboard.press('Enter')
    await expect.poll(() => options(page)).toStrictEqual(['=', '!=', 'IN(', 'NOT IN('])
    expect(await active(page)).toBe('=')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await active(page)).toBe('IN(')
    await page.keyboard.press('Tab')
    await expect.poll(() => options(page)).toStrictEqual(['Open', 'In progress', 'Done'])
    expect(await editor(page).getAttribute('aria-controls')).toBe(await list(page).getAttribute('id'))
    await expectAccessible(page)
    await page.keyboard.type('"in')
    await expect.poll(() => options(page)).toStrictEqual(['In progress'])
    await page.keyboard.press('Enter')
    await expect.poll(() => editor(page).inputValue()).toBe('status IN("In progress"')
    await page.keyboard.press('Control+Space')
    await expect.poll(() => options(page)).toStrictEqual([')', ','])
    await page.keyboard.press('Enter')
    await expect.poll(() => options(page)).toStrictEqual(['AND', 'OR', 'ORDER BY'])
    // The query is valid: Enter runs it.
    expect(await active(page)).toBeNull()
    await page.keyboard.press('Escape')
    await expect.poll(() => list(page).count()).toBe(0)
    expect(await editor(page).inputValue()).toBe('status IN("In progress") ')
    await page.keyboard.press('Enter')
    await page.getByText('21 of 61 artifacts').waitFor()
    expect(parameter(page, 'q')).toBe('status IN("In progress")')
    expect(await editor(page).evaluate((area) => area === document.activeElement)).toBe(true)
  })
  it('names an invalid query of a link in place of the rows', async () => {
    const page = await open('?q=status+%3D+"Open')
    await page.getByText('The query is invalid', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Clear', exact: true }).click()
    await page.getByText('61 artifacts').first().waitFor()
    expect(parameter(page, 'q')).toBeNull()
  })

  it('has a hint that a phone shows whole', async () => {
    for (const locale of ['en-GB', 'fr-FR']) {
      const context = await site.context('alice', { locale, viewport: { width: 390, height: 844 }, hasTouch: true })
      const page = await context.newPage()
      await page.goto(`/trackers/${project.bugs}`)
      const area = page.getByRole('search').getByRole('textbox')
      await area.waitFor()
      const room = await area.evaluate((shown: HTMLTextAreaElement) => {
        const text = document.createElement('span')
        text.style.font = getComputedStyle(shown, '::placeholder').font
        text.style.position = 'fixed'
        text.textContent = shown.placeholder
        document.body.append(text)
        return shown.clientWidth - text.offsetWidth
      })
      expect(room, locale).toBeGreaterThan(0)
    }
  })

  it('shows words while they are typed, and grows with them', async () => {
    const page = await open()
    await start(page)
    await page.keyboard.type('mast')
    const fill = () => editor(page).evaluate((area) => getComputedStyle(area).webkitTextFillColor)
    const height = () => editor(page).evaluate((area) => area.clientHeight)
    expect(await fill()).not.toBe('rgba(0, 0, 0, 0)')
    const one = await height()
    await page.keyboard.type(' '.repeat(4).concat('and all of its rigging '.repeat(12)))
    expect(await height()).toBeGreaterThan(one)
  })

  it('grows to five lines, in colours', async () => {
    const page = await open()
    const height = async () => Math.round((await editor(page).locator('..').boundingBox())?.height ?? 0)
    await start(page)
    await page.keyboard.type('assigned_to = MYSELF() AND points > 3 ')
    const one = await height()
    for (const [line, step] of [
      ['AND due < NOW() -7d ', 20],
      ['AND (WITH PARENT ', 20],
      ['OR title = "x") ', 20],
      ['AND effort > 1 ', 20],
      ['AND details = "y" ', 0],
    ] as const) {
      const before = await height()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type(line)
      expect(Math.abs((await height()) - before - step)).toBeLessThanOrEqual(step === 0 ? 16 : 1)
    }
    expect(await height()).toBeLessThan(one + 5 * 20)
    expect(parameter(page, 'q')).toBeNull()
    const copy = editor(page).locator('..').locator('[aria-hidden]')
    const colours = await copy
      .locator('span')
      .evaluateAll((pieces) =>
        Object.fromEntries(pieces.map((piece) => [piece.textContent, getComputedStyle(piece).color])),
      )
    const different = new Set(['points', '3', 'MYSELF', '>'].map((text) => colours[text]))
    expect(different.size).toBe(4)
    // Each character of the copy is below that of the text area.
    const widths = await editor(page).evaluate((area) => {
      const shown = area.parentElement?.querySelector('[aria-hidden]')
      return [area, shown]
        .map((each) => each && getComputedStyle(each))
        .map((style) => [style?.font, style?.lineHeight, style?.width])
    })
    expect(widths[0]).toStrictEqual(widths[1])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'q')).toMatch(/^assigned_to = MYSELF\(\) .*\n/)
  })
  it('names an error at its column and replaces it by what was meant', async () => {
    const page = await open('?q=status+%3D+"Done"')
    await page.getByText('20 of 61 artifacts').waitFor()
    await start(page)
    await editor(page).fill('assigned_to = MYSELF() AND deu < NOW() +7d AND status = "Done"')
    const bar = page.getByRole('search')
    await bar.getByText('There is no field “deu” in this tracker, at column 28. Did you mean').waitFor()
    expect(await search(page).isDisabled()).toBe(true)
    expect(await editor(page).getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Result of the last valid query').waitFor()
    await page.getByText('20 of 61 artifacts').waitFor()
    const wrong = bar.locator('[aria-hidden] span').filter({ hasText: /^deu$/ })
    expect(await wrong.evaluate((piece) => getComputedStyle(piece).textDecorationStyle)).toBe('wavy')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await announced(page)).join()).toMatch('There is no field “deu”')
    expect(parameter(page, 'q')).toBe('status = "Done"')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'due', exact: true }).click()
    expect(await editor(page).inputValue()).toBe('assigned_to = MYSELF() AND due < NOW() +7d AND status = "Done"')
    expect(await editor(page).evaluate((area) => area === document.activeElement)).toBe(true)
    await expect.poll(() => page.getByText('Result of the last valid query').count()).toBe(0)
    expect(await search(page).isDisabled()).toBe(false)
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor(page).inputValue()).toMatch(/ deu /)
    await editor(page).fill('status = Opn')
    await bar.getByRole('button', { name: '"Open"', exact: true }).click()
    await expect.poll(() => editor(page).inputValue()).toBe('status = "Open"')
    await editor(page).fill('status = "Donne"')
    await bar.getByText('The field “status” has no value “Donne”, at column 10. Did you mean').waitFor()
    await editor(page).fill('title < "x"')
    await bar.getByText('The field “title” does not accept <, only = or !=, at column 7.').waitFor()
    await editor(page).fill('status = "Open" AND (')
    await bar.getByText(/^Next: an opening parenthesis/).waitFor()
    expect(await editor(page).getAttribute('aria-invalid')).toBeNull()
    await editor(page).fill('')
    expect(await page.getByText('Result of the last valid query').count()).toBe(0)
  })
  it('leaves no text behind: Escape closes the list, and a choice by pointer continues at the caret', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Suggestions' }).click()
    await list(page).waitFor()
    expect((await options(page)).slice(0, 3)).toStrictEqual(['title', 'details', 'status'])
    await list(page)
      .getByRole('option', { name: /^status/ })
      .click()
    await list(page).getByRole('option', { name: '=', exact: true }).click()
    await list(page).getByRole('option', { name: 'In progress' }).click()
    await expect.poll(() => editor(page).inputValue()).toBe('status = "In progress" ')
    const [below, popover] = [await page.getByRole('search').boundingBox(), await list(page).boundingBox()]
    expect(popover?.y).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0))
    await page.keyboard.type('AND po')
    await expect.poll(() => options(page)).toStrictEqual(['points'])
    await page.keyboard.press('Escape')
    await expect.poll(() => list(page).count()).toBe(0)
    expect(await editor(page).inputValue()).toBe('status = "In progress" AND po')
    await page.keyboard.type('i')
    expect(await list(page).count()).toBe(0)
    await page.keyboard.press('Control+Space')
    await expect.poll(() => active(page)).toBe('points')
    await page.getByRole('button', { name: 'TQL' }).focus()
    await expect.poll(() => list(page).count()).toBe(0)
  })
  it('finds authors on the server with one request, and no other value with any', async () => {
    const page = await open()
    await waitUntilSettled(page)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) requests.push(request.url())
    })
    await start(page)
    await page.keyboard.type('status = "o')
    await expect.poll(() => options(page)).toStrictEqual(['Open'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('AND assigned_to = ')
    await expect.poll(() => options(page)).toStrictEqual(['MYSELF()', 'Alice Liddell', 'Bob Carter', '""'])
    // The page itself may read settings and changes at any time.
    expect(requests.filter((url) => !/stream|changes|preferences/.test(url))).toStrictEqual([])
    await page.keyboard.type('MYSELF() AND submitted_by = "car')
    await expect.poll(() => options(page)).toStrictEqual(['Bob Carter'])
    await expect.poll(() => requests.filter((url) => url.includes('user_suggestions'))).toHaveLength(1)
    await page.keyboard.press('Enter')
    expect(await editor(page).inputValue()).toMatch(/submitted_by = "bob" $/)
    await expect.poll(() => list(page).count()).toBe(1)
  })
  it('recalls the last queries of the tracker', async () => {
    const page = await open()
    await start(page)
    for (const query of ['points > 1', 'lander', 'points > 2', 'lander']) {
      await editor(page).fill(query)
      await page.keyboard.press('Enter')
      await expect.poll(() => parameter(page, 'q')).toBe(query)
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click()
    await expect.poll(() => parameter(page, 'q')).toBeNull()
    await page.reload()
    await waitUntilSettled(page)
    await start(page)
    await expect.poll(() => page.getByRole('textbox', { name: 'Query' }).inputValue()).toBe('')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowUp')
        return options(page)
      })
      .toStrictEqual(['lander', 'points > 2', 'points > 1'])
    while ((await active(page)) !== 'points > 2') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => editor(page).inputValue()).toBe('points > 2')
    await page.keyboard.press('Enter')
    await expect.poll(() => parameter(page, 'q')).toBe('points > 2')
  })
  it('edits the same text as rows of conditions', async () => {
    const page = await open('?q=status+%3D+"Done"')
    await page.getByRole('button', { name: 'Builder' }).click()
    const first = page.getByRole('group', { name: 'Condition 1' })
    await first.getByRole('button', { name: /^Comparison/ }).click()
    await page.getByRole('option', { name: 'is one of' }).click()
    await first.getByRole('button', { name: /^Value/ }).click()
    await page.getByRole('option', { name: 'Open' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add condition' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('points')
    await page.keyboard.press('Enter')
    const second = page.getByRole('group', { name: 'Condition 2' })
    await second.getByRole('textbox', { name: 'Value' }).fill('3')
    await page.getByRole('radio', { name: 'Any condition' }).check()
    await expectAccessible(page)
    await search(page).click()
    await expect.poll(() => parameter(page, 'q')).toBe('status IN ("Done", "Open") OR points = 3')
    await second.getByRole('button', { name: 'Remove condition 2' }).click()
    await page.getByRole('button', { name: 'TQL' }).click()
    await expect.poll(() => editor(page).inputValue()).toBe('status IN ("Done", "Open")')
    await editor(page).fill('WITH PARENT')
    await page.getByRole('button', { name: 'Builder' }).click()
    await page.getByText(/^This query can only be edited as text/).waitFor()
    await page.getByRole('button', { name: 'Edit as text' }).click()
    await expect.poll(() => editor(page).inputValue()).toBe('WITH PARENT')
  })
  it('explains the language in a dialog', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'TQL' }).click()
    await page.getByRole('button', { name: 'Language help' }).click()
    const dialog = page.getByRole('dialog', { name: 'Language help' })
    await dialog.getByText('status IN("Open", "Done")').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Language help')
  })
  it.each([390, 320])('is usable by touch at %i px, in the dark', async (width) => {
    const page = await phone(width)
    await page.getByRole('button', { name: 'Suggestions' }).tap()
    await list(page)
      .getByRole('option', { name: /^status/ })
      .tap()
    await list(page).getByRole('option', { name: '=', exact: true }).tap()
    const box = await list(page).getByRole('option', { name: 'Done' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
    await list(page).getByRole('option', { name: 'Done' }).tap()
    await search(page).tap()
    await expect.poll(() => parameter(page, 'q')).toBe('status = "Done"')
    const small = await page
      .getByRole('search')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.flatMap((button) => (button.getBoundingClientRect().height < 44 ? [button.outerHTML] : [])),
      )
    expect(small).toStrictEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
  it('is in French', async () => {
    const context = await site.context('bob', { locale: 'fr-FR' })
    const page = await context.newPage()
    await page.goto(`/trackers/${project.bugs}`)
    await waitUntilSettled(page)
    await page.getByRole('textbox', { name: fr.tracker.query, exact: true }).fill('deu = 1')
    await page.getByText(/Ce tracker n’a pas de champ «\sdeu\s», à la colonne 1\. Vouliez-vous écrire/).waitFor()
    await expectAccessible(page)
  })

  it('has a French sentence for every error of the language', async () => {
    const context = await site.context('bob', { locale: 'fr-FR' })
    const page = await context.newPage()
    await page.goto(`/trackers/${project.bugs}`)
    await waitUntilSettled(page)
    const bar = page.getByRole('search')
    const textbox = bar.getByRole('textbox', { name: fr.tracker.query, exact: true })
    // Errors follow after the frame that shows the text; a key that types nothing does not wait for it.
    const type = async (text: string): Promise<void> => {
      await textbox.fill(text)
      await textbox.press('End')
    }
    await type('status =')
    const message = textbox.getAttribute('aria-describedby').then((id) => page.locator(`[id="${id}"]`))
    const others = [
      ...['deu = 1', 'status = "Opne"', 'title BETWEEN(1, 2)', 'title = MYSELF()', 'status = NOW()', 'SELECT x FROM y'],
      `title = ${'('.repeat(200)}`,
      `${'('.repeat(200)}title = 1`,
    ]
    const sentences: string[] = []
    // Of a field that the bar does not check, as the table names one that this tracker does not have.
    const syntaxErrors = invalidQueries.map(([text]) => text.replaceAll(/\ba\b/g, 'seen_by'))
    for (const query of [...syntaxErrors, ...others]) {
      // Words are searched, and have no error.
      await type(`status = "Done" AND ${query}`)
      sentences.push(await (await message).innerText())
    }
    const { names, namesWithValue, ...sentencesOf } = fr.tracker.tql
    const all = sentences.join('\n')
    const { metadata: _, ...named } = names
    const unseen = [
      ...Object.values(named),
      ...[namesWithValue.digits(String(limits.digits)), namesWithValue.period(String(limits.period))],
      ...[sentencesOf.quoteMissing, sentencesOf.tooLarge],
    ].filter((text) => !all.includes(text))
    expect(unseen).toStrictEqual([])
    const english = /\b(?:the|of|at most|number|expected|found|line|column|field|character|digits|next|text)\b/i
    // What was typed is quoted.
    const withoutInput = (sentence: string): string => sentence.replaceAll(/«[^»]*»/g, '')
    expect(sentences.filter((sentence) => sentence === '' || english.test(withoutInput(sentence)))).toStrictEqual([])
  })
})
