import { describe, expect, it } from 'vitest'
import { gatherFindings } from '../../../archives/plan/findings.ts'
import type { UserGroupId, UserId } from '../../../kit/values/ids.ts'
import { parseXml } from '../../../kit/xml/read.ts'
import { readTriggers } from '../../triggers/trigger-rule.ts'
import { indexGroupsByName } from '../group-by-name.ts'
import { parseTrackers } from './trackers.ts'

/** Parses trackers of a project with a group `testers` (205) and a user mira (103). */
function read(...trackers: string[]) {
  const findings = gatherFindings()
  const root = parseXml(`<trackers>${trackers.join('\n')}</trackers>`)
  const definitions = parseTrackers(
    root.children.filter(({ name }) => name === 'tracker'),
    {
      notes: findings.on('project.xml'),
      groupOf: indexGroupsByName(new Map([['testers', 205 as UserGroupId]])),
      userOf: (_, reference) => (reference === 'mira' ? (103 as UserId) : undefined),
      isSingleTracker: false,
    },
  )
  const triggers = readTriggers(
    root.children.find(({ name }) => name === 'triggers'),
    definitions,
    findings.on('project.xml'),
  )
  const remarks = findings.remarks.map(({ text }) => `${text}`)
  return { definitions, triggers, problems: findings.problems, remarks }
}

const one = (content: string, attributes = 'id="T1"') => {
  const { definitions, ...rest } = read(
    `<tracker ${attributes}><name>Leaks</name><item_name>leak</item_name><color>deep_blue</color>${content}</tracker>`,
  )
  const [definition] = definitions
  if (definition === undefined) throw new Error('No tracker was parsed')
  return { definition, ...rest }
}

const form = `<formElements>
  <formElement type="fieldset" ID="F1" rank="3"><name>fs</name><label> Main </label><description>Inside</description>
    <formElements>
      <formElement type="string" ID="F2" rank="0" required="1" notifications="1" use_it="0"><name>summary</name><label>Summary</label><properties size="61" maxchars="150"/></formElement>
      <formElement type="sb" ID="F3" rank="1"><name>status</name><label>Status</label>
        <bind type="static" is_rank_alpha="1">
          <items><item ID="V1" label="Open" is_hidden="0" work_limit="12"><description>New</description></item><item ID="V2" label="Fixed" is_hidden="1" work_limit="1000"/><item ID="V3" label="Old"/></items>
          <decorators><decorator REF="V1" tlp_color_name="neon_green"/><decorator REF="V3" r="255" g="0" b="10"/><decorator tlp_color_name="red-wine"/></decorators>
          <default_values><value REF="V1"/></default_values>
        </bind>
      </formElement>
    </formElements>
  </formElement>
  <formElement type="msb" ID="F4" rank="4"><name>assigned</name><label>Assigned</label>
    <bind type="users"><items><item label="group_members"/><item label="group_admins"/><item label="artifact_submitters"/><item label="artifact_modifiers"/><item label="ugroup_2"/><item label="ugroup_177"/><item label="testers"/></items>
    <default_values><value format="username">mira</value></default_values></bind></formElement>
  <formElement type="sb" ID="F5" rank="5"><name>team</name><label>Team</label>
    <bind type="ugroups"><items><item ID="V7" label="ugroup_project_members_name_key" is_hidden="1"/><item ID="V8" label="testers"/></items><default_values><value REF="V8"/></default_values></bind></formElement>
  <formElement type="date" ID="F6" rank="6"><name>start</name><label>Start</label></formElement>
  <formElement type="date" ID="F7" rank="7"><name>end</name><label>End</label></formElement>
  <formElement type="subby" ID="F8" rank="8"><name>by</name><label>By</label></formElement>
  <externalField type="ttmstepdef" ID="F9" rank="9"><name>steps</name><label>Steps</label></externalField>
  <formElement type="int" ID="F10" rank="10"><name>points</name><label>Points</label></formElement>
</formElements>`

describe('parseTracker (docs/api/archive-format.md §2)', () => {
  it('parses attributes and their defaults', () => {
    expect(one('<formElements/>').definition).toMatchObject({
      key: 'T1',
      parentKey: null,
      name: 'Leaks',
      itemName: 'leak',
      color: 'deep-blue',
      options: {
        allowsCopy: true,
        hasEmailGateway: false,
        isCopiedWithProject: false,
        logsRankChanges: false,
        notificationsLevel: 0,
        isPromoted: false,
        usesPrivateComments: true,
        sendsCalendarEvents: false,
        allowsMove: true,
        requiresPreconditions: false,
      },
    })
    const all =
      'id="T1" allow_copy="0" enable_emailgateway="1" instantiate_for_new_projects="1" log_priority_changes="1" notifications_level="2" is_displayed_in_new_dropdown="true" use_private_comments="0" should_send_event_in_notification="true" enable_move_artifacts="0" requires_preconditions="1"'
    expect(
      one(
        '<submit_instructions>Do</submit_instructions><browse_instructions>See</browse_instructions><formElements/>',
        all,
      ).definition.options,
    ).toEqual({
      allowsCopy: false,
      hasEmailGateway: true,
      isCopiedWithProject: true,
      logsRankChanges: true,
      notificationsLevel: 2,
      isPromoted: true,
      usesPrivateComments: false,
      sendsCalendarEvents: true,
      allowsMove: false,
      requiresPreconditions: true,
      submitInstructions: 'Do',
      browseInstructions: 'See',
    })
    expect(one('<formElements/>', 'id="T1" stop_notification="1"').definition.options.notificationsLevel).toBe(1)
  })

  it('parses nested form elements', () => {
    const { definition, problems, remarks } = one(form)
    expect(problems).toEqual([])
    const [main, assigned, team] = definition.fields
    expect(main).toMatchObject({
      key: 'F1',
      type: 'fieldset',
      name: 'fs',
      label: 'Main',
      description: 'Inside',
      rank: 3,
      isUsed: true,
      bind: null,
    })
    expect(main?.children[0]).toMatchObject({
      key: 'F2',
      isRequired: true,
      hasNotifications: true,
      isUsed: false,
      properties: { size: 61, maxchars: 150, default_value: '' },
    })
    expect(main?.children[1]?.bind).toEqual({
      kind: 'static',
      isAlphabetical: true,
      noneColor: 'red-wine',
      values: [
        {
          key: 'V1',
          label: 'Open',
          description: 'New',
          isHidden: false,
          isDefault: true,
          color: 'neon-green',
          workLimit: 12,
        },
        { key: 'V2', label: 'Fixed', description: '', isHidden: true, isDefault: false, color: '' },
        { key: 'V3', label: 'Old', description: '', isHidden: false, isDefault: false, color: '#FF000A' },
      ],
    })
    expect(assigned?.bind).toEqual({
      kind: 'users',
      sources: [
        { kind: 'members' },
        { kind: 'administrators' },
        { kind: 'submitters' },
        { kind: 'modifiers' },
        { kind: 'group', group: 2 },
        { kind: 'group', group: 205 },
      ],
      defaultUsers: [103],
    })
    expect(team?.bind).toEqual({
      kind: 'ugroups',
      values: [
        { key: 'V7', group: 3, isHidden: true, isDefault: false },
        { key: 'V8', group: 205, isHidden: false, isDefault: true },
      ],
    })
    expect(definition.fields.map(({ type }) => type)).toContain('ttmstepdef')
    // Ids of static groups are meaningless on another site.
    expect(remarks).toContain('The users of "ugroup_177" are left out: the archive has no such group')
  })

  it.each([
    ['int', 'default_value="abc"', { default_value: null }],
    ['string', 'size="x"', { size: 30 }],
    ['string', 'maxchars="-3"', { maxchars: 0 }],
    ['text', 'rows="-1"', { rows: 10 }],
    ['date', 'default_value="2024-01-01"', { default_value: 0, default_value_type: 1 }],
    ['computed', 'default_value="much"', { default_value: null }],
    ['duration', 'default_value="-5"', { default_value: null }],
  ])('uses the default of a setting that a field of type %s cannot have: %s', (type, attributes, expected) => {
    const parse = (written: string) =>
      one(
        `<formElements><formElement type="${type}" ID="F1" rank="0"><name>x</name><label>X</label><properties ${written}/></formElement></formElements>`,
      )
    const { definition, remarks } = parse(attributes)
    expect(definition.fields[0]?.properties).toMatchObject(expected)
    const remark = `${attributes} is not a value of this setting of a field of type ${type}: the default applies`
    expect(remarks).toContain(remark)
    // An empty value is the default.
    const empty = parse(attributes.replace(/".*"/, '""'))
    expect(empty.definition.fields[0]?.properties).toMatchObject(expected)
    expect(empty.remarks.join()).not.toContain('of this setting')
  })

  it('leaves out a color that does not exist, and keeps that of "None"', () => {
    const { definition, remarks } = one(form.replace('r="255"', 'r="300"'))
    expect(definition.fields[0]?.children[1]?.bind).toMatchObject({
      noneColor: 'red-wine',
      values: [{ color: 'neon-green' }, { color: '' }, { color: '' }],
    })
    expect(remarks).toContain('"300, 0, 10" is not a colour of list values: the value goes without')
  })

  it('leaves out builds at an address that is not one of the web', () => {
    const build = (url: string) =>
      one(
        `${form}<workflow><field_id REF="F3"/><transitions><transition><from_id REF="null"/><to_id REF="V1"/><postactions><postaction_ci_build job_url="${url}"/></postactions></transition></transitions></workflow>`,
      )
    for (const url of ['javascript:x', '', 'ci/job']) {
      const { definition, remarks } = build(url)
      expect(definition.workflow?.transitions).toMatchObject([{ actions: [] }])
      expect(remarks).toContain(`job_url="${url}" of <postaction_ci_build> is not a URL: the action is left out`)
    }
  })

  it('parses semantics (docs/api/archive-format.md §2.4)', () => {
    const { definition, remarks } = one(`${form}<semantics>
      <semantic type="title"><field REF="F2"/></semantic><semantic type="description"/>
      <semantic type="contributor"><field REF="F4"/></semantic><semantic type="initial_effort"><field REF="F10"/></semantic>
      <semantic type="velocity"><field REF="F10"/></semantic>
      <semantic type="status"><field REF="F3"/><open_values><open_value REF="V1"/><open_value REF="V100"/></open_values></semantic>
      <semantic type="done"><closed_values><closed_value REF="V2"/></closed_values></semantic>
      <semantic type="tooltip"><field REF="F2"/><field REF="F3"/></semantic>
      <semantic type="timeframe"><start_date_field REF="F6"/><end_date_field REF="F7"/></semantic>
      <semantic type="progress"><total_effort_field REF="F10"/><remaining_effort_field REF="F10"/></semantic>
      <semantic type="plugin_cardwall_card_fields"><field REF="F3"/><background-color REF="F3"/></semantic>
      <semantic type="mood"/></semantics>`)
    expect(definition.semantics).toEqual({
      title: { field: 'F2' },
      contributor: { field: 'F4' },
      initial_effort: { field: 'F10' },
      velocity: { field: 'F10' },
      status: { field: 'F3', openValues: ['V1', null] },
      done: { values: ['V2'] },
      tooltip: { fields: ['F2', 'F3'] },
      timeframe: { start: 'F6', end: 'F7' },
      progress: { totalEffort: 'F10', remainingEffort: 'F10' },
      plugin_cardwall_card_fields: { fields: ['F3'], backgroundColor: 'F3' },
    })
    expect(remarks).toContain('The semantic "mood" belongs to another product and is left out')
  })

  it('parses the other forms of time frame and progress', () => {
    const { definition } = one(`${form}<semantics>
      <semantic type="timeframe"><start_date_field REF="F6"/><duration_field REF="F10"/></semantic>
      <semantic type="progress"><artifact_link_type shortname="_is_child"/></semantic></semantics>`)
    expect(definition.semantics).toEqual({
      timeframe: { start: 'F6', duration: 'F10' },
      progress: { linkType: '_is_child' },
    })
    const inherited = '<semantics><semantic type="timeframe"><inherited_from_tracker id="T1"/></semantic></semantics>'
    const { definitions } = read(
      '<tracker id="T1"><name>Sprints</name><item_name>sprint</item_name></tracker>',
      `<tracker id="T2"><name>Tasks</name><item_name>task</item_name>${form}${inherited}</tracker>`,
    )
    expect(definitions.find(({ key }) => key === 'T2')?.semantics).toEqual({ timeframe: { impliedFrom: 'T1' } })
  })

  it.each([
    ['title', '<field REF="F6"/>', 'names the field start, which is not of type string, text'],
    ['description', '<field REF="F2"/>', 'names the field summary, which is not of type text'],
    ['contributor', '<field REF="F3"/>', 'names the field status, which is not of type sb, rb, msb, cb, tbl'],
    ['initial_effort', '<field REF="F6"/>', 'names the field start, which is not of type'],
    ['velocity', '<field REF="F2"/>', 'names the field summary, which is not of type int, float, duration, computed'],
    [
      'status',
      '<field REF="F2"/>',
      'names the field summary, which is not of type sb, rb, msb, cb and bound to static',
    ],
    ['status', '<field REF="F5"/>', 'names the field team, which is not of type sb, rb, msb, cb and bound to static'],
    ['timeframe', '<start_date_field REF="F8"/><end_date_field REF="F7"/>', 'names the field by, which is not of type'],
    [
      'timeframe',
      '<start_date_field REF="F6"/><duration_field REF="F7"/>',
      'names the field end, which is not of type',
    ],
    ['timeframe', '<inherited_from_tracker id="T1"/>', 'it comes from the tracker itself'],
    ['progress', '<total_effort_field REF="F2"/><remaining_effort_field REF="F10"/>', 'names the field summary, which'],
  ])('leaves out the semantic %s of %s, as the API rejects it', (type, content, remark) => {
    const { definition, remarks } = one(`${form}<semantics><semantic type="${type}">${content}</semantic></semantics>`)
    expect(definition.semantics).toEqual({})
    expect(remarks.filter((text) => text.includes(remark))).toHaveLength(1)
  })

  it('leaves out open values of another list', () => {
    const { definition, remarks } = one(
      `${form}<semantics><semantic type="status"><field REF="F3"/><open_values><open_value REF="V1"/><open_value REF="V7"/></open_values></semantic></semantics>`,
    )
    expect(definition.semantics).toEqual({ status: { field: 'F3', openValues: ['V1'] } })
    expect(remarks).toContain('<open_value REF="V7"> names no value of the list status: it is left out')
  })

  it('parses rules, also in their older place (docs/api/archive-format.md §2.5)', () => {
    const rule = (values: string) => `<rule><source_field REF="F3"/><target_field REF="F5"/>${values}</rule>`
    const { definition } =
      one(`${form}<dependencies>${rule('<source_value REF="V2"/><target_value REF="V8"/>')}</dependencies>
      <rules><date_rules><rule><source_field REF="F6"/><target_field REF="F7"/><comparator type="≤"/></rule></date_rules>
      <list_rules>${rule('<source_value is_none="1"/><target_value REF="V7"/>')}</list_rules></rules>`)
    expect(definition.rules.dates).toEqual([{ source: 'F6', comparator: '≤', target: 'F7' }])
    expect(definition.rules.lists).toEqual([
      { source: 'F3', sourceValue: null, target: 'F5', targetValue: 'V7' },
      { source: 'F3', sourceValue: 'V2', target: 'F5', targetValue: 'V8' },
    ])
  })

  const conditions = `<conditions><condition type="perms"><permissions><permission ugroup="UGROUP_PROJECT_MEMBERS"/><permission ugroup="ghosts"/></permissions></condition>
    <condition type="notempty"><field REF="F2"/><field REF="F10"/></condition><condition type="commentnotempty" is_comment_required="1"/></conditions>`

  it('parses a workflow in advanced mode (docs/api/archive-format.md §2.6)', () => {
    const { definition, remarks } = one(`${form}<workflow><field_id REF="F3"/><is_used>1</is_used><transitions>
      <transition><from_id REF="null"/><to_id REF="V1"/><permissions><permission ugroup="testers"/></permissions></transition>
      <transition><from_id REF="V1"/><to_id REF="V2"/><postactions>
        <postaction_field_date valuetype="2"><field_id REF="F6"/></postaction_field_date><postaction_field_date valuetype="1"><field_id REF="F7"/></postaction_field_date>
        <postaction_field_int value="3"><field_id REF="F10"/></postaction_field_int><postaction_ci_build job_url="https://ci.example/job"/><postaction_add_to_top_backlog/>
      </postactions>${conditions}</transition></transitions></workflow>`)
    expect(definition.workflow).toEqual({
      field: 'F3',
      isUsed: true,
      isAdvanced: true,
      isLegacy: false,
      transitions: [
        { from: null, to: 'V1', groups: [205], notEmptyFields: [], isCommentRequired: false, actions: [] },
        {
          from: 'V1',
          to: 'V2',
          groups: [3],
          notEmptyFields: ['F2', 'F10'],
          isCommentRequired: true,
          actions: [
            { kind: 'set_date', field: 'F6', value: 'current' },
            { kind: 'set_date', field: 'F7', value: 'clear' },
            { kind: 'set_int', field: 'F10', value: 3 },
            { kind: 'run_job', jobUrl: 'https://ci.example/job' },
            { kind: 'other', name: 'postaction_add_to_top_backlog' },
          ],
        },
      ],
    })
    expect(remarks).toContain('A permission is skipped: "ghosts" is not a user group of the project')
  })

  it.each([
    ['', [3], 'A transition has no permissions: project members may use it'],
    [
      '<conditions><condition type="perms"><permissions/></condition></conditions>',
      [4],
      'A transition has permissions without a group: project administrators may use it',
    ],
    ['<permissions/>', [4], 'A transition has permissions without a group: project administrators may use it'],
    ['<permissions><permission ugroup="UGROUP_NONE"/></permissions>', [], undefined],
  ])('parses a transition with the permissions "%s" as one for the groups %j', (permissions, groups, remark) => {
    const { definition, remarks } = one(
      `${form}<workflow><field_id REF="F3"/><transitions><transition><from_id REF="null"/><to_id REF="V1"/>${permissions}</transition></transitions></workflow>`,
    )
    expect(definition.workflow?.transitions).toMatchObject([{ groups }])
    expect(remarks.filter((text) => text.startsWith('A transition '))).toEqual(remark === undefined ? [] : [remark])
  })

  it('leaves out transitions of another list, repeated ones, and those from a value to itself', () => {
    const transition = (from: string, to: string) =>
      `<transition><from_id REF="${from}"/><to_id REF="${to}"/><permissions><permission ugroup="testers"/></permissions></transition>`
    const pairs = [
      ['null', 'V1'],
      ['V1', 'V7'],
      ['V8', 'V2'],
      ['V1', 'V1'],
      ['V1', 'V2'],
      ['null', 'V1'],
    ] as const
    const { definition, remarks } = one(
      `${form}<workflow><field_id REF="F3"/><transitions>${pairs.map(([from, to]) => transition(from, to)).join('')}</transitions></workflow>`,
    )
    expect(definition.workflow?.transitions.map(({ from, to }) => [from, to])).toEqual([
      [null, 'V1'],
      ['V1', 'V2'],
    ])
    expect(remarks.filter((text) => text.includes('is left out'))).toEqual(
      expect.arrayContaining([
        '<to_id REF="V7"> names no value of the list status: it is left out',
        '<from_id REF="V8"> names no value of the list status: it is left out',
        'The transition from V1 to V1 changes nothing: it is left out',
        'The transition from null to V1 is there twice: it is left out',
      ]),
    )
  })

  it('parses a workflow in simple mode, with shared conditions per state (docs/api/archive-format.md §2.6)', () => {
    const { definition } =
      one(`${form}<simple_workflow><field_id REF="F3"/><is_used>0</is_used><states><state><to_id REF="V2"/>
      <transitions><transition><from_id REF="null"/></transition><transition><from_id REF="V1"/></transition></transitions>
      <postactions><postaction_frozen_fields><field_id REF="F2"/></postaction_frozen_fields><postaction_hidden_fieldsets><fieldset_id REF="F1"/></postaction_hidden_fieldsets></postactions>
      ${conditions}</state></states></simple_workflow>`)
    const terms = {
      to: 'V2',
      groups: [3],
      notEmptyFields: ['F2', 'F10'],
      isCommentRequired: true,
      actions: [
        { kind: 'frozen_fields', fields: ['F2'] },
        { kind: 'hidden_fieldsets', fieldsets: ['F1'] },
      ],
    }
    expect(definition.workflow).toMatchObject({
      isUsed: false,
      isAdvanced: false,
      transitions: [
        { from: null, ...terms },
        { from: 'V1', ...terms },
      ],
    })
  })

  it('ignores a workflow without a field (docs/api/archive-format.md §2.6)', () => {
    expect(one(`${form}<workflow><is_used>1</is_used></workflow>`).definition.workflow).toBeNull()
  })

  it('leaves one default report', () => {
    const report = (name: string, isDefault: 0 | 1) =>
      `<report is_default="${isDefault}"><name>${name}</name><criterias/><renderers/></report>`
    const { definition, remarks } = one(`${form}<reports>${report('A', 0)}${report('B', 1)}${report('C', 1)}</reports>`)
    expect(definition.reports.map(({ isDefault }) => isDefault)).toEqual([false, true, false])
    expect(remarks).toContain('The report "C" is not the default one: the tracker has another one before it')
  })

  it('parses reports (docs/api/archive-format.md §2.7)', () => {
    const { definition } =
      one(`${form}<reports><report id="REPORT_1" is_default="1" is_query_displayed="0" is_in_expert_mode="1" expert_query="status = &quot;Open&quot;">
      <name>All</name><description>Every one</description>
      <criterias><criteria rank="2" is_advanced="1"><field REF="F3"/><criteria_value type="list"><none_value/><selected_value REF="V1"/></criteria_value></criteria>
      <criteria rank="0"><field REF="F2"/><criteria_value type="text">crash</criteria_value></criteria></criterias>
      <renderers><renderer ID="R1" type="table" rank="0" chunksz="25" multisort="1"><name>Results</name><columns><field REF="F2"/><field REF="F3" artlink-nature="_is_child" artlink-nature-format="#%id"/></columns><sort><field REF="F3"/></sort></renderer>
      <renderer type="plugin_graphontrackersv5" rank="1"><name>Charts</name><charts><chart type="pie" base="F3"/></charts></renderer></renderers></report></reports>`)
    expect(definition.reports).toEqual([
      {
        key: 'REPORT_1',
        name: 'All',
        description: 'Every one',
        isDefault: true,
        isQueryDisplayed: false,
        isInExpertMode: true,
        expertQuery: 'status = "Open"',
        criteria: [
          { field: 'F3', rank: 2, isAdvanced: true, values: [null, 'V1'] },
          { field: 'F2', rank: 0, isAdvanced: false, text: 'crash' },
        ],
        renderers: [
          {
            key: 'R1',
            kind: 'table',
            name: 'Results',
            description: '',
            rank: 0,
            table: {
              chunkSize: 25,
              isMultisort: true,
              columns: [
                { field: 'F2', linkType: undefined, linkTypeFormat: undefined },
                { field: 'F3', linkType: '_is_child', linkTypeFormat: '#%id' },
              ],
              sort: [{ field: 'F3', isDescending: false }],
            },
          },
          {
            key: null,
            kind: 'plugin_graphontrackersv5',
            name: 'Charts',
            description: '',
            rank: 1,
            raw: '<renderer type="plugin_graphontrackersv5" rank="1"><name><![CDATA[Charts]]></name><charts><chart type="pie" base="F3"/></charts></renderer>',
          },
        ],
      },
    ])
  })

  it('parses permissions and skips unknown or impossible ones with a remark (docs/api/archive-format.md §2.8)', () => {
    const line = (text: string) => `<permission ${text}/>`
    const { definition, problems, remarks } = one(
      `${form}<permissions>${[
        'scope="tracker" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_ACCESS_FULL"',
        'scope="tracker" ugroup="testers" type="PLUGIN_TRACKER_ADMIN"',
        'scope="tracker" ugroup="testers" type="PLUGIN_TRACKER_ADMIN"',
        'scope="field" REF="F2" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_SUBMIT"',
        'scope="field" REF="F8" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"',
        'scope="field" REF="F8" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_UPDATE"',
        'scope="field" REF="F1" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"',
        'scope="field" REF="F77" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"',
        'scope="field" REF="F2" ugroup="ghosts" type="PLUGIN_TRACKER_FIELD_READ"',
        'scope="field" REF="F2" ugroup="testers" type="constructor"',
        'scope="moon" ugroup="testers" type="PLUGIN_TRACKER_FIELD_READ"',
      ]
        .map(line)
        .join('\n')}</permissions>`,
    )
    expect(problems).toEqual([])
    expect(definition.permissions).toEqual([
      { permission: 'full', group: 1 },
      { permission: 'admin', group: 205 },
    ])
    expect(definition.fields[0]?.children[0]?.permissions).toEqual([
      { permission: 'submit', group: 2 },
      // All its groups are unknown here: only administrators get the permission.
      { permission: 'read', group: 4 },
    ])
    expect(definition.fields.find(({ key }) => key === 'F8')?.permissions).toEqual([{ permission: 'read', group: 1 }])
    expect(remarks.filter((text) => text.startsWith('A permission'))).toEqual([
      'A permission is skipped: by cannot carry PLUGIN_TRACKER_FIELD_UPDATE',
      'A permission is skipped: fs cannot carry PLUGIN_TRACKER_FIELD_READ',
      'A permission is skipped: "F77" names no form element of the tracker',
      'A permission is skipped: "ghosts" is not a user group of the project',
      'A permission is skipped: "constructor" is not a permission on a field',
      'A permission is skipped: "moon" is not a scope; expected tracker or field',
    ])
    expect(remarks).toContainEqual(
      expect.stringMatching(/^Only site administrators may read these fields, which have no permissions: status, /),
    )
  })

  it('parses canned responses and webhooks', () => {
    const { definition } = one(
      '<cannedResponses><cannedResponse><title>Thanks</title><body>We look into it.</body></cannedResponse></cannedResponses><formElements/><webhooks><webhook url="https://hook.example"/></webhooks>',
    )
    expect(definition.cannedResponses).toEqual([{ title: 'Thanks', body: 'We look into it.' }])
    expect(definition.webhooks).toEqual(['https://hook.example'])
  })

  it('parses children and triggers across trackers (docs/api/archive-format.md §2.1)', () => {
    const list = (key: string, a: string, b: string) =>
      `<formElements><formElement type="sb" ID="${key}" rank="0"><name>s</name><label>s</label><bind type="static"><items><item ID="${a}" label="a"/><item ID="${b}" label="b"/></items></bind></formElement></formElements>`
    const { definitions, triggers, problems } = read(
      `<tracker id="T1"><name>Tasks</name><item_name>task</item_name>${list('F1', 'V1', 'V2')}</tracker>`,
      `<tracker id="T2" parent_id="T1"><name>Steps</name><item_name>step</item_name>${list('F2', 'V3', 'V4')}</tracker>`,
      '<triggers><trigger_rule><triggers><trigger><field_id REF="F2"/><field_value_id REF="V4"/></trigger></triggers><condition>all_of</condition><target><field_id REF="F1"/><field_value_id REF="V2"/></target></trigger_rule></triggers>',
    )
    expect(problems).toEqual([])
    expect(definitions.map(({ parentKey }) => parentKey)).toEqual([null, 'T1'])
    expect(triggers).toEqual([
      { condition: 'all_of', triggers: [{ field: 'F2', value: 'V4' }], target: { field: 'F1', value: 'V2' } },
    ])
  })
})
