import { beforeAll, describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { importSampleArchives } from './golden-state.ts'

interface ReportResult {
  readonly project: string
  readonly tracker: string
  readonly report: string
  readonly titles: readonly (string | null)[]
  readonly columns: number
}

onEachDatabase((dialect) => {
  describe('reports of the sample archives', () => {
    const server = createServer(dialect)
    const results: ReportResult[] = []

    beforeAll(async () => {
      const reports = await importSampleArchives(server.world)
      await server.world.cache.refresh()
      const admin = server.as('admin')
      for (const project of ['tql-queries', 'tracker-report'] as const) {
        const { body: trackers } = await admin.get(`projects/${reports[project].project?.id}/trackers?limit=50`)
        for (const tracker of trackers) {
          if (project === 'tracker-report' && tracker.item_name === 'all_fields') await addThree(tracker)
          const { body: listed } = await admin.get(`trackers/${tracker.id}/tracker_reports?limit=50`)
          for (const { id, label } of listed) {
            const answer = await admin.get(`tracker_reports/${id}/artifacts?limit=50`)
            expect([answer.status, answer.headers['x-pagination-size']]).toEqual([200, `${answer.body.length}`])
            const table = await admin.get(`tracker_reports/${id}/artifacts?limit=50&values=from_table_renderer`)
            expect([project, table.status, table.body.length]).toEqual([project, 200, answer.body.length])
            const columns = table.body[0]?.values.length ?? 0
            const titles = answer.body.map(({ title }: { title: string | null }) => title)
            results.push({ project, tracker: tracker.item_name, report: label, titles, columns })
          }
        }
      }
    })

    /** The archive has no artifacts: adds one for each value of the list, and one without. */
    async function addThree({ id, fields }: { readonly id: number; readonly fields: readonly any[] }) {
      const named = (name: string) => fields.find((field) => field.name === name)
      const status = named('status')
      const values = [...status.values.slice(0, 2), { id: 100, label: 'None' }]
      for (const value of values) {
        const input = [
          { field_id: named('title').field_id, value: value.label },
          { field_id: status.field_id, bind_value_ids: [value.id] },
        ]
        const response = await server.as('admin').post('artifacts', { tracker: { id }, values: input })
        expect([response.status, response.text]).toEqual([201, expect.anything()])
      }
    }

    it('return the artifacts that match their criteria', () => {
      expect(results.toSorted((a, b) => (a.tracker < b.tracker ? -1 : 1))).toEqual([
        // Its criteria select one value of the status.
        expect.objectContaining({ tracker: 'all_fields', report: 'Activities', titles: ['To be done'] }),
        expect.objectContaining({ tracker: 'list_fields', report: 'Activities', titles: [] }),
        // A query without conditions.
        expect.objectContaining({ tracker: 'tql', report: 'Default', titles: ['bug1', 'bug2', 'bug3'], columns: 11 }),
      ])
    })
  })
})
