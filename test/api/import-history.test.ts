import { describe, expect, it } from 'vitest'
import {
  buildArtifact,
  buildChange,
  buildChangeset,
  buildComment,
  buildField,
  buildFile,
  buildGroup,
  buildStaticBind,
  buildTracker,
  buildUsersBind,
  buildValue,
  createArchive,
  expectImported,
  openFields,
} from '../kit/archive.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

const users = [
  { id: 201, login: 'mira' },
  { id: 202, login: 'ole', ldapId: 'ldap-ole' },
]
const groups = [
  buildGroup('project_admins', ['mira']),
  buildGroup('project_members', ['mira', 'ole']),
  buildGroup('testers', ['ole']),
]

const fields = [
  buildField('string', 'F1', 'summary'),
  buildField('text', 'F2', 'details'),
  buildField('int', 'F3', 'points'),
  buildField('float', 'F4', 'hours'),
  buildField('date', 'F5', 'due'),
  buildField('sb', 'F6', 'status', [buildStaticBind({ V201: 'Open', V202: 'Fixed' })]),
  buildField('msb', 'F7', 'assignees', [buildUsersBind('group_members')]),
  buildField('tbl', 'F8', 'tags', [buildStaticBind({ V301: 'red', V302: 'blue' })]),
  buildField('file', 'F9', 'attachments'),
  buildField('art_link', 'F10', 'links'),
  buildField('perm', 'F11', 'access'),
  buildField('computed', 'F12', 'effort'),
  buildField('string', 'F13', 'unused', [], { use_it: 0 }),
  buildField('ttmstepdef', 'F14', 'steps'),
  buildField('cb', 'F15', 'checks', [buildStaticBind({ V401: 'a', V402: 'b' })]),
]
const permissions = openFields(...fields.map((_, index) => `F${index + 1}`))

const bugs = (...artifacts: readonly string[]) =>
  buildTracker({ id: 'T1', name: 'Bugs', itemName: 'bug', fields, permissions, artifacts })

const day = (n: number): string => `2026-02-${String(n).padStart(2, '0')}T10:00:00+01:00`
const title = (text: string): string => buildChange('summary', 'string', [buildValue(text)])

let shortNameCount = 0
const shortName = (): string => `rules-${++shortNameCount}`

/** Imports a project with one tracker, and returns the report, and the artifacts as an administrator reads them. */
async function importBugs(
  server: TestServer,
  artifacts: readonly string[],
  files: Readonly<Record<string, string>> = {},
) {
  const archive = await createArchive({ shortName: shortName(), users, groups, trackers: [bugs(...artifacts)], files })
  try {
    const report = expectImported(await archive.import(server.world))
    const client = server.as('admin')
    const project = report.project?.id
    const [trackerBody] = (await client.get(`projects/${project}/trackers?representation=minimal`)).body
    const list = (await client.get(`trackers/${trackerBody.id}/artifacts?limit=50&values=all`)).body
    const readValue = (index: number, label: string) =>
      list[index].values.find((each: { label: string }) => each.label === `The ${label}`)
    const historyOf = async (index: number) =>
      (await client.get(`artifacts/${list[index].id}/changesets?limit=50`)).body
    return {
      report,
      list,
      shown: readValue,
      historyOf,
      archive,
      project,
      texts: report.remarks.map(({ text }) => text),
    }
  } finally {
    await archive.remove()
  }
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  describe('an imported history (docs/api/archive-format.md §3.4)', () => {
    it('rule 1: the oldest changeset determines submitter and date; an artifact without changesets is skipped', async () => {
      const { list, report, texts } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('ole', day(9), [title('later')]),
          buildChangeset('mira', day(2), [title('first')]),
        ),
        buildArtifact(8),
      ])
      expect(list).toHaveLength(1)
      expect(list[0].submitted_by_user.username).toBe('mira')
      expect(list[0].submitted_on).toBe(day(2))
      expect(list[0].last_modified_date).toBe(day(9))
      expect(report.counts.artifacts).toBe(1)
      expect(texts).toContain('The artifact 8 has no changeset: it is left out')
    })

    it('keeps times at both ends of the calendar, which have years with four digits in responses', async () => {
      const due = (seconds: string) => buildChange('due', 'date', [buildValue(seconds, { format: 'seconds' })])
      const { list, historyOf } = await importBugs(server, [
        buildArtifact(7, buildChangeset('mira', '0001-01-01T00:00:00+14:00', [title('first'), due('-62135596800')])),
        buildArtifact(8, buildChangeset('mira', '9999-12-31T23:59:59-14:00', [title('last'), due('253402300799')])),
      ])
      const fourDigits = /^(0001|9999)-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
      for (const [index, { id, submitted_on, last_modified_date, values }] of list.entries()) {
        const { field_id, value: date } = values.find((each: { label: string }) => each.label === 'The due')
        const [{ submitted_on: inHistory }] = await historyOf(index)
        for (const time of [submitted_on, last_modified_date, date, inHistory]) expect(time).toMatch(fourDigits)
        const response = await server.as('admin').get(`artifacts/${id}`)
        expect(Date.parse(`${response.headers['last-modified']}`)).not.toBeNaN()
        // The unchanged date is accepted.
        const put = await server.as('admin').put(`artifacts/${id}`, { values: [{ field_id, value: date }] })
        expect([put.status, put.text]).toEqual([200, ''])
      }
    })

    it('rule 2: changesets are sorted by date; those of the same date keep their order', async () => {
      const { shown, historyOf } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('mira', day(1), [title('one')]),
          buildChangeset('mira', day(5), [title('four')]),
          buildChangeset('mira', day(3), [title('two')]),
          buildChangeset('mira', day(3), [title('three')]),
        ),
      ])
      const history = await historyOf(0)
      expect(history.map((each: { submitted_on: string }) => each.submitted_on)).toEqual([
        day(1),
        day(3),
        day(3),
        day(5),
      ])
      expect(shown(0, 'summary').value).toBe('four')
    })

    it('rule 3: values are imported regardless of workflow, required fields and permissions', async () => {
      const strict = buildTracker({
        id: 'T1',
        fields: [
          buildField('string', 'F1', 'summary', [], { required: 1 }),
          buildField('sb', 'F6', 'status', [buildStaticBind({ V201: 'Open', V202: 'Fixed' })]),
        ],
        parts: [
          '<workflow><field_id REF="F6"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V201"/></transition></transitions></workflow>',
        ],
        artifacts: [
          buildArtifact(
            7,
            buildChangeset('mira', day(1), [
              buildChange('status', 'list', [buildValue('202', { format: 'id' })], { bind: 'static' }),
            ]),
          ),
        ],
      })
      const archive = await createArchive({ shortName: shortName(), users, groups, trackers: [strict] })
      const report = expectImported(await archive.import(server.world))
      const [trackerBody] = (
        await server.as('admin').get(`projects/${report.project?.id}/trackers?representation=minimal`)
      ).body
      const [bug] = (await server.as('admin').get(`trackers/${trackerBody.id}/artifacts?values=all`)).body
      expect(bug.values.find((each: { label: string }) => each.label === 'The status').values[0].label).toBe('Fixed')
      await archive.remove()
    })

    it('rule 4: unknown, unused and invalid values are skipped with a remark; an unknown type of change skips its changeset', async () => {
      const { shown, report, texts, archive } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('mira', day(1), [
            title('kept'),
            buildChange('nowhere', 'string', [buildValue('x')]),
            buildChange('unused', 'string', [buildValue('x')]),
            buildChange('points', 'int', [buildValue('many')]),
          ]),
          buildChangeset('mira', day(2), [title('dropped'), buildChange('summary', 'riddle', [buildValue('x')])]),
        ),
      ])
      expect(shown(0, 'summary').value).toBe('kept')
      expect(shown(0, 'points')?.value ?? null).toBeNull()
      expect(report.counts.changesets).toBe(1)
      expect(texts).toEqual(
        expect.arrayContaining([
          'The value of "nowhere" is skipped: the tracker has no such field',
          'The value of "unused" is skipped: the field is not used',
          expect.stringContaining('"many"'),
          'The changeset is left out: "riddle" is not a type of change',
        ]),
      )
      expect(report.remarks.find(({ text }) => `${text}`.includes('nowhere'))?.line).toBe(archive.lineOf('nowhere'))
    })

    it('rule 5: a first changeset without usable fields is imported empty, with its comment', async () => {
      const { historyOf, report } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset(
            'mira',
            day(1),
            [buildChange('nowhere', 'string', [buildValue('x')])],
            [buildComment('mira', day(1), 'first words')],
          ),
          buildChangeset('mira', day(2), [title('now')]),
        ),
      ])
      const history = await historyOf(0)
      expect(history).toHaveLength(2)
      expect(history[0].last_comment.body).toBe('first words')
      expect(report.counts.comments).toBe(1)
    })

    it('rule 6: a later changeset without changes is skipped unless it has a comment', async () => {
      const { report, historyOf } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('mira', day(1), [title('same')]),
          buildChangeset('mira', day(2), [title('same')]),
          buildChangeset('mira', day(3), [title('same')], [buildComment('ole', day(3), '   ')]),
          buildChangeset('ole', day(4), [title('same')], [buildComment('ole', day(4), 'a comment')]),
        ),
      ])
      expect(report.counts.changesets).toBe(2)
      const history = await historyOf(0)
      expect(history.map((each: { last_comment: { body: string } }) => each.last_comment.body)).toEqual([
        '',
        'a comment',
      ])
    })

    it('rule 6: comments are trimmed; the first one has author and date of its changeset, edits have their own', async () => {
      const { historyOf, report } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('mira', day(1), [title('x')], [buildComment('ole', day(9), '\n   indented\n  ')]),
          buildChangeset(
            'mira',
            day(2),
            [],
            [
              buildComment('ole', day(8), ' one '),
              buildComment('ole', day(9), '\ttwo\u00A0\n'),
              buildComment('ole', day(9), '  '),
            ],
          ),
        ),
      ])
      const history = await historyOf(0)
      expect(history.map((each: { last_comment: { body: string } }) => each.last_comment.body)).toEqual([
        'indented',
        'two\u00A0',
      ])
      const rows = await server.world.db.read
        .selectFrom('comment')
        .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
        .innerJoin('user', 'user.id', 'comment.submitted_by')
        .innerJoin('artifact', 'artifact.id', 'changeset.artifact_id')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['comment.body', 'user.login', 'comment.submitted_on'])
        .where('tracker.project_id', '=', report.project?.id ?? (0 as never))
        .orderBy('comment.id')
        .execute()
      const at = (n: number): number => Date.parse(day(n)) / 1000
      expect(rows.map((row) => [row.body, row.login, Number(row.submitted_on)])).toEqual([
        ['indented', 'mira', at(1)],
        ['one', 'mira', at(2)],
        ['two\u00A0', 'ole', at(9)],
      ])
    })

    it('rule 7: an unknown author of a later changeset or comment becomes anonymous', async () => {
      const { list, report, texts } = await importBugs(server, [
        buildArtifact(
          7,
          buildChangeset('mira', day(1), [title('x')]),
          buildChangeset(
            'zoe',
            day(2),
            [title('y')],
            [buildComment('zoe', day(2), 'first'), buildComment('zed', day(3), 'edited')],
          ),
        ),
      ])
      expect(list[0].title ?? list[0].values).toBeDefined()
      expect(report.counts).toMatchObject({ changesets: 2, comments: 2 })
      expect(texts).toEqual(
        expect.arrayContaining([
          'The user zoe is not in users.xml: the author becomes anonymous',
          'The user zed is not in users.xml: the author becomes anonymous',
        ]),
      )
      const rows = await server.world.db.read
        .selectFrom('changeset')
        .select(['submitted_by', 'submitted_email'])
        .where('artifact_id', '=', list[0].id)
        .orderBy('id')
        .execute()
      expect(rows[1]).toEqual({ submitted_by: null, submitted_email: 'zoe' })
    })

    it('rule 4: names of fields are compared without case and surrounding blanks', async () => {
      const { shown } = await importBugs(server, [
        buildArtifact(7, buildChangeset('mira', day(1), [buildChange(' SUMMARY ', 'string', [buildValue('kept')])])),
      ])
      expect(shown(0, 'summary').value).toBe('kept')
    })

    it('rule 4: a list of users accepts a user that its bind does not contain', async () => {
      const archive = await createArchive({
        shortName: shortName(),
        users,
        groups: [buildGroup('project_members', ['mira'])],
        trackers: [
          bugs(
            buildArtifact(
              1,
              buildChangeset('mira', day(1), [
                buildChange('assignees', 'list', [buildValue('ole', { format: 'username' })], { bind: 'users' }),
              ]),
            ),
          ),
        ],
      })
      const report = expectImported(await archive.import(server.world))
      await archive.remove()
      const [trackerBody] = (
        await server.as('admin').get(`projects/${report.project?.id}/trackers?representation=minimal`)
      ).body
      const [bug] = (await server.as('admin').get(`trackers/${trackerBody.id}/artifacts?values=all`)).body
      const field = bug.values.find((each: { label: string }) => each.label === 'The assignees')
      expect(field.values.map((each: { username: string }) => each.username)).toEqual(['ole'])
    })

    it('rule 7: users are found by login, id, LDAP id and email address; an unknown email address is kept', async () => {
      const changesetBy = (format: string, reference: string, on: string) =>
        `<changeset><submitted_by format="${format}">${reference}</submitted_by><submitted_on format="ISO8601">${on}</submitted_on><comments/></changeset>`
      const { list } = await importBugs(server, [
        buildArtifact(1, changesetBy('username', 'mira', day(1))),
        buildArtifact(2, changesetBy('id', '202', day(1))),
        buildArtifact(3, changesetBy('ldap', 'ldap-ole', day(1))),
        buildArtifact(4, changesetBy('email', 'mira@example.com', day(1))),
        buildArtifact(5, changesetBy('email', 'stranger@example.com', day(1))),
        buildArtifact(6, changesetBy('username', 'None', day(1))),
      ])
      const authors = list.map((each: { submitted_by_user: { username: string } }) => each.submitted_by_user.username)
      expect(authors.slice(0, 4)).toEqual(['mira', 'ole', 'ole', 'mira'])
      const rows = await server.world.db.read
        .selectFrom('artifact')
        .select(['submitted_by', 'submitted_email'])
        .where('id', 'in', [list[4].id, list[5].id])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { submitted_by: null, submitted_email: 'stranger@example.com' },
        { submitted_by: 100, submitted_email: null },
      ])
    })

    it('rule 8: static values are found by id with or without V, otherwise by label; an unknown label is "None"', async () => {
      const status = (text: string, format?: string) =>
        buildChange('status', 'list', [buildValue(text, format === undefined ? {} : { format })], { bind: 'static' })
      const { shown } = await importBugs(server, [
        buildArtifact(1, buildChangeset('mira', day(1), [status('202', 'id')])),
        buildArtifact(2, buildChangeset('mira', day(1), [status('V202', 'id')])),
        buildArtifact(3, buildChangeset('mira', day(1), [status('Fixed')])),
        buildArtifact(4, buildChangeset('mira', day(1), [status('Unheard')])),
        buildArtifact(
          5,
          buildChangeset('mira', day(1), [
            buildChange('checks', 'list', [buildValue('401', { format: 'id' }), buildValue('402', { format: 'id' })], {
              bind: 'static',
            }),
          ]),
        ),
        buildArtifact(
          6,
          buildChangeset('mira', day(1), [
            buildChange(
              'assignees',
              'list',
              [buildValue('mira', { format: 'username' }), buildValue('ldap-ole', { format: 'ldap' })],
              { bind: 'users' },
            ),
          ]),
        ),
      ])
      expect([0, 1, 2].map((index) => shown(index, 'status').values[0].label)).toEqual(['Fixed', 'Fixed', 'Fixed'])
      expect(shown(3, 'status').bind_value_ids).toEqual([])
      expect(shown(4, 'checks').values.map((each: { label: string }) => each.label)).toEqual(['a', 'b'])
      expect(shown(5, 'assignees').values.map((each: { username: string }) => each.username)).toEqual(['mira', 'ole'])
    })

    it('rule 9: an open list accepts its static values, existing open values and new ones', async () => {
      const tags = (...values: string[]) => buildChange('tags', 'open_list', values, { bind: 'static' })
      const { shown } = await importBugs(server, [
        buildArtifact(
          1,
          buildChangeset('mira', day(1), [
            tags(buildValue('b302', { format: 'id' }), buildValue('teal', { format: 'label' })),
          ]),
        ),
        buildArtifact(
          2,
          buildChangeset('mira', day(1), [
            tags(buildValue('red', { format: 'label' }), buildValue('Teal', { format: 'label' })),
          ]),
        ),
      ])
      expect(shown(0, 'tags').bind_value_ids).toEqual(['blue', 'teal'])
      expect(shown(1, 'tags').bind_value_ids).toEqual(['red', 'teal'])
      const openValueId = (index: number) =>
        shown(index, 'tags').bind_value_objects.find((each: { label: string }) => each.label === 'teal').id
      expect(openValueId(0)).toBe(openValueId(1))
    })

    it('rule 10: a file is created once for the first changeset that refers to it; HTML links are rewritten', async () => {
      const files = (...keys: string[]) =>
        buildChange(
          'attachments',
          'file',
          keys.map((key) => `<value ref="${key}"/>`),
        )
      const html = (fileName: string) =>
        `<p><img src="/plugins/tracker/attachments/${fileName}"> /plugins/tracker/attachments/31-a.txt</p>`
      const { shown, report, list, historyOf } = await importBugs(
        server,
        [
          buildArtifact(
            1,
            buildChangeset('mira', day(1), [files('fileinfo_31')]),
            buildChangeset(
              'ole',
              day(2),
              [files('fileinfo_32')],
              [buildComment('ole', day(2), html('31-a.txt'), 'html')],
            ),
            buildChangeset('ole', day(3), [
              files('fileinfo_31', 'fileinfo_32'),
              buildChange('details', 'text', [buildValue(html('32-b%20c.txt'), { format: 'html' })]),
            ]),
            buildFile('fileinfo_31', 'a.txt', 'data/Artifact31'),
            buildFile('fileinfo_32', 'b c.txt', 'data/Artifact32'),
          ),
        ],
        { 'data/Artifact31': 'first', 'data/Artifact32': 'second' },
      )
      expect(report.counts.files).toBe(2)
      const attached = shown(0, 'attachments').file_descriptions
      expect(attached.map((each: { name: string }) => each.name)).toEqual(['a.txt', 'b c.txt'])
      expect(attached.map((each: { size: number }) => each.size)).toEqual([5, 6])
      const history = await historyOf(0)
      expect(attached.map((each: { submitted_by: number }) => each.submitted_by)).toEqual(
        [0, 1].map((index) => history[index].submitted_by),
      )
      expect(history[0].submitted_by).not.toBe(history[1].submitted_by)
      // The third changeset changes nothing in the files.
      expect(history).toHaveLength(3)
      const filePath = `/plugins/tracker/attachments/${attached[0].id}-a.txt`
      expect(history[1].last_comment.body).toContain(`src="${filePath}"`)
      expect(shown(0, 'details').value).toContain(`src="/plugins/tracker/attachments/${attached[1].id}-b%20c.txt"`)
      const blobs = await server.world.db.read
        .selectFrom('file')
        .select('blob')
        .where('artifact_id', '=', list[0].id)
        .execute()
      const bytes = await Promise.all(
        blobs.map(async ({ blob }) =>
          Buffer.concat(await Array.fromAsync(server.world.files.read(blob ?? ''))).toString(),
        ),
      )
      expect(bytes).toEqual(['first', 'second'])
    })

    it('rule 10: a file that was removed later may have no content; it is skipped with a remark', async () => {
      const { shown, report, texts } = await importBugs(server, [
        buildArtifact(
          1,
          buildChangeset('mira', day(1), [
            title('x'),
            buildChange('attachments', 'file', ['<value ref="fileinfo_41"/>']),
          ]),
          buildChangeset('mira', day(2), [buildChange('attachments', 'file', [])]),
          buildFile('fileinfo_41', 'gone.txt', 'data/Artifact41'),
        ),
      ])
      expect(shown(0, 'attachments').file_descriptions).toEqual([])
      expect(report.counts.files).toBe(0)
      expect(texts).toContain(
        'The file data/Artifact41 of "gone.txt" is not in the archive: it was removed later and is left out',
      )
    })

    it('rule 11: links refer to the new artifacts, also to later ones; unknown artifacts are skipped, unknown types are created', async () => {
      const links = (...values: [string, string][]) =>
        buildChange(
          'links',
          'art_link',
          values.map(([type, id]) => buildValue(id, { nature: type })),
        )
      const { list, shown, report, texts } = await importBugs(server, [
        buildArtifact(
          71,
          buildChangeset('mira', day(1), [links(['_is_child', '73'], ['', '72'], ['related', '72'], ['', '999'])]),
        ),
        buildArtifact(
          72,
          buildChangeset('mira', day(1), [links(['', '71'])]),
          buildChangeset('mira', day(2), [links(['', '73'])]),
        ),
        buildArtifact(73, buildChangeset('mira', day(1), [title('last')])),
      ])
      expect(shown(0, 'links').links.map((each: { id: number; type: string | null }) => [each.id, each.type])).toEqual([
        [list[2].id, '_is_child'],
        [list[1].id, 'related'],
      ])
      expect(shown(1, 'links').links.map((each: { id: number }) => each.id)).toEqual([list[2].id])
      expect(report.counts.links).toBe(3)
      expect(texts).toEqual(
        expect.arrayContaining([
          'The site does not have the link type "related": it is created',
          'Links to the artifact "999" are left out: it is not in the archive',
        ]),
      )
    })

    it('rule 12: permissions refer to groups of the project; unknown groups are skipped', async () => {
      const perm = (use: 0 | 1, ...names: string[]) =>
        `<field_change field_name="access" type="permissions_on_artifact" use_perm="${use}">${names.map((name) => `<ugroup ugroup_name="${name}"/>`).join('')}</field_change>`
      const { shown, texts } = await importBugs(server, [
        buildArtifact(
          1,
          buildChangeset('mira', day(1), [perm(1, 'ugroup_project_members_name_key', 'testers', 'ghosts')]),
        ),
        buildArtifact(2, buildChangeset('mira', day(1), [perm(0)])),
        // A restricted artifact must not become visible because its groups are unknown.
        buildArtifact(3, buildChangeset('mira', day(1), [perm(1, 'ghosts')])),
      ])
      expect(shown(0, 'access').granted_groups).toEqual(['project_members', 'testers'])
      expect(shown(1, 'access').granted_groups).toEqual([])
      expect(shown(2, 'access').granted_groups).toEqual(['project_admins'])
      expect(texts).toContain('"ghosts" is not a user group of the project: it is left out')
    })

    it('rule 13: private comments keep the groups that exist in the project', async () => {
      const { historyOf, texts } = await importBugs(server, [
        buildArtifact(
          1,
          buildChangeset('mira', day(1), [title('x')]),
          buildChangeset('ole', day(2), [], [buildComment('ole', day(2), 'hush', 'commonmark', ['testers', 'ghosts'])]),
          buildChangeset('ole', day(3), [], [buildComment('ole', day(3), 'deeper', 'text', ['ghosts'])]),
          buildChangeset(
            'ole',
            day(4),
            [],
            [buildComment('ole', day(4), 'one', 'text'), buildComment('mira', day(5), 'two', 'text')],
          ),
        ),
      ])
      const history = await historyOf(0)
      const comments = history.map(
        (each: { last_comment: { body: string; ugroups: { label: string }[] | null } }) => each.last_comment,
      )
      expect(comments[1].ugroups.map((each: { label: string }) => each.label)).toEqual(['testers'])
      // All groups are unknown, so only administrators see the comment.
      expect(comments[2].ugroups.map((each: { short_name: string }) => each.short_name)).toEqual(['project_admins'])
      // docs/api/archive-format.md §3.2: further comments of a changeset are edits of the same one.
      expect(comments[3].body).toBe('two')
      expect(history[3].last_modified_by.username).toBe('mira')
      expect(texts).toContain('"ghosts" is not a user group of the project: it is left out')
    })

    it('rule 13: a private comment stays private if the tracker has no private comments', async () => {
      const open = buildTracker({
        id: 'T1',
        attributes: { use_private_comments: 0 },
        fields,
        permissions,
        artifacts: [
          buildArtifact(
            1,
            buildChangeset('mira', day(1), [title('x')]),
            buildChangeset('ole', day(2), [], [buildComment('ole', day(2), 'a comment', 'text', ['testers'])]),
          ),
        ],
      })
      const archive = await createArchive({ shortName: shortName(), users, groups, trackers: [open] })
      const report = expectImported(await archive.import(server.world))
      const rows = await server.world.db.read
        .selectFrom('comment')
        .innerJoin('changeset', 'changeset.id', 'comment.changeset_id')
        .innerJoin('artifact', 'artifact.id', 'changeset.artifact_id')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select(['comment.body', 'comment.groups'])
        .where('tracker.project_id', '=', report.project?.id ?? (0 as never))
        .execute()
      const [testers] = await server.world.db.read
        .selectFrom('user_group')
        .select('id')
        .where('project_id', '=', report.project?.id ?? (0 as never))
        .execute()
      expect(rows).toEqual([{ body: 'a comment', groups: `[${testers?.id}]` }])
      await archive.remove()
    })

    it('docs/api/archive-format.md §3.3: every encoding of a value is supported', async () => {
      const { shown } = await importBugs(server, [
        buildArtifact(
          1,
          buildChangeset('mira', day(1), [
            buildChange('points', 'int', [buildValue('5')]),
            buildChange('hours', 'float', [buildValue('2.5')]),
            buildChange('due', 'date', [buildValue('2026-04-01T00:00:00+02:00', { format: 'ISO8601' })]),
            buildChange('details', 'text', [buildValue('**bold**', { format: 'commonmark' })]),
            `<field_change field_name="effort" type="computed"><manual_value>${'<![CDATA[5]]>'}</manual_value></field_change>`,
            '<external_field_change field_name="steps" type="ttmstepdef"><step><description format="text">do</description><expected_results format="html">&lt;p&gt;done&lt;/p&gt;</expected_results></step></external_field_change>',
          ]),
          buildChangeset('mira', day(2), [
            buildChange('points', 'int', [buildValue('')]),
            buildChange('due', 'date', [buildValue('1970-01-01T01:00:00+01:00', { format: 'ISO8601' })]),
            '<field_change field_name="effort" type="computed"><is_autocomputed>1</is_autocomputed></field_change>',
          ]),
        ),
        buildArtifact(
          2,
          buildChangeset('mira', day(1), [
            buildChange('due', 'date', [buildValue('2026-04-01T00:00:00+02:00', { format: 'ISO8601' })]),
          ]),
        ),
      ])
      expect(shown(0, 'points').value).toBeNull()
      expect(shown(0, 'hours').value).toBe(2.5)
      expect(shown(0, 'due').value).toBeNull()
      expect(shown(1, 'due').value).toBe('2026-04-01T00:00:00+02:00')
      expect(shown(0, 'details').commonmark).toBe('**bold**')
      expect(shown(0, 'effort').is_autocomputed).toBe(true)
      expect(shown(0, 'steps').value).toMatchObject([{ description: expect.stringContaining('do'), rank: 1 }])
    })
  })
})
