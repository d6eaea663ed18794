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
  openFields,
  type TestArchive,
} from './archive.ts'

const users = [
  { id: 201, login: 'mira', realName: 'Mira <Admin> & "co"' },
  { id: 202, login: 'ole', ldapId: 'uid=ole' },
  { id: 203, login: 'pia' },
]

const groupBind = `<bind type="ugroups"><items><item ID="V31" label="testers" is_hidden="0"/><item ID="V32" label="UGROUP_PROJECT_MEMBERS" is_hidden="1"/></items><default_values><value REF="V31"/></default_values></bind>`
const statusBind = buildStaticBind(
  { V1: 'Open', V2: 'Done', V3: 'Lost & <found>', V4: 'Hidden' },
  '<decorators><decorator REF="V1" tlp_color_name="fiesta-red"/><decorator REF="V2" r="10" g="200" b="255"/><decorator tlp_color_name="red-wine"/></decorators>',
  '<default_values><value REF="V1"/></default_values>',
).replace('label="Hidden" is_hidden="0"', 'label="Hidden" is_hidden="1"')
const assignees = buildUsersBind(
  'group_members',
  'artifact_submitters',
  'artifact_modifiers',
  'testers',
  'ugroup_2',
).replace('</bind>', '<default_values><value format="username">pia</value></default_values></bind>')
const odd = 'two lines\nwith \ttabs, ]]]]><![CDATA[> and <b>&amp;</b> and 😀 '

/** Form elements of every type, F100 to F133. */
const fields = [
  buildField('fieldset', 'F100', 'fs', [
    '<description>All that matters</description>',
    `<formElements>${[
      buildField('column', 'F101', 'col', [
        `<formElements>${[
          buildField(
            'string',
            'F102',
            'title',
            ['<properties size="61" maxchars="0" default_value="It &lt;crashes&gt;&#10;"/>'],
            { required: 1 },
          ),
          buildField('text', 'F103', 'details', ['<properties rows="7" cols="80"/>']),
        ].join('')}</formElements>`,
      ]),
      buildField('int', 'F104', 'points', ['<properties size="3" default_value="0"/>'], { notifications: 1 }),
      buildField('float', 'F105', 'effort', ['<properties default_value="1.5"/>']),
      buildField('date', 'F106', 'due', ['<properties default_value="today"/>']),
      buildField('date', 'F107', 'met', ['<properties display_time="1" default_value="1760000000"/>']),
      buildField('sb', 'F108', 'status', [statusBind]),
      buildField('rb', 'F109', 'kind', [buildStaticBind({ V11: 'Bug', V12: 'Wish' })]),
      buildField('msb', 'F110', 'assigned', ['<properties size="4"/>', assignees]),
      buildField('cb', 'F111', 'teams', [groupBind]),
      buildField('tbl', 'F112', 'tags', [
        '<properties hint="Type it"/>',
        buildStaticBind({ V21: 'red', V22: 'green' }),
      ]),
      buildField('tbl', 'F113', 'watchers', [buildUsersBind('group_members')]),
      buildField('file', 'F114', 'files'),
      buildField('art_link', 'F115', 'links', ['<properties can_edit_reverse_links="1"/>']),
      buildField('perm', 'F116', 'seen_by'),
      buildField('computed', 'F117', 'remaining', ['<properties default_value="3"/>']),
      buildField('ttmstepdef', 'F118', 'steps'),
    ].join('')}</formElements>`,
  ]),
  ...['lud', 'subon', 'subby', 'luby', 'aid', 'atid', 'priority', 'cross', 'burndown', 'ttmstepexec', 'Encrypted'].map(
    (type, index) => buildField(type, `F${119 + index}`, `the_${type.toLowerCase()}`),
  ),
  buildField('linebreak', 'F130', 'br'),
  buildField('separator', 'F131', 'hr'),
  buildField('staticrichtext', 'F132', 'note', [
    '<properties static_value="&lt;p&gt;Read &lt;b&gt;this&lt;/b&gt;&lt;/p&gt;"/>',
  ]),
  buildField('string', 'F133', 'retired', [], { use_it: 0 }),
  buildField('string', 'F134', 'secret_plan'),
]

const ref = (name: string, key: string): string => `<${name} REF="${key}"/>`
const semantic = (type: string, ...content: string[]): string =>
  `<semantic type="${type}">${content.join('')}</semantic>`
const transition = (from: string, to: string, ...more: string[]): string =>
  `<transition>${ref('from_id', from)}${ref('to_id', to)}${more.join('')}</transition>`
const conditions = (groups: string[], more = ''): string =>
  `<conditions><condition type="perms"><permissions>${groups.map((name) => `<permission ugroup="${name}"/>`).join('')}</permissions></condition>${more}</conditions>`

const parts = [
  `<semantics>${[
    semantic('title', ref('field', 'F102')),
    semantic('description', ref('field', 'F103')),
    semantic(
      'status',
      ref('field', 'F108'),
      `<open_values>${ref('open_value', 'V1')}${ref('open_value', '100')}</open_values>`,
    ),
    semantic('done', `<closed_values>${ref('closed_value', 'V2')}</closed_values>`),
    semantic('contributor', ref('field', 'F110')),
    semantic('initial_effort', ref('field', 'F105')),
    semantic('velocity', ref('field', 'F105')),
    semantic('tooltip', ref('field', 'F102'), ref('field', 'F108')),
    semantic('timeframe', ref('start_date_field', 'F106'), ref('end_date_field', 'F107')),
    semantic('progress', ref('total_effort_field', 'F105'), ref('remaining_effort_field', 'F117')),
    semantic('plugin_cardwall_card_fields', ref('field', 'F102'), ref('background-color', 'F108')),
  ].join('')}</semantics>`,
  `<rules><date_rules><rule>${ref('source_field', 'F106')}${ref('target_field', 'F107')}<comparator type="≤"/></rule></date_rules><list_rules><rule>${ref('source_field', 'F108')}${ref('target_field', 'F109')}${ref('source_value', 'V1')}${ref('target_value', 'V11')}</rule><rule>${ref('source_field', 'F108')}${ref('target_field', 'F109')}<source_value is_none="1"/><target_value is_none="1"/></rule></list_rules></rules>`,
  `<reports><report id="REPORT_1" is_default="1" expert_query="status = 'Open'" is_in_expert_mode="1"><name>All &amp; more</name><description>Of them</description><criterias><criteria rank="0">${ref('field', 'F102')}<criteria_value type="text">crash</criteria_value></criteria><criteria rank="1" is_advanced="1">${ref('field', 'F108')}<criteria_value type="list"><none_value/>${ref('selected_value', 'V1')}</criteria_value></criteria></criterias><renderers><renderer ID="R1" type="table" rank="0" chunksz="20" multisort="1"><name>Results</name><columns>${ref('field', 'F102')}<field REF="F115" artlink-nature="_is_child" artlink-nature-format="#%id"/></columns><sort><field REF="F102" is_desc="1"/></sort></renderer><renderer ID="R2" type="plugin_cardwall" rank="1" field_id="F108"><name>Wall</name></renderer></renderers></report><report id="REPORT_2"><name>Second</name><criterias/><renderers/></report></reports>`,
]
const advanced = `<workflow>${ref('field_id', 'F108')}<is_used>1</is_used><transitions>${[
  transition('null', 'V1', conditions(['UGROUP_PROJECT_MEMBERS'])),
  transition(
    'V1',
    'V2',
    `<postactions><postaction_field_date valuetype="2">${ref('field_id', 'F106')}</postaction_field_date><postaction_field_date valuetype="1">${ref('field_id', 'F107')}</postaction_field_date><postaction_field_int value="7">${ref('field_id', 'F104')}</postaction_field_int><postaction_field_float value="0.5">${ref('field_id', 'F105')}</postaction_field_float><postaction_ci_build job_url="https://ci.example/job"/></postactions>`,
    conditions(
      ['UGROUP_PROJECT_ADMIN', 'testers'],
      `<condition type="notempty">${ref('field', 'F103')}</condition><condition type="commentnotempty" is_comment_required="1"/>`,
    ),
  ),
  transition('V2', 'V1', conditions([])),
].join('')}</transitions></workflow>`
const simple = `<simple_workflow>${ref('field_id', 'F308')}<is_used>0</is_used><states><state>${ref('to_id', 'V41')}<transitions><transition>${ref('from_id', 'null')}</transition><transition>${ref('from_id', 'V42')}</transition></transitions><postactions><postaction_frozen_fields>${ref('field_id', 'F302')}</postaction_frozen_fields><postaction_hidden_fieldsets>${ref('fieldset_id', 'F300')}</postaction_hidden_fieldsets></postactions>${conditions(['UGROUP_PROJECT_MEMBERS'])}</state><state>${ref('to_id', 'V42')}<transitions><transition>${ref('from_id', 'V41')}</transition></transitions>${conditions(['UGROUP_PROJECT_MEMBERS'], '<condition type="commentnotempty" is_comment_required="1"/>')}</state></states></simple_workflow>`

const permission = (REF: string, ugroup: string, type: string): string =>
  `<permission scope="field" REF="${REF}" ugroup="${ugroup}" type="PLUGIN_TRACKER_FIELD_${type}"/>`
const keys = fields.join('').match(/(?<=ID=")F\d+/g) ?? []
const permissions = [
  ...openFields(...keys.filter((key) => !['F100', 'F101', 'F130', 'F131', 'F132', 'F134'].includes(key))),
  permission('F134', 'testers', 'READ'),
  permission('F102', 'UGROUP_REGISTERED', 'SUBMIT'),
  permission('F102', 'UGROUP_PROJECT_MEMBERS', 'UPDATE'),
  '<permission scope="tracker" ugroup="testers" type="PLUGIN_TRACKER_ADMIN"/>',
  '<permission scope="tracker" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_ACCESS_SUBMITTER"/>',
]

const links = (...ids: readonly (readonly [number, string])[]): string =>
  `<field_change field_name="links" type="art_link">${ids.map(([id, nature]) => buildValue(`${id}`, { nature })).join('')}</field_change>`
const steps = (...texts: readonly string[]): string =>
  `<external_field_change field_name="steps" type="ttmstepdef">${texts.map((text) => `<step><description format="html"><![CDATA[<p>${text}</p>]]></description><expected_results format="commonmark"><![CDATA[*${text}*]]></expected_results></step>`).join('')}</external_field_change>`

const first = buildArtifact(
  742,
  buildChangeset('mira', '2026-02-02T09:14:03+01:00', [
    buildChange('title', 'string', [buildValue('Crane stops')]),
    buildChange('details', 'text', [
      buildValue(`<p>See <img src="/plugins/tracker/attachments/preview/88-crane.png"></p>`, { format: 'html' }),
    ]),
    buildChange('points', 'int', [buildValue('-5')]),
    buildChange('effort', 'float', [buildValue('3.25')]),
    buildChange('due', 'date', [buildValue('2026-04-01T00:00:00+02:00', { format: 'ISO8601' })]),
    buildChange('met', 'date', [buildValue('2026-04-01T13:37:42+02:00', { format: 'ISO8601' })]),
    buildChange('status', 'list', [buildValue('1', { format: 'id' })], { bind: 'static' }),
    buildChange('kind', 'list', [], { bind: 'static' }),
    buildChange(
      'assigned',
      'list',
      [buildValue('ole'), buildValue('pia')].map((each) => each.replace('<value', '<value format="username"')),
      { bind: 'users' },
    ),
    buildChange('teams', 'list', [buildValue('31', { format: 'id' }), buildValue('32', { format: 'id' })], {
      bind: 'ugroups',
    }),
    buildChange('tags', 'open_list', [buildValue('b21', { format: 'id' }), buildValue('te al', { format: 'label' })], {
      bind: 'static',
    }),
    buildChange(
      'watchers',
      'open_list',
      [buildValue('ole', { format: 'username' }), buildValue('someone@else', { format: 'label' })],
      { bind: 'users' },
    ),
    buildChange('files', 'file', ['<value ref="fileinfo_88"/>', '<value ref="fileinfo_89"/>']),
    links([743, '_is_child'], [744, '']),
    '<field_change field_name="seen_by" type="permissions_on_artifact" use_perm="1"><ugroup ugroup_name="testers"/><ugroup ugroup_name="UGROUP_PROJECT_MEMBERS"/></field_change>',
    '<field_change field_name="remaining" type="computed"><manual_value>4.5</manual_value></field_change>',
    buildChange('secret_plan', 'string', [buildValue('nobody knows')]),
    buildChange('the_encrypted', 'encrypted', [buildValue('YmFzZTY0')]),
    steps('one', 'two'),
  ]),
  buildChangeset(
    'email:someone@example.com',
    '2026-02-03T10:00:00+01:00',
    [
      buildChange('title', 'string', [buildValue(odd)]),
      buildChange('status', 'list', [buildValue('2', { format: 'id' })], { bind: 'static' }),
      buildChange('assigned', 'list', [], { bind: 'users' }),
      buildChange('due', 'date', [buildValue('1970-01-01T01:00:00+01:00', { format: 'ISO8601' })]),
      '<field_change field_name="remaining" type="computed"><is_autocomputed>1</is_autocomputed></field_change>',
      '<field_change field_name="seen_by" type="permissions_on_artifact" use_perm="0"/>',
      buildChange('files', 'file', ['<value ref="fileinfo_88"/>', '<value ref="fileinfo_89"/>']),
    ],
    [
      buildComment('ole', '2026-02-03T10:00:00+01:00', 'first version'),
      buildComment('mira', '2026-02-03T11:00:00+01:00', `second *version*: art #742 ${odd}`, 'commonmark'),
    ],
  ),
  buildChangeset(
    'ole',
    '2026-02-04T10:00:00+01:00',
    [],
    [
      buildComment('ole', '2026-02-04T10:00:00+01:00', '<p>between us</p>', 'html', [
        'testers',
        'UGROUP_PROJECT_ADMIN',
      ]),
    ],
  ),
  buildChangeset('ole', '2026-02-05T10:00:00+01:00', [
    links([744, '']),
    steps('three'),
    buildChange('points', 'int', [buildValue('')]),
  ]),
  buildFile('fileinfo_88', 'crane 1 "a".png', 'data/Artifact88', 'image/png'),
  buildFile('fileinfo_89', 'log.txt', 'data/Artifact89'),
)
const second = buildArtifact(
  743,
  buildChangeset('pia', '2026-02-02T09:14:04+01:00', [buildChange('title', 'string', [buildValue('A child')])]),
)
const third = buildArtifact(
  744,
  buildChangeset('None', '2026-02-02T09:14:05+01:00', [
    buildChange('title', 'string', [buildValue('Seen by a few')]),
    links([742, 'fixed_in']),
  ]),
)

const small = [
  buildField('fieldset', 'F300', 'fs', [`<formElements>${buildField('string', 'F302', 'title')}</formElements>`]),
  buildField('sb', 'F308', 'status', [buildStaticBind({ V41: 'Todo', V42: 'Done' })]),
]

/** A project with an example of everything that an archive can contain. */
export const createRichArchive = (): Promise<TestArchive> =>
  createArchive({
    shortName: 'rich',
    attributes: { access: 'private', 'icon-codepoint': '"\\ud83d\\ude80"', description: 'Lunar "lander" & <more>' },
    users,
    groupsMode: 'synchronized',
    groups: [
      buildGroup('project_admins', ['mira']),
      buildGroup('project_members', ['mira', 'ole', 'pia']),
      buildGroup('testers', ['pia', 'ole'], 'Release testers'),
      buildGroup('empty_ones', []),
    ],
    services: [
      '<service shortname="plugin_svn" enabled="1"/>',
      '<project-defined-service shortname="docs" enabled="1" label="Docs" description="Our docs" link="https://docs.example" is_in_new_tab="true"/>',
    ],
    sections: [
      '<banner>Moving house</banner>',
      '<natures><nature is_used="0">_covered_by</nature><nature>_is_child</nature></natures>',
      '<svn/>',
      '<dashboards><dashboard name="Home &amp; more"/></dashboards>',
    ],
    trackers: [
      buildTracker({
        id: 'T1',
        itemName: 'bug',
        attributes: {
          allow_copy: 0,
          notifications_level: 2,
          is_displayed_in_new_dropdown: 1,
          enable_move_artifacts: 0,
        },
        fields,
        parts: [...parts, advanced, '<webhooks><webhook url="https://hook.example/a"/></webhooks>'],
        permissions,
        artifacts: [first, second, third],
      }).replace(
        '<cannedResponses/>',
        '<submit_instructions>Be <![CDATA[<b>kind</b>]]></submit_instructions><cannedResponses><cannedResponse><title>Thanks</title><body>Thank you\n!</body></cannedResponse></cannedResponses>',
      ),
      buildTracker({
        id: 'T2',
        itemName: 'task',
        attributes: { parent_id: 'T1', use_private_comments: 0 },
        fields: small,
        parts: [simple],
        permissions: openFields('F302', 'F308'),
        artifacts: [
          buildArtifact(
            745,
            buildChangeset('ole', '2026-02-02T09:14:03+01:00', [
              buildChange('title', 'string', [buildValue('A task')]),
            ]),
          ),
        ],
      }),
    ],
    trackersSectionExtras: [
      `<triggers><trigger_rule><triggers><trigger>${ref('field_id', 'F308')}${ref('field_value_id', 'V42')}</trigger></triggers><condition>all_of</condition><target>${ref('field_id', 'F108')}${ref('field_value_id', 'V2')}</target></trigger_rule></triggers>`,
    ],
    files: { 'data/Artifact88': 'image', 'data/Artifact89': 'lines' },
  })
