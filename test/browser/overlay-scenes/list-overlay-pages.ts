import type { TrackerId } from '../../../src/kit/values/ids.ts'
import { changeSettings } from '../../../src/site/commands/change-settings.ts'
import type { BrowserSite } from '../../kit/browser-site.ts'
import { createSampleSite } from '../page-samples.ts'
import { listAccountPages } from './account.ts'
import { listAdministrationPages } from './administration.ts'
import { type FieldIds, listArtifactPages } from './artifact.ts'
import { listFramePages } from './frame.ts'
import type { OverlayPage } from './scene.ts'
import { listTrackerPages, manyReports } from './tracker.ts'
import { listWorkflowPages } from './tracker-workflow.ts'

export type OverlayPages = Readonly<
  Record<'frame' | 'account' | 'administration' | 'tracker' | 'artifact', readonly OverlayPage[]>
>

/** Fills a site, and lists what can be opened on its pages. */
export async function createOverlayPages(site: BrowserSite): Promise<OverlayPages> {
  const of = await createSampleSite(site)
  await createManyReports(site, of.jobTracker)
  await enableLegacyMode(site, of.jobTracker)
  // Only then can administrators restrict accounts.
  await changeSettings(site.server.world, { kind: 'system', reason: 'test' }, { access_mode: 'restricted' })
  return {
    frame: listFramePages(of),
    account: listAccountPages(site),
    administration: listAdministrationPages(site, of),
    tracker: [...listTrackerPages(of), ...listWorkflowPages(of)],
    artifact: listArtifactPages(of, await readFieldIds(site, of.tracker), await readFieldIds(site, of.jobTracker)),
  }
}

async function readFieldIds({ server }: BrowserSite, tracker: number): Promise<FieldIds> {
  const { body } = await server.as('alice').get(`trackers/${tracker}`)
  return new Map((body.fields as { name: string; field_id: number }[]).map(({ name, field_id }) => [name, field_id]))
}

/** Only archives of old workflows have it. */
const enableLegacyMode = ({ server }: BrowserSite, tracker: number): Promise<void> =>
  server.world.db.write(async (tx) => {
    const rows = tx.updateTable('workflow').set({ is_legacy: 1 })
    await rows.where('tracker_id', '=', tracker as TrackerId).execute()
  })

async function createManyReports({ server }: BrowserSite, tracker: number): Promise<void> {
  for (let n = 1; n <= manyReports; n += 1) {
    const report = { tracker: { id: tracker }, label: `Jobs of week ${n}` }
    const { status, text } = await server.as('alice').post('tracker_reports', report)
    if (status !== 201) throw new Error(text)
  }
}
