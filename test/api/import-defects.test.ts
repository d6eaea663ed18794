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
  buildValue,
  createArchive,
  expectImported,
  getImportProblems,
  openFields,
} from '../kit/archive.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createZipArchive, uploadArchive } from '../kit/uploaded-archive.ts'

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

const withParts = (...parts: string[]): ArchiveContent => ({ users, trackers: [bugs({ parts })] })
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

/** The defect, the archive, a text of the line that the remark names, and the remark. */
const defects: readonly (readonly [string, ArchiveContent, string, string])[] = [
  [
    'a flag has another value',
    { users, services: ['<service shortname="plugin_svn" enabled="maybe"/>'] },
    'maybe',
    'enabled="maybe" of <service> is neither true (1) nor false (0): it counts as 0',
  ],
  [
    'services contain another element',
    { users, services: ['<odd/>'] },
    '<odd/>',
    '<odd> is left out: it is not a kind of service',
  ],
  [
    'the icon is a text',
    { users, attributes: { 'icon-codepoint': 'abc' } },
    'abc',
    'The icon abc is not an emoji: the project gets no icon',
  ],
  [
    'the icon is escaped incorrectly',
    { users, attributes: { 'icon-codepoint': '"\\ud83d"' } },
    'ud83d',
    'The icon "\\ud83d" is not an emoji: the project gets no icon',
  ],
  [
    'a parent does not exist',
    { users, trackers: [bugs({ attributes: { parent_id: 'T9' } })] },
    '<tracker id="T1"',
    'parent_id="T9" names no tracker of the archive: the tracker gets no parent',
  ],
  [
    'the type of an element is unknown',
    { users, trackers: [bugs({ fields: [buildField('riddle', 'F1', 'x')] })] },
    'riddle',
    'The form element "x" has the type "riddle", which does not exist here: it is left out',
  ],
  [
    'a rank is no number',
    { users, trackers: [bugs({ fields: [buildField('string', 'F1', 'x', [], { rank: 'first' })] })] },
    'first',
    'rank="first" of <formElement> is not a whole number: it counts as 0',
  ],
  [
    'two elements have the same name',
    { users, trackers: [bugs({ fields: [buildField('string', 'F1', 'x'), buildField('int', 'F9', 'x')] })] },
    'F9',
    'The name "x" occurs again in its tracker: it becomes "x_1"',
  ],
  [
    'there are two fields of type art_link',
    { users, trackers: [bugs({ fields: [buildField('art_link', 'F1', 'x'), buildField('art_link', 'F9', 'y')] })] },
    'F9',
    'A tracker uses one form element of type art_link: "y" is imported with its history, and not in use',
  ],
  [
    'a form contains an unknown element',
    { users, trackers: [bugs({ fields: ['<widget/>'] })] },
    '<widget',
    '<widget> is not a form element: it is left out',
  ],
  [
    'a bind has no type',
    { users, trackers: [bugs({ fields: [buildField('sb', 'F9', 'x', ['<bind kind="odd"/>'])] })] },
    'odd',
    '"" is not a source of values: the list x gets values of its own',
  ],
  [
    'a default refers to no value',
    {
      users,
      trackers: [
        bugs({
          fields: [
            buildField('sb', 'F9', 'x', [
              buildStaticBind({ V9: 'a' }, '<default_values>\n<value REF="V77"/>\n</default_values>'),
            ]),
          ],
        }),
      ],
    },
    'V77',
    '<value REF="V77"> refers to an unknown list value: it is left out',
  ],
  [
    'a color refers to no value',
    {
      users,
      trackers: [
        bugs({
          fields: [
            buildField('sb', 'F9', 'x', [
              buildStaticBind(
                { V9: 'a' },
                '<decorators>\n<decorator REF="V77" tlp_color_name="red-wine"/>\n</decorators>',
              ),
            ]),
          ],
        }),
      ],
    },
    'V77',
    '<decorator REF="V77"> refers to an unknown list value: it is left out',
  ],
  [
    'a group of a list is unknown',
    {
      users,
      trackers: [
        bugs({
          fields: [
            buildField('sb', 'F9', 'x', [
              '<bind type="ugroups"><items>\n<item ID="V9" label="ghosts" is_hidden="0"/>\n</items></bind>',
            ]),
          ],
        }),
      ],
    },
    'ghosts',
    '"ghosts" is not a user group of the project: the list goes without it',
  ],
  [
    'a default user is unknown',
    {
      users,
      trackers: [
        bugs({
          fields: [
            buildField('sb', 'F9', 'x', [
              '<bind type="users"><items><item label="group_members"/></items><default_values>\n<value format="username">zoe</value>\n</default_values></bind>',
            ]),
          ],
        }),
      ],
    },
    'zoe',
    'A default value is left out: the user zoe is not in users.xml',
  ],
  [
    'a semantic refers to no field',
    withParts('<semantics><semantic type="title">\n<field REF="F77"/>\n</semantic></semantics>'),
    'F77',
    '<field REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'an open value refers to no value',
    withParts(
      '<semantics><semantic type="status"><field REF="F2"/><open_values>\n<open_value REF="V77"/>\n</open_values></semantic></semantics>',
    ),
    'V77',
    '<open_value REF="V77"> names no list value of its tracker: it is left out',
  ],
  [
    'a date rule has an invalid comparator',
    withParts(
      '<rules><date_rules>\n<rule><source_field REF="F1"/><target_field REF="F1"/><comparator type="~"/></rule>\n</date_rules></rules>',
    ),
    '"~"',
    '"~" compares no dates, only = ≠ < ≤ > ≥ do: the rule is left out',
  ],
  [
    'a rule refers to no field',
    withParts(
      '<rules><list_rules><rule>\n<source_field REF="F77"/>\n<target_field REF="F2"/><source_value REF="V1"/><target_value REF="V2"/></rule></list_rules></rules>',
    ),
    'F77',
    '<source_field REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'a rule refers to no value',
    withParts(
      '<rules><list_rules><rule><source_field REF="F2"/><target_field REF="F2"/>\n<source_value REF="V77"/>\n<target_value REF="V2"/></rule></list_rules></rules>',
    ),
    'V77',
    '<source_value REF="V77"> names no list value of its tracker: it is left out',
  ],
  [
    'the workflow refers to no field',
    withParts('<workflow>\n<field_id REF="F77"/>\n<is_used>1</is_used></workflow>'),
    'F77',
    '<field_id REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'a transition refers to no value',
    withParts(
      '<workflow><field_id REF="F2"/><is_used>1</is_used><transitions><transition><from_id REF="null"/>\n<to_id REF="V77"/>\n</transition></transitions></workflow>',
    ),
    'V77',
    '<to_id REF="V77"> names no list value of its tracker: it is left out',
  ],
  [
    'a condition refers to no field',
    withParts(
      '<simple_workflow><field_id REF="F2"/><is_used>1</is_used><states><state><to_id REF="V1"/><transitions><transition><from_id REF="null"/></transition></transitions><conditions><condition type="notempty">\n<field REF="F77"/>\n</condition></conditions></state></states></simple_workflow>',
    ),
    'F77',
    '<field REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'an action sets an invalid number',
    withParts(
      '<workflow><field_id REF="F2"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/><postactions>\n<postaction_field_int value="odd"><field_id REF="F1"/></postaction_field_int>\n</postactions></transition></transitions></workflow>',
    ),
    'odd',
    'value="odd" of <postaction_field_int> is not a number of its kind: the action is left out',
  ],
  [
    'a criterion refers to no field',
    withParts(
      '<reports><report is_default="1"><name>All</name><criterias><criteria rank="0">\n<field REF="F77"/>\n</criteria></criterias><renderers/></report></reports>',
    ),
    'F77',
    '<field REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'a column refers to no field',
    withParts(
      '<reports><report is_default="1"><name>All</name><criterias/><renderers><renderer ID="R1" type="table" rank="0"><name>x</name><columns>\n<field REF="F77"/>\n</columns></renderer></renderers></report></reports>',
    ),
    'F77',
    '<field REF="F77"> names no form element of its tracker: it is left out',
  ],
  [
    'a trigger refers to no value',
    {
      users,
      trackers: [bugs()],
      trackersSectionExtras: [
        '<triggers><trigger_rule><triggers>\n<trigger><field_id REF="F2"/><field_value_id REF="V77"/></trigger>\n</triggers><condition>all_of</condition><target><field_id REF="F2"/><field_value_id REF="V1"/></target></trigger_rule></triggers>',
      ],
    },
    'V77',
    '<trigger> names no value of a list: field "F2", value "V77"; its rule is left out',
  ],
  [
    'a value refers to an unknown user',
    withArtifact(
      buildChangeset('mira', on, [
        buildChange('who', 'list', [buildValue('zoe', { format: 'username' })], { bind: 'users' }),
      ]),
    ),
    'zoe',
    '"zoe" is not a value of the field who',
  ],
  [
    'a changeset contains another element',
    withArtifact(
      '<changeset><submitted_by format="username">mira</submitted_by><submitted_on>2026-02-02T09:14:03+01:00</submitted_on>\n<odd/>\n</changeset>',
    ),
    '<odd/>',
    '<odd> is not a part of a changeset: it is left out',
  ],
  [
    'a file is missing',
    withArtifact(buildChangeset('mira', on, files('fileinfo_1')), buildFile('fileinfo_1', 'a.txt', 'data/a')),
    '<file id',
    'The file data/a of "a.txt" is not in the archive: it is left out',
  ],
  [
    'a reference refers to no file',
    withArtifact(buildChangeset('mira', on, files('fileinfo_7'))),
    'fileinfo_7',
    'File "fileinfo_7" not found for the field files',
  ],
]

let nameCount = 0
const uniqueName = (): string => {
  nameCount += 1
  return `cured-${nameCount}`
}

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  describe('an archive with defects that another product would accept (docs/api/archive-format.md §1.8)', () => {
    it.each(defects)('is imported with a remark when %s', async (_, content, at, text) => {
      const archive = await createArchive({ ...content, shortName: uniqueName() })
      const report = expectImported(await archive.import(server.world))
      const matching = report.remarks.filter((each) => `${each.text}` === text)
      expect(
        matching.map(({ line }) => line),
        report.remarks.map((each) => each.text).join('\n'),
      ).toContain(archive.lineOf(at))
      await archive.remove()
      // The project must be readable without errors.
      const client = server.as('admin')
      const trackers = (await client.get(`projects/${report.project?.id}/trackers`)).body
      for (const { id } of trackers) {
        expect((await client.get(`trackers/${id}`)).status).toBe(200)
        expect((await client.get(`trackers/${id}/artifacts?values=all`)).status).toBe(200)
      }
    })
  })

  describe('an archive without an administrator who can sign in', () => {
    const administered = [buildGroup('project_admins', ['mira'])]
    const suspended = { users: [{ id: 1, login: 'svea' }], groups: [buildGroup('project_admins', ['svea'])] }
    const withMembers = [buildGroup('project_members', ['mira'])]
    it.each<[string, ArchiveContent, object, boolean]>([
      ['has no groups', { users }, {}, true],
      ['has members only', { users, groups: withMembers }, {}, true],
      ['has a suspended one', suspended, { users: { kind: 'create', as: 'suspended' } }, true],
      ['has one', { users, groups: administered }, {}, false],
      ['is imported by someone who stays', { users, groups: withMembers }, { administrators: [101] }, false],
    ])(
      'is imported with a remark with the command that adds one, when it %s',
      async (_, content, request, isReported) => {
        const shortName = uniqueName()
        const archive = await createArchive({ ...content, shortName })
        const fresh = { users: { kind: 'create', as: 'active' }, ...request } as const
        const report = expectImported(await archive.import(server.world, fresh))
        await archive.remove()
        const command = `tulipwood project member ${shortName} add LOGIN --administrator`
        const text = `The project gets no administrator, because the archive has none who can sign in. Add one: ${command}`
        const about = report.remarks.filter(({ code }) => code === 'administrator-missing')
        expect(about.map((remark) => `${remark.text}`)).toEqual(isReported ? [text] : [])
        const { body } = await server.as('admin').get(`user_groups/${report.project?.id}_4/users`)
        expect(body).toHaveLength(isReported ? 0 : 1)
      },
    )
  })

  /** Imports an archive and returns its trackers by name as an administrator reads them, and the remarks. */
  const importTrackers = async (content: ArchiveContent) => {
    const archive = await createArchive({ users, shortName: uniqueName(), ...content })
    const result = await archive.import(server.world).finally(() => archive.remove())
    const report = expectImported(result)
    const client = server.as('admin')
    const trackers = new Map<string, any>()
    for (const { id } of (await client.get(`projects/${report.project?.id}/trackers?representation=minimal`)).body) {
      const { body } = await client.get(`trackers/${id}`)
      const artifacts = (await client.get(`trackers/${id}/artifacts?values=all`)).body
      trackers.set(body.label, { ...body, artifacts })
    }
    // Most of these archives have no administrators.
    const others = report.remarks.filter(({ code }) => code !== 'administrator-missing')
    const remarks = others.map(({ code, text, count }) => ({ code, text, count }))
    return { report, trackers, remarks, texts: remarks.map(({ text }) => text) }
  }
  const namesOf = (trackerBody: any): string[] => trackerBody.fields.map((each: { name: string }) => each.name)
  const textOf = (trackerBody: any, name: string): unknown => {
    const { field_id } = trackerBody.fields.find((each: { name: string }) => each.name === name)
    return trackerBody.artifacts[0].values.find((each: { field_id: number }) => each.field_id === field_id)?.value
  }
  const artifactWith = (name: string, text: string): string =>
    buildArtifact(1, buildChangeset('mira', on, [buildChange(name, 'string', [buildValue(text)])]))
  const containerField = (type: string, key: string, name: string, ...inside: string[]): string =>
    buildField(type, key, name, [`<formElements>\n${inside.join('\n')}\n</formElements>`])

  describe('blanks around ids and types', () => {
    it('are ignored in changesets, files and conditions', async () => {
      const { trackers, texts } = await importTrackers({
        trackers: [
          bugs({
            fields: [buildField('string', 'F1', 'summary'), list, buildField('file', 'F3', 'files')],
            permissions: openFields('F1', 'F2', 'F3'),
            parts: [
              '<workflow><field_id REF="F2"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/><conditions><condition type=" perms "><permissions><permission ugroup=" UGROUP_PROJECT_MEMBERS "/></permissions></condition><condition type=" notempty "><field REF="F1"/></condition></conditions></transition></transitions></workflow>',
            ],
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', on, [
                  buildChange(' summary ', ' string ', [buildValue('kept')]),
                  buildChange('files', ' file ', ['<value ref=" fileinfo_1 "/>']),
                ]),
                buildFile(' fileinfo_1 ', 'a.txt', 'data/a'),
              ),
            ],
          }),
        ],
        files: { 'data/a': 'bytes' },
      })
      const bug = trackers.get('Bugs')
      expect(textOf(bug, 'summary')).toBe('kept')
      const attached = bug.artifacts[0].values.find((each: { type: string }) => each.type === 'file')
      expect(attached.file_descriptions).toMatchObject([{ name: 'a.txt', size: 5 }])
      expect(bug.workflow.transitions).toHaveLength(1)
      expect(texts).toEqual([])
      const { field_id } = bug.fields.find((each: { name: string }) => each.name === 'summary')
      const conditions = server.world.db.read
        .selectFrom('transition_field')
        .selectAll()
        .where('field_id', '=', field_id)
      expect(await conditions.execute()).toHaveLength(1)
    })
  })

  describe('list values', () => {
    const artifactWithValues = (name: string, type: string, ...values: string[]): string =>
      buildArtifact(1, buildChangeset('mira', on, [buildChange(name, type, values, { bind: 'static' })]))
    const labelsOf = (bug: any): string[] =>
      bug.artifacts[0].values
        .flatMap((each: any) => (each.type === 'tbl' || each.type === 'sb' ? each.values : []))
        .map(({ label }: { label: string }) => label)

    it('match labels with blanks around them', async () => {
      const { trackers } = await importTrackers({
        trackers: [
          bugs({
            permissions: openFields('F2'),
            artifacts: [artifactWithValues('status', 'list', '<value> Fixed </value>')],
          }),
        ],
      })
      expect(labelsOf(trackers.get('Bugs'))).toEqual(['Fixed'])
    })

    it('of open lists match keys that are not numeric', async () => {
      const open = buildField('tbl', 'F5', 'tags', [buildStaticBind({ V_12_3: 'Red', 'v.4': 'Blue' })])
      const { trackers } = await importTrackers({
        trackers: [
          bugs({
            fields: [open],
            permissions: openFields('F5'),
            artifacts: [
              artifactWithValues(
                'tags',
                'open_list',
                buildValue('bV_12_3', { format: 'id' }),
                buildValue('bv.4', { format: 'id' }),
              ),
            ],
          }),
        ],
      })
      expect(labelsOf(trackers.get('Bugs')).sort()).toEqual(['Blue', 'Red'])
    })
  })

  describe('repeated names of form elements (docs/api/archive-format.md §2.11)', () => {
    it('of containers and static elements are made unique, each with a remark', async () => {
      const { trackers, remarks } = await importTrackers({
        trackers: [
          bugs({
            fields: [
              containerField(
                'fieldset',
                'F1',
                'struct0',
                containerField('column', 'F2', 'struct0', buildField('string', 'F3', 'summary')),
              ),
              containerField('fieldset', 'F4', 'Struct0', containerField('column', 'F5', 'struct0')),
              buildField('separator', 'F6', 'struct0_1'),
            ],
            permissions: openFields('F3'),
          }),
        ],
      })
      expect(namesOf(trackers.get('Bugs')).sort()).toEqual(
        ['Struct0_111', 'struct0', 'struct0_1', 'struct0_11', 'struct0_1111', 'summary'].sort(),
      )
      expect(remarks).toContainEqual({
        code: 'renamed',
        text: 'The name "struct0" occurs again in its tracker: it becomes "struct0_11"',
        count: 1,
      })
    })

    it('do not rename a field if a container before it has the same name', async () => {
      const { trackers, texts } = await importTrackers({
        trackers: [
          bugs({
            fields: [containerField('fieldset', 'F1', 'summary', buildField('string', 'F2', 'summary'))],
            permissions: openFields('F2'),
            artifacts: [artifactWith('summary', 'kept')],
          }),
        ],
      })
      expect(namesOf(trackers.get('Bugs')).sort()).toEqual(['summary', 'summary_1'])
      expect(textOf(trackers.get('Bugs'), 'summary')).toBe('kept')
      expect(texts).toContain('The name "summary" occurs again in its tracker: it becomes "summary_1"')
    })

    it('do not rename the first of several fields', async () => {
      const { trackers } = await importTrackers({
        trackers: [
          bugs({
            fields: [
              buildField('string', 'F1', 'summary'),
              buildField('string', 'F2', 'summary'),
              buildField('string', 'F3', 'summary_1'),
            ],
            permissions: openFields('F1', 'F2', 'F3'),
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', on, [
                  buildChange('summary', 'string', [buildValue('first')]),
                  buildChange('summary_1', 'string', [buildValue('third')]),
                ]),
              ),
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      expect(namesOf(bugTracker)).toEqual(['summary', 'summary_11', 'summary_1'])
      expect([textOf(bugTracker, 'summary'), textOf(bugTracker, 'summary_1')]).toEqual(['first', 'third'])
    })

    it('are allowed in different trackers', async () => {
      const { trackers, texts } = await importTrackers({
        trackers: [
          bugs({ permissions: openFields('F1', 'F2') }),
          bugs({ id: 'T2', name: 'Tasks', itemName: 'task', fields: [buildField('string', 'F9', 'summary')] }),
        ],
      })
      expect(namesOf(trackers.get('Tasks'))).toEqual(['summary'])
      expect(texts.filter((text) => `${text}`.includes('occurs again'))).toEqual([])
    })

    it('invalid names are replaced, also in the history', async () => {
      const long = 'n'.repeat(3000)
      const { trackers } = await importTrackers({
        trackers: [
          bugs({
            fields: [
              buildField('string', 'F1', 'two words'),
              buildField('string', 'F2', long),
              buildField('string', 'F3', ''),
            ],
            permissions: openFields('F1', 'F2', 'F3'),
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', on, [
                  buildChange('two words', 'string', [buildValue('a')]),
                  buildChange(long, 'string', [buildValue('b')]),
                ]),
              ),
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      expect(namesOf(bugTracker)).toEqual(['two_words', 'n'.repeat(255), 'the'])
      expect([textOf(bugTracker, 'two_words'), textOf(bugTracker, 'n'.repeat(255))]).toEqual(['a', 'b'])
    })
  })

  describe('form elements of unknown types (docs/api/archive-format.md §2.3)', () => {
    it('are skipped with all references to them; nested elements are kept', async () => {
      const { trackers, remarks } = await importTrackers({
        trackers: [
          bugs({
            fields: [
              '<externalField></externalField>',
              '<externalField type="moon" ID="F9" rank="1"><name>moon</name><label>Moon</label><formElements>',
              buildField('string', 'F1', 'summary'),
              '</formElements></externalField>',
            ],
            parts: [
              '<semantics><semantic type="title"><field REF="F1"/></semantic><semantic type="tooltip"><field REF="F9"/></semantic></semantics>',
            ],
            permissions: openFields('F1', 'F9'),
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', on, [
                  buildChange('summary', 'string', [buildValue('kept')]),
                  buildChange('moon', 'moon', [buildValue('full')]),
                  '<external_field_change field_name="moon" type="moon"><phase/></external_field_change>',
                ]),
              ),
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      expect(namesOf(bugTracker)).toEqual(['summary'])
      expect(bugTracker.artifacts[0].title).toBe('kept')
      expect(remarks).toEqual(
        expect.arrayContaining([
          { code: 'element-left-out', text: '<externalField> has no type: it is left out', count: 1 },
          {
            code: 'element-left-out',
            text: 'The form element "moon" has the type "moon", which does not exist here: it is left out',
            count: 1,
          },
          {
            code: 'invalid-reference',
            text: 'A permission is skipped: "F9" names no form element of the tracker',
            count: 1,
          },
          {
            code: 'value-left-out',
            text: 'The value of "moon" is skipped: the tracker has no such field',
            count: 2,
          },
        ]),
      )
    })

    it('a second field of a unique type is imported as unused field with its history', async () => {
      const { trackers, report } = await importTrackers({
        trackers: [
          bugs({
            fields: [buildField('art_link', 'F1', 'links'), buildField('art_link', 'F2', 'more_links')],
            permissions: openFields('F1', 'F2'),
            artifacts: [
              buildArtifact(1, buildChangeset('mira', on)),
              buildArtifact(
                2,
                buildChangeset('mira', on, [buildChange('more_links', 'art_link', [buildValue('1', { nature: '' })])]),
              ),
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      expect(namesOf(bugTracker)).toEqual(['links'])
      const unused = (await server.as('admin').get(`trackers/${bugTracker.id}/unused_fields`)).body
      expect(unused.map((each: { name: string }) => each.name)).toEqual(['more_links'])
      const rows = await server.world.db.read
        .selectFrom('artifact')
        .innerJoin('tracker', 'tracker.id', 'artifact.tracker_id')
        .select('artifact.values')
        .where('tracker.project_id', '=', report.project?.id ?? (0 as never))
        .orderBy('artifact.id')
        .execute()
      expect(JSON.parse(`${rows[1]?.values}`)).toEqual({
        [unused[0].field_id]: [{ id: bugTracker.artifacts[0].id, type: '' }],
      })
    })
  })

  describe('blanks and empty texts (docs/api/archive-format.md §1.8)', () => {
    it('are trimmed around names, labels and ids; an empty label is replaced by the name', async () => {
      const { trackers } = await importTrackers({
        trackers: [
          buildTracker({
            id: ' T1 ',
            name: '\n Bugs ',
            itemName: ' bug\n',
            fields: [
              buildField('string', ' F1 ', '\n  summary\n').replace('The \n  summary\n', '\n  The summary '),
              buildField('sb', 'F2', 'status', [buildStaticBind({ ' V1 ': ' Open ', V2: 'Fixed' })]).replace(
                'The status',
                ' ',
              ),
            ],
            parts: [
              '<semantics><semantic type="status"><field REF=" F2 "/><open_values><open_value REF="V1 "/></open_values></semantic></semantics>',
            ],
            permissions: openFields(' F1 ', 'F2'),
            artifacts: [
              buildArtifact(
                1,
                buildChangeset('mira', on, [
                  buildChange('summary', 'string', [buildValue(' as written ')]),
                  buildChange('status', 'list', [buildValue(' V1 ', { format: 'id' })], { bind: 'static' }),
                ]),
              ),
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      expect([bugTracker.item_name, namesOf(bugTracker)]).toEqual(['bug', ['summary', 'status']])
      expect(bugTracker.fields.map((each: { label: string }) => each.label)).toEqual(['The summary', 'status'])
      expect(textOf(bugTracker, 'summary')).toBe(' as written ')
      expect(bugTracker.artifacts[0].status).toBe('Open')
    })
  })

  describe('permissions for unknown user groups (docs/api/archive-format.md §1.8)', () => {
    const importAndReadStatus = async (content: ArchiveContent) => {
      const { trackers } = await importTrackers(content)
      const bugTracker = trackers.get('Bugs')
      const outsider = (await server.as('outsider').get(`trackers/${bugTracker.id}`)).status
      const visitor = (await server.as('visitor').get(`trackers/${bugTracker.id}`)).status
      return { found: bugTracker, outsider, visitor }
    }
    const permissions = (...lines: string[]): ArchiveContent => ({
      trackers: [
        bugs({ permissions: openFields('F1', 'F2') }).replace(/<permission scope="tracker"[^>]*>/, lines.join('\n')),
      ],
    })
    beforeAll(() => server.createUser('outsider'))

    it('restrict a tracker to administrators', async () => {
      for (const line of [
        '<permission scope="tracker" ugroup="ghosts" type="PLUGIN_TRACKER_ACCESS_FULL"/>',
        '<permission scope="tracker" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_UNHEARD_OF"/>',
      ]) {
        const { found: bugTracker, outsider, visitor } = await importAndReadStatus(permissions(line))
        expect([outsider, visitor >= 400]).toEqual([404, true])
        expect(JSON.stringify(bugTracker.permissions_for_groups)).toContain('project_admins')
      }
    })

    it('are not added to a tracker without any permission lines', async () => {
      const { outsider } = await importAndReadStatus(permissions())
      expect(outsider).toBe(200)
    })

    it('restrict transitions and fields to administrators', async () => {
      const { trackers, texts } = await importTrackers({
        trackers: [
          bugs({
            parts: [
              '<workflow><field_id REF="F2"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/><conditions><condition type="perms"><permissions><permission ugroup="ghosts"/></permissions></condition></conditions></transition></transitions></workflow>',
            ],
            permissions: [
              ...openFields('F2'),
              '<permission scope="field" REF="F1" ugroup="ghosts" type="PLUGIN_TRACKER_FIELD_READ"/>',
            ],
          }),
        ],
      })
      const bugTracker = trackers.get('Bugs')
      const groups = await server.world.db.read
        .selectFrom('transition_group')
        .innerJoin('transition', 'transition.id', 'transition_group.transition_id')
        .innerJoin('workflow', 'workflow.tracker_id', 'transition.tracker_id')
        .select('transition_group.group_id')
        .where('workflow.tracker_id', '=', bugTracker.id)
        .execute()
      expect(groups).toEqual([{ group_id: 4 }])
      const summary = bugTracker.fields.find((each: { name: string }) => each.name === 'summary')
      expect(summary.permissions_for_groups.can_read.map((each: { short_name: string }) => each.short_name)).toEqual([
        'project_admins',
      ])
      expect(texts).toEqual(
        expect.arrayContaining([
          'A transition is for unknown groups only: project administrators may use it',
          'PLUGIN_TRACKER_FIELD_READ of the field summary is for unknown groups only: project administrators have it',
        ]),
      )
    })
  })

  it('a cycle of parent trackers is broken', async () => {
    const one = bugs({ fields: [], attributes: { parent_id: 'T2' } })
    const other = buildTracker({
      id: 'T2',
      name: 'Tasks',
      itemName: 'task',
      fields: [],
      attributes: { parent_id: 'T1' },
    })
    const self = buildTracker({
      id: 'T3',
      name: 'Steps',
      itemName: 'step',
      fields: [],
      attributes: { parent_id: 'T3' },
    })
    const { trackers } = await importTrackers({ trackers: [one, other, self] })
    expect(['Bugs', 'Tasks', 'Steps'].map((name) => trackers.get(name).parent?.label ?? null)).toEqual([
      'Tasks',
      null,
      null,
    ])
  })

  describe('semantics, rules and workflows that refer to fields of any type', () => {
    const everyType = [
      buildField('string', 'F1', 'a'),
      buildField('text', 'F2', 'b'),
      buildField('int', 'F3', 'c'),
      buildField('date', 'F4', 'd'),
      buildField('sb', 'F5', 'e', [buildStaticBind({ V1: 'Open' })]),
      buildField('msb', 'F6', 'f', [buildUsersBind('group_members')]),
      buildField('file', 'F7', 'g'),
      buildField('art_link', 'F8', 'h'),
      buildField('computed', 'F9', 'i'),
      buildField('fieldset', 'F10', 'j'),
      buildField('tbl', 'F11', 'k', [buildStaticBind({ V2: 'Tag' })]),
      buildField('perm', 'F12', 'l'),
      buildField('aid', 'F13', 'm'),
    ]
    const keys = everyType.map((_, index) => `F${index + 1}`)
    const semantics = (ref: string): string =>
      `<semantics>${['title', 'description', 'contributor', 'initial_effort', 'velocity', 'tooltip'].map((type) => `<semantic type="${type}"><field REF="${ref}"/></semantic>`).join('')}
      <semantic type="status"><field REF="${ref}"/><open_values><open_value REF="V1"/></open_values></semantic>
      <semantic type="done"><closed_values><closed_value REF="V2"/></closed_values></semantic>
      <semantic type="timeframe"><start_date_field REF="${ref}"/><end_date_field REF="${ref}"/></semantic>
      <semantic type="progress"><total_effort_field REF="${ref}"/><remaining_effort_field REF="${ref}"/></semantic>
      <semantic type="plugin_cardwall_card_fields"><field REF="${ref}"/><background-color REF="${ref}"/></semantic></semantics>
      <rules><date_rules><rule><source_field REF="${ref}"/><target_field REF="${ref}"/><comparator type="="/></rule></date_rules>
      <list_rules><rule><source_field REF="${ref}"/><target_field REF="${ref}"/><source_value REF="V1"/><target_value REF="V2"/></rule></list_rules></rules>
      <reports><report is_default="1"><name>All</name><criterias><criteria rank="0"><field REF="${ref}"/><criteria_value type="list"><selected_value REF="V1"/></criteria_value></criteria></criterias>
      <renderers><renderer type="table" rank="0"><name>t</name><columns><field REF="${ref}"/></columns><sort><field REF="${ref}"/></sort></renderer></renderers></report></reports>
      <workflow><field_id REF="${ref}"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V1"/><postactions><postaction_field_date valuetype="1"><field_id REF="${ref}"/></postaction_field_date><postaction_field_int value="1"><field_id REF="${ref}"/></postaction_field_int></postactions><conditions><condition type="notempty"><field REF="${ref}"/></condition></conditions></transition></transitions></workflow>`

    it.each(keys)('are imported, and all resources of the tracker can be read: %s', async (ref) => {
      const { trackers } = await importTrackers({
        trackers: [
          bugs({
            fields: everyType,
            parts: [semantics(ref)],
            permissions: openFields(...keys),
            artifacts: [buildArtifact(1, buildChangeset('mira', on, [buildChange('a', 'string', [buildValue('x')])]))],
          }),
        ],
      })
      const { id, artifacts } = trackers.get('Bugs')
      const client = server.as('admin')
      const reports = (await client.get(`trackers/${id}/tracker_reports`)).body
      for (const path of [
        `trackers/${id}`,
        `trackers/${id}/settings`,
        `trackers/${id}/tracker_reports`,
        `tracker_reports/${reports[0].id}/artifacts`,
        `tracker_reports/${reports[0].id}/definition`,
        `artifacts/${artifacts[0].id}?tracker_structure_format=complete`,
        `artifacts/${artifacts[0].id}/changesets`,
        `trackers/${id}/artifacts?values=all`,
      ])
        expect((await client.get(path)).status, path).toBe(200)
      const status = (await client.post('artifacts', { tracker: { id }, values_by_field: { a: { value: 'y' } } }))
        .status
      expect(status).toBeLessThan(500)
    })
  })

  it('the parts of a tracker can be in any order, even its artifacts before its form elements', async () => {
    const withArtifactsAtEnd = (xml: string): string => {
      const [artifacts = ''] = /<artifacts>[\s\S]*<\/artifacts>/.exec(xml) ?? []
      return xml.replace(artifacts, '').replace('<cannedResponses/>', artifacts)
    }
    const { trackers, remarks, report } = await importTrackers({
      trackers: [
        bugs({
          artifacts: [
            buildArtifact(
              1,
              buildChangeset('mira', on, [
                buildChange('summary', 'string', [buildValue('one')]),
                buildChange('no', 'int', []),
              ]),
            ),
          ],
          permissions: openFields('F1'),
        }),
        withArtifactsAtEnd(
          bugs({
            id: 'T2',
            name: 'Tasks',
            itemName: 'task',
            fields: [buildField('string', 'F9', 'summary')],
            permissions: openFields('F9'),
            artifacts: [
              buildArtifact(
                2,
                buildChangeset('mira', on, [
                  buildChange('summary', 'string', [buildValue('two')]),
                  buildChange('no', 'int', []),
                ]),
              ),
            ],
          }),
        ),
      ],
    })
    expect(textOf(trackers.get('Bugs'), 'summary')).toBe('one')
    expect(textOf(trackers.get('Tasks'), 'summary')).toBe('two')
    expect(report.counts).toMatchObject({ artifacts: 2, changesets: 2 })
    expect(remarks.filter(({ code }) => code === 'value-left-out')).toEqual([
      { code: 'value-left-out', text: 'The value of "no" is skipped: the tracker has no such field', count: 2 },
    ])
  })

  it('long texts are truncated, and too long names of trackers are rejected', async () => {
    const long = Array.from({ length: 4000 }, (_, index) => String.fromCharCode(97 + ((index * 7) % 26))).join('')
    const { trackers, texts } = await importTrackers({
      trackers: [
        bugs({
          fields: [buildField('tbl', 'F1', 'tags', [buildStaticBind({})])],
          parts: [`<reports><report is_default="1"><name>${long}</name><criterias/><renderers/></report></reports>`],
          permissions: openFields('F1'),
          artifacts: [
            buildArtifact(
              1,
              buildChangeset('mira', on, [buildChange('tags', 'open_list', [buildValue(long, { format: 'label' })])]),
            ),
          ],
        }),
      ],
    })
    const [bug] = trackers.get('Bugs').artifacts
    expect(bug.values.find(({ label }: { label: string }) => label === 'The tags').bind_value_ids).toEqual([
      long.slice(0, 255),
    ])
    expect(texts).toEqual(
      expect.arrayContaining([
        'A value of the field tags was truncated to 255 characters',
        'The name of a report is cut after 255 characters',
      ]),
    )
    const archive = await createArchive({ users, shortName: uniqueName(), trackers: [bugs({ name: long })] })
    const before = await server.rowCounts()
    expect(getImportProblems(await archive.import(server.world))).toEqual([
      expect.stringContaining('of a tracker has 4000 characters; use at most 255'),
    ])
    expect(await server.rowCounts()).toEqual(before)
    await archive.remove()
  })

  describe('POST /projects with from_archive', () => {
    it('imports such an archive with the same remarks', async () => {
      const shortname = uniqueName()
      const zip = await createZipArchive({
        users,
        shortName: shortname,
        trackers: [
          bugs({
            fields: [
              buildField('column', 'F8', 'struct0'),
              buildField('column', 'F9', 'struct0'),
              buildField('string', 'F1', 'summary'),
              '<externalField/>',
            ],
            permissions: openFields('F1'),
            artifacts: [artifactWith('summary', 'bug one')],
          }),
          bugs({
            id: 'T2',
            name: 'Tasks',
            itemName: 'task',
            fields: [buildField('string', 'F7', 'summary')],
            permissions: openFields('F7'),
            artifacts: [artifactWith('summary', 'task one')],
          }),
        ],
      })
      const request = {
        shortname,
        label: 'An archive',
        description: '',
        is_public: true,
        allow_restricted: false,
        template_id: 100,
        from_archive: { file_name: 'a.zip', file_size: zip.length },
      }
      const { template_id: _, ...body } = request
      const created = await server.as('admin').post('projects', body)
      expect(created.status, JSON.stringify(created.body)).toBe(201)
      expect(await uploadArchive(server, 'admin', created.body.upload_href, zip)).toEqual([204])
      await runJobs(server.world)
      const importStatus = (await server.as('admin').get(`project_imports/${created.body.id}`)).body
      expect(importStatus.status, JSON.stringify(importStatus)).toBe('done')
      expect(importStatus.remarks.map(({ code }: { code: string }) => code)).toEqual(
        expect.arrayContaining(['renamed', 'element-left-out', 'repeated-artifact-id']),
      )
    })
  })
})
