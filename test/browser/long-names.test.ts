import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, startBrowserSite, waitUntilSettled } from '../kit/browser-site.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  projectMembers,
} from '../kit/project-fixture.ts'

const longStatus = 'Waiting for the supplier who does not answer letters'

describeInBrowser('long names', () => {
  const site = startBrowserSite()
  let tracker = 0
  let artifact = 0
  beforeAll(async () => {
    const { server } = site
    const alice = await server.createUser('alice', { realName: 'Alice Liddell' })
    const fixture = await createProjectFixture(server, 'yard', {
      access: 'public',
      members: [alice],
      administrators: [alice],
      trackers: () => [
        {
          ...createTrackerDefinition(
            'order',
            [
              createFieldDefinition('string', 'order:title', { label: 'Title' }),
              createFieldDefinition('sb', 'order:status', {
                label: 'Status',
                bind: createStaticBind([longStatus, 'fiesta-red'], ['Delivered', '']),
              }),
              createFieldDefinition('msb', 'order:buyer', { label: 'Buyer', bind: projectMembers }),
            ],
            {
              title: { field: 'order:title' },
              status: { field: 'order:status', openValues: [longStatus] },
              contributor: { field: 'order:buyer' },
            },
          ),
          label: 'Orders of the whole yard and its branches',
        },
      ],
    })
    const values = {
      'order:title': 'Varnish for the spars of the two old boats',
      'order:status': [fixture.values.get(longStatus)],
      'order:buyer': [alice],
    }
    const [id] = await fixture.createArtifacts({ tracker: 'order', changes: [{ by: alice, on: baseTime, values }] })
    artifact = id ?? 0
    tracker = fixture.trackers.get('order') ?? 0
    await server
      .as('alice')
      .put(`/api/artifacts/${artifact}`, { values: [], comment: { body: 'They are closed.', format: 'text' } })
  })

  it('are cut with an ellipsis in tables and lists', async () => {
    const page = await site.page('alice', `/trackers/${tracker}`, { viewport: { width: 1280, height: 800 } })
    expect(await listHardCuts(page)).toStrictEqual([])
    await page.goto('/')
    await waitUntilSettled(page)
    expect(await listHardCuts(page)).toStrictEqual([])
  })

  it('of a status leave room for titles in a preview', async () => {
    const page = await site.page('alice', `/trackers/${tracker}`, { viewport: { width: 1280, height: 800 } })
    await page.getByRole('checkbox').last().check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const row = page.getByRole('alertdialog').getByRole('listitem')
    const [whole, title] = await Promise.all(
      [row, row.getByText(/^#\d/)].map((each) => each.evaluate((element) => element.getBoundingClientRect().width)),
    )
    expect(title).toBeGreaterThan((whole ?? 0) * 0.4)
  })

  it('fit on a phone', async () => {
    const page = await site.page('alice', `/trackers/${tracker}`, { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Filter' }).last().click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: longStatus }).waitFor()
    expect(await listHardCuts(page)).toStrictEqual([])
    for (const button of await sheet.getByRole('button').all()) {
      const { x, width } = (await button.boundingBox()) ?? { x: 0, width: 0 }
      expect(x + width, await button.innerText()).toBeLessThanOrEqual(390)
    }
    await page.goto(`/artifacts/${artifact}`)
    await waitUntilSettled(page)
    // The menu of a comment stands on the first line of its head.
    const head = page.locator('header').filter({ has: page.getByRole('button', { name: 'Actions of the comment' }) })
    const [author, menu] = await Promise.all(
      [head.getByText('Alice Liddell'), head.getByRole('button')].map((each) => each.boundingBox()),
    )
    expect(menu?.y).toBeLessThan((author?.y ?? 0) + (author?.height ?? 0))
  })
})

/** Texts that end at the edge of a box without an ellipsis. */
const listHardCuts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cuts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (text === '' || parent === null || !parent.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { right, width } = range.getBoundingClientRect()
      let box = parent
      let hasEllipsis = true
      while (getComputedStyle(box).overflowX !== 'hidden' && box.parentElement !== null) {
        hasEllipsis &&= getComputedStyle(box).display === 'inline'
        box = box.parentElement
      }
      const { display, textOverflow } = getComputedStyle(box)
      hasEllipsis &&= textOverflow === 'ellipsis' && !/flex|grid/.test(display)
      const edge = box.getBoundingClientRect()
      // Texts for screen readers only have a box of one pixel.
      if (width > 1 && edge.width > 1 && right > edge.right + 1 && !hasEllipsis) cuts.push(text)
    }
    return cuts
  })
