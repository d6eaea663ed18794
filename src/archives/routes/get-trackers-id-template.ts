import { Readable } from 'node:stream'
import { defineRoute } from '../../http/declarations/route.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadTrackerTemplate } from '../reads/tracker-template.ts'

/** Our extension. */
export const getTrackersIdTemplate = defineRoute({
  method: 'GET',
  url: '/trackers/:id/template',
  access: 'required',
  scope: 'read:tracker',
  isExtension: true,
  summary:
    'Get the structure of a tracker as an XML document, from which other trackers can be created (tracker administrators).',
  params: Type.Object({ id: Type.Unsafe<TrackerId>(Type.Integer({ minimum: 1 })) }),
  downloads: 'application/xml',
  answers: { 200: null },
  async answer({ caller, params }, world) {
    const { itemName, xml } = await loadTrackerTemplate(world, caller, params.id)
    return {
      headers: {
        'Content-Type': 'application/xml; charset=utf-8',
        'Content-Disposition': `attachment; filename="${itemName.replaceAll(/\W/g, '_')}.xml"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
      stream: Readable.from([Buffer.from(xml)], { objectMode: false }),
    }
  },
})
