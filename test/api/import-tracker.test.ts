import { describe, expect, it } from 'vitest'
import { importTracker } from '../../src/archives/commands/import-tracker.ts'
import {
  buildArtifact,
  buildChangeset,
  buildField,
  buildGroup,
  buildStaticBind,
  buildTracker,
  createArchive,
  expectImported,
  getImportProblems,
  openFields,
} from '../kit/archive.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const
const taskXml = (changes: Partial<Parameters<typeof buildTracker>[0]> = {}): string =>
  `<?xml version="1.0"?>\n${buildTracker({
    id: 'T9',
    name: 'Tasks',
    itemName: 'task',
    attributes: { parent_id: 'T479' },
    fields: [
      buildField('string', 'F1', 'summary'),
      buildField('sb', 'F2', 'status', [buildStaticBind({ V1: 'Open', V2: 'Fixed' })]),
    ],
    permissions: openFields('F1', 'F2'),
    ...changes,
  })}`

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  describe('the import of a single tracker', () => {
    it('adds it to a project', async () => {
      const archive = await createArchive({
        users: [{ id: 1, login: 'mira' }],
        groups: [buildGroup('project_admins', ['mira'])],
      })
      const report = expectImported(await archive.import(server.world))
      await archive.remove()
      const parts = [
        '<semantics><semantic type="timeframe"><inherited_from_tracker id="T481"/></semantic></semantics>',
        '<timetracking is_enabled="1"/>',
      ]
      const imported = await importTracker(server.world, {
        project: 'APOLLO',
        xml: taskXml({ parts, artifacts: [buildArtifact(1, buildChangeset('mira', '2026-02-02T09:14:03+01:00'))] }),
        fileName: 'task.xml',
        caller: system,
      })
      if ('problems' in imported) throw new Error(getImportProblems(imported).join('\n'))
      const { body } = await server.as('admin').get(`trackers/${imported.ok.tracker}`)
      expect(body).toMatchObject({
        label: 'Tasks',
        item_name: 'task',
        project: { id: report.project?.id },
        parent: null,
      })
      expect(body.fields.map((each: { name: string }) => each.name)).toEqual(['summary', 'status'])
      expect(imported.ok.ignored).toEqual(['tracker/timetracking'])
      expect(imported.ok.remarks.map(({ text }) => text)).toEqual([
        'Its 1 artifacts are left out: only project archives can contain artifacts',
        'parent_id="T479" names no tracker of the archive: the tracker gets no parent',
        'The time frame is left out: it comes from the tracker "T481", which is not there',
      ])
    })

    it.each([
      [
        'its name already exists',
        taskXml(),
        [
          'task.xml:2: The project has a tracker called "Tasks" already',
          'task.xml:2: The project has a tracker with the item_name "task" already',
        ],
      ],
      ['the root element is wrong', '<project/>', ['task.xml:1: The file holds <project> instead of <tracker>']],
      ['the XML is malformed', '<tracker>\n<name>', [expect.stringMatching(/^task\.xml:2: Unclosed tag/)]],
    ])('is rejected when %s', async (_, xml, problems) => {
      const before = await server.rowCounts()
      const result = await importTracker(server.world, { project: 'apollo', xml, fileName: 'task.xml', caller: system })
      expect(getImportProblems(result)).toEqual(problems)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('fixes defects as in an archive: invalid references, unknown users and types, repeated names', async () => {
      const imported = await importTracker(server.world, {
        project: 'apollo',
        xml: taskXml({
          name: 'Cured',
          itemName: 'cured',
          fields: [
            buildField('column', 'F3', 'struct0'),
            buildField('column', 'F4', 'struct0'),
            '<externalField></externalField>',
            buildField('sb', 'F5', 'who', [
              '<bind type="users"><items><item label="group_members"/></items><default_values><value format="username">ghost</value></default_values></bind>',
            ]),
          ],
          parts: ['<semantics><semantic type="title">\n<field REF="F77"/>\n</semantic></semantics>'],
          permissions: openFields('F5'),
        }),
        caller: system,
      })
      if ('problems' in imported) throw new Error(getImportProblems(imported).join('\n'))
      const { body } = await server.as('admin').get(`trackers/${imported.ok.tracker}`)
      expect(body.fields.map((each: { name: string }) => each.name)).toEqual(['struct0', 'struct0_1', 'who'])
      expect(imported.ok.remarks.map(({ text }) => text)).toEqual([
        'The name "struct0" occurs again in its tracker: it becomes "struct0_1"',
        '<externalField> has no type: it is left out',
        'A default value is left out: there is no account ghost',
        'parent_id="T479" names no tracker of the archive: the tracker gets no parent',
        '<field REF="F77"> names no form element of its tracker: it is left out',
      ])
    })

    it('writes nothing when it is only checked', async () => {
      const before = await server.rowCounts()
      const xml = taskXml({ name: 'Other', itemName: 'other' })
      const result = await importTracker(server.world, { project: 'apollo', xml, check: true, caller: system })
      expect('ok' in result && result.ok.tracker).toBeNull()
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is restricted to administrators of an existing project', async () => {
      const before = await server.rowCounts()
      await expect(
        importTracker(server.world, { project: 'nowhere', xml: taskXml(), caller: system }),
      ).rejects.toMatchObject({ kind: 'absent' })
      await expect(
        importTracker(server.world, { project: 'apollo', xml: taskXml(), caller: { kind: 'anonymous' } }),
      ).rejects.toMatchObject({ kind: 'forbidden' })
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
