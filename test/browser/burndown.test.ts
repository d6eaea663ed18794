import { beforeAll, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { describeInBrowser, expectAccessibleScreens, startBrowserSite } from '../kit/browser-site.ts'
import { createClock } from '../kit/clock.ts'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'

const at = (iso: string): number => Date.parse(iso) / 1000

describeInBrowser('the burndown of a sprint', () => {
  // 12 March 2026 is a Thursday.
  const site = startBrowserSite({ clock: createClock(at('2026-03-16T12:00Z')) })
  let sprint: ArtifactId
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    const project = await createProjectFixture(site.server, 'orchard', {
      members: [alice],
      trackers: () => [
        createTrackerDefinition(
          'sprint',
          [
            createFieldDefinition('date', 'start'),
            createFieldDefinition('int', 'duration'),
            createFieldDefinition('int', 'capacity'),
            createFieldDefinition('float', 'remaining_effort'),
            createFieldDefinition('burndown', 'burndown'),
          ],
          { timeframe: { start: 'start', duration: 'duration' } },
        ),
      ],
    })
    const values = { start: at('2026-03-12T00:00Z'), duration: 4, capacity: 20, remaining_effort: 20 }
    const [created] = await project.createArtifacts({
      tracker: 'sprint',
      changes: [
        { by: alice, on: at('2026-03-12T08:00Z'), values },
        { by: alice, on: at('2026-03-13T10:00Z'), values: { remaining_effort: 12.5 } },
      ],
    })
    sprint = created as ArtifactId
  })

  it('is drawn up to its last working day, next to the line to zero, with its figures', async () => {
    const page = await site.page('alice', `/artifacts/${sprint}`)
    const plot = page.getByRole('img', { name: 'Remaining effort: 12.5, of 20 at the start' })
    await plot.waitFor()
    expect(await plot.locator('circle').count()).toBe(3)
    expect(await plot.locator('text').allTextContents()).toEqual(
      expect.arrayContaining(['20', '12 Mar 2026', '18 Mar 2026']),
    )
    const rows = page.getByRole('table', { name: 'Remaining effort' }).locator('tbody tr')
    expect(await rows.locator('td').allInnerTexts()).toStrictEqual(['20', '12.5', '12.5'])
  })

  it('is accessible on wide screens and phones', async () => {
    await expectAccessibleScreens(site, 'alice', `/artifacts/${sprint}`, 'the burndown')
  })
})
