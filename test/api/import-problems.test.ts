import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type ArchiveContent,
  buildArtifact,
  buildChange,
  buildChangeset,
  buildField,
  buildFile,
  buildGroup,
  buildStaticBind,
  buildTracker,
  buildUsersBind,
  createArchive,
  expectImported,
  getImportProblems,
  type TestArchive,
} from '../kit/archive.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const users = [
  { id: 201, login: 'mira' },
  { id: 202, login: 'ole' },
]
const on = '2026-02-02T09:14:03+01:00'
const list = buildField('sb', 'F2', 'status', [buildStaticBind({ V1: 'Open', V2: 'Fixed' })])

const bugs = (more: Partial<Parameters<typeof buildTracker>[0]> = {}): string =>
  buildTracker({
    id: 'T1',
    name: 'Bugs',
    itemName: 'bug',
    fields: [buildField('string', 'F1', 'summary'), list],
    ...more,
  })

const withArtifact = (...content: string[]): ArchiveContent => ({
  users,
  trackers: [
    bugs({
      fields: [
        buildField('string', 'F1', 'summary'),
        buildField('file', 'F3', 'files'),
        buildField('msb', 'F4', 'who', [buildUsersBind('group_members')]),
      ],
      artifacts: [buildArtifact(1, ...content)],
    }),
  ],
})
const files = (...keys: string[]): string[] => [
  buildChange(
    'files',
    'file',
    keys.map((key) => `<value ref="${key}"/>`),
  ),
]

/** The problem, the archive, a text of the reported line (or the line number), and the message. */
const invalidArchives: readonly (readonly [string, ArchiveContent, string | number | null, string | RegExp])[] = [
  [
    'the XML is malformed',
    { users, trackers: ['<tracker id="T1"><name>Bugs</tracker>'] },
    '<tracker id="T1">',
    /^Unexpected close tag|nclosed tag|unexpected/i,
  ],
  ['the file is cut off', { users, projectXml: '<project unix-name="apollo">\n<trackers>\n' }, 3, /nclosed tag/],
  [
    'the root element is wrong',
    { users, projectXml: '<projects/>' },
    1,
    'The file holds <projects> instead of <project>',
  ],
  ['there is a DOCTYPE', { users, projectXml: '<!DOCTYPE project [<!ENTITY a "b">]>\n<project/>' }, 1, /DOCTYPE/],
  [
    'a required attribute is missing',
    { users, attributes: { 'full-name': undefined } },
    '<project',
    '<project> needs the attribute full-name',
  ],
  [
    'the short name has invalid characters',
    { users, shortName: 'a.b' },
    '<project',
    'The short name "a.b" must consist of letters, digits, "_" and "-"; import with another short name',
  ],
  [
    'the short name is too long',
    { users, shortName: 'x'.repeat(256) },
    '<project',
    'The short name has 256 characters; at most 255 can be stored',
  ],
  [
    'a project has the short name',
    { users, shortName: 'Taken' },
    '<project',
    'Project shortname is invalid. The reason is: Short name already exists',
  ],
  [
    'a service has no name',
    { users, services: ['<service enabled="1"/>'] },
    '<service enabled="1"/>',
    '<service> needs the attribute shortname',
  ],
  [
    'a service of the project has no short name, not even an empty one',
    { users, services: ['<project-defined-service enabled="1" label="Forum" link="/forum"/>'] },
    '<project-defined-service',
    '<project-defined-service> needs the attribute shortname, which may be empty',
  ],
  [
    'a member is not in users.xml',
    { users, groups: [buildGroup('project_members', ['zoe'])] },
    'zoe',
    'The user zoe is not in users.xml',
  ],
  [
    'a member is given by email address',
    {
      users,
      groups: [
        '<ugroup name="project_members" description=""><members><member format="email">a@b.c</member></members></ugroup>',
      ],
    },
    'a@b.c',
    'A member is named by username, ldap or id, not by e-mail: a@b.c',
  ],
  [
    'a tracker has no name',
    { users, trackers: ['<tracker id="T1"><item_name>bug</item_name></tracker>'] },
    '<tracker id="T1">',
    'A tracker needs a <name>',
  ],
  [
    'an item_name has invalid characters',
    { users, trackers: [bugs({ itemName: 'my bug' })] },
    '<tracker id="T1"',
    'The item_name "my bug" may only contain letters, digits and _',
  ],
  [
    'two trackers have the same id',
    { users, trackers: [bugs(), bugs({ name: 'Other', itemName: 'other', fields: [] })] },
    null,
    'The id "T1" is given twice',
  ],
  [
    'two trackers have the same name',
    { users, trackers: [bugs(), buildTracker({ id: 'T2', name: 'bugs', itemName: 'other', fields: [] })] },
    '<tracker id="T2"',
    'Two trackers are called "bugs"',
  ],
  [
    'two trackers have the same item_name',
    { users, trackers: [bugs(), buildTracker({ id: 'T2', itemName: 'bug', fields: [] })] },
    '<tracker id="T2"',
    'Two trackers have the item_name "bug"',
  ],
  [
    'an element has no type',
    {
      users,
      trackers: [bugs({ fields: ['<formElement ID="F9" rank="1"><name>x</name><label>x</label></formElement>'] })],
    },
    'F9',
    '<formElement> needs the attribute type',
  ],
  [
    'an element has no rank',
    {
      users,
      trackers: [bugs({ fields: ['<formElement type="string" ID="F9"><name>x</name><label>x</label></formElement>'] })],
    },
    'F9',
    '<formElement> needs the attribute rank',
  ],
  [
    'two elements have the same id',
    { users, trackers: [bugs({ fields: [buildField('string', 'F1', 'x'), buildField('int', 'F1', 'y')] })] },
    'type="int"',
    'The id "F1" is given twice',
  ],
  [
    'a list has no bind',
    { users, trackers: [bugs({ fields: [buildField('sb', 'F9', 'x')] })] },
    'F9',
    'The list x needs a <bind>',
  ],
  [
    'a list value has no id',
    {
      users,
      trackers: [
        bugs({
          fields: [buildField('sb', 'F9', 'x', ['<bind type="static"><items>\n<item label="odd"/>\n</items></bind>'])],
        }),
      ],
    },
    'odd',
    '<item> needs the attribute ID',
  ],
  [
    'a date is invalid',
    withArtifact(buildChangeset('mira', 'yesterday')),
    'yesterday',
    'Invalid date format not ISO8601: yesterday',
  ],
  [
    'a date does not exist',
    withArtifact(buildChangeset('mira', '2026-02-30T10:00:00+01:00')),
    '2026-02-30',
    'Invalid date format not ISO8601: 2026-02-30T10:00:00+01:00',
  ],
  ['an author is not in users.xml', withArtifact(buildChangeset('zoe', on)), 'zoe', 'The user zoe is not in users.xml'],
  [
    'an author has an unknown reference format',
    withArtifact(
      '<changeset>\n<submitted_by format="nick">zoe</submitted_by>\n<submitted_on format="ISO8601">2026-02-02T09:14:03+01:00</submitted_on><comments/></changeset>',
    ),
    'nick',
    'The user zoe is not in users.xml',
  ],
  [
    'a changeset has no date',
    withArtifact('<changeset><submitted_by format="username">mira</submitted_by></changeset>'),
    '<changeset>',
    '<changeset> needs a <submitted_on>',
  ],
  [
    'a file path leads out of the archive',
    withArtifact(buildChangeset('mira', on, files('fileinfo_1')), buildFile('fileinfo_1', 'a.txt', '../../etc/passwd')),
    '<file id',
    'The archive names "../../etc/passwd", which leads out of the archive by ..',
  ],
]

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  const withArchive = async (content: ArchiveContent, use: (archive: TestArchive) => Promise<void>) => {
    const archive = await createArchive(content)
    try {
      await use(archive)
    } finally {
      await archive.remove()
    }
  }

  describe('an invalid archive', () => {
    beforeAll(() =>
      withArchive({ users, shortName: 'taken' }, async (archive) => {
        expectImported(await archive.import(server.world))
      }),
    )

    it.each(invalidArchives)('is rejected with the line when %s, and nothing is written', (_, content, at, text) =>
      withArchive(content, async (archive) => {
        const before = await server.rowCounts()
        const result = await archive.import(server.world)
        const problems = getImportProblems(result)
        const foundProblems = 'problems' in result ? result.problems : []
        const matching = foundProblems.filter((each) =>
          typeof text === 'string' ? `${each.text}` === text : text.test(`${each.text}`),
        )
        expect(problems).toHaveLength(Math.max(1, problems.length))
        expect(matching, problems.join('\n')).not.toEqual([])
        if (at !== null) {
          const line = typeof at === 'number' ? at : archive.lineOf(at)
          expect(matching.map((each) => each.line)).toContain(line)
        }
        expect(await server.rowCounts()).toEqual(before)
        expect(await Array.fromAsync(server.world.files.list())).toEqual([])
      }),
    )

    it('is rejected without project.xml, and without users.xml', async () => {
      const archive = await createArchive({ usersXml: null, groups: [buildGroup('project_members', ['mira'])] })
      expect(getImportProblems(await archive.import(server.world))).toEqual(['users.xml: The archive has no users.xml'])
      await rm(join(archive.path, 'project.xml'))
      expect(getImportProblems(await archive.import(server.world))).toEqual([
        'project.xml: The archive has no project.xml',
        'users.xml: The archive has no users.xml',
      ])
      await archive.remove()
    })

    it('returns all its problems at once, in the order of the file', () =>
      withArchive(
        {
          users,
          shortName: 'a.b',
          groups: [buildGroup('project_members', ['zoe'])],
          trackers: [bugs({ itemName: 'my bug', artifacts: [buildArtifact(1, buildChangeset('zed', 'never'))] })],
        },
        async (archive) => {
          const problems = getImportProblems(await archive.import(server.world))
          expect(problems).toEqual([
            expect.stringMatching(/^project\.xml:2: The short name "a\.b" must consist/),
            `project.xml:${archive.lineOf('zoe')}: The user zoe is not in users.xml`,
            `project.xml:${archive.lineOf('<tracker id')}: The item_name "my bug" may only contain letters, digits and _`,
            `project.xml:${archive.lineOf('zed')}: The user zed is not in users.xml`,
            `project.xml:${archive.lineOf('never')}: Invalid date format not ISO8601: never`,
          ])
        },
      ))

    it.each([
      [
        'two have the same id',
        '<users>\n<user><id>1</id><username>a_a</username><realname/><email/><ldapid/></user>\n<user><id>1</id><username>b_b</username><realname/><email/><ldapid/></user></users>',
        'users.xml:3: Two users have the id 1',
      ],
      [
        'an element is missing',
        '<users>\n<user><id>1</id><username>a_a</username><realname/><email/></user></users>',
        'users.xml:2: <user> needs a <ldapid>, which may be empty',
      ],
      [
        'a login is missing',
        '<users>\n<user><id>1</id><username/><realname/><email/><ldapid/></user></users>',
        'users.xml:2: A user needs a <username>',
      ],
      [
        'a login has a colon',
        '<users>\n<user><id>1</id><username>a:b</username><realname/><email/><ldapid/></user></users>',
        'users.xml:2: The login "a:b" cannot be used: it holds a control character, ":" or "/"',
      ],
      [
        'a login has a slash',
        '<users>\n<user><id>1</id><username>a/b</username><realname/><email/><ldapid/></user></users>',
        'users.xml:2: The login "a/b" cannot be used: it holds a control character, ":" or "/"',
      ],
      [
        'a login has a control character',
        '<users>\n<user><id>1</id><username>a&#9;b</username><realname/><email/><ldapid/></user></users>',
        'users.xml:2: The login "a\\tb" cannot be used: it holds a control character, ":" or "/"',
      ],
      [
        'a login is too long',
        `<users>\n<user><id>1</id><username>${'x'.repeat(2601)}</username><realname/><email/><ldapid/></user></users>`,
        `users.xml:2: The login "${'x'.repeat(30)}…" has 2601 bytes; at most 2600 can be stored`,
      ],
      [
        'an email address is too long',
        `<users>\n<user><id>1</id><username>long</username><realname/><email>${'x'.repeat(2601)}</email><ldapid/></user></users>`,
        `users.xml:2: The email "${'x'.repeat(30)}…" has 2601 bytes; at most 2600 can be stored`,
      ],
      ['the root element is wrong', '<people/>', 'users.xml:1: The file holds <people> instead of <users>'],
      ['the XML is malformed', '<users>\n<user>', expect.stringMatching(/^users\.xml:2: Unclosed tag/)],
    ])('is rejected when in users.xml %s', (_, usersXml, problem) =>
      withArchive({ usersXml }, async (archive) => {
        const before = await server.rowCounts()
        expect(getImportProblems(await archive.import(server.world))).toContainEqual(problem)
        expect(await server.rowCounts()).toEqual(before)
      }),
    )

    it('is rejected in a zip file as in a directory', () =>
      withArchive({ users, shortName: 'a.b' }, async (archive) => {
        const zip = await archive.toZip()
        expect(getImportProblems(await zip.import(server.world))).toEqual(
          getImportProblems(await archive.import(server.world)),
        )
      }))
  })

  describe('a check of an archive', () => {
    it('returns the counts of an import and writes nothing', () =>
      withArchive(
        {
          users: [{ id: 1, login: 'sol' }, ...users],
          trackers: [bugs({ artifacts: [buildArtifact(1, buildChangeset('sol', on))] })],
        },
        async (archive) => {
          const before = await server.rowCounts()
          const report = expectImported(await archive.import(server.world, { check: true }))
          expect(report.project).toBeNull()
          expect(report.counts).toMatchObject({
            usersCreated: 1,
            usersMatched: 2,
            trackers: 1,
            fields: 2,
            values: 2,
            artifacts: 1,
          })
          expect(await server.rowCounts()).toEqual(before)
        },
      ))
  })

  describe('an import', () => {
    it('is forbidden to users who are not site administrators', () =>
      withArchive({ users }, async (archive) => {
        const before = await server.rowCounts()
        await expect(archive.import(server.world, { caller: { kind: 'anonymous' } })).rejects.toMatchObject({
          kind: 'forbidden',
        })
        expect(await server.rowCounts()).toEqual(before)
      }))
  })
})
