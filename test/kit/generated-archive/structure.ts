import type { Choices } from './choices.ts'
import { type GeneratedForm, generateForm, type Keys } from './form.ts'
import { groupNames, labels, linkTypes, texts, unknownGroups } from './pools.ts'
import { buildElement, generateText, generateWord, type Xml } from './xml.ts'

export interface GeneratedTracker {
  readonly element: Xml
  readonly form: GeneratedForm
  readonly key: string
  readonly name: string
  /** Only project administrators can use it. */
  readonly isClosed: boolean
  /** It is imported after the trackers with their own time frame (docs/api/archive-format.md §2.9). */
  readonly inheritsTimeframe: boolean
}

/** A tracker without its artifacts. */
export function generateTracker(
  index: number,
  trackerKeys: readonly string[],
  choices: Choices,
  keys: Keys,
): GeneratedTracker {
  const form = generateForm(choices, keys)
  const key = trackerKeys[index] as string
  const name = choices.pick([`Bugs ${index}`, `${index} Stories & <more> 日本`, `T\u00FC ${'x'.repeat(20)} ${index}`])
  const permissions = permissionsOf(form, choices)
  const others = trackerKeys.filter((each) => each !== key)
  const inheritsTimeframe = others.length > 0 && choices.once(6)
  const semantics = inheritsTimeframe ? semanticsOf(form, choices, choices.pick(others)) : semanticsOf(form, choices)
  const optional = [
    generateText('description', choices.pick(labels)),
    generateWord('color', choices.pick(['deep-blue', 'deep_blue', 'no-such-colour', ''])),
    buildElement(
      'cannedResponses',
      {},
      choices.some(2, () =>
        buildElement('cannedResponse', { id: '5' }, [
          generateText('title', 'x'),
          generateText('body', choices.pick(texts)),
        ]),
      ),
    ),
    rulesOf(form, choices),
    reportsOf(form, choices),
    workflowOf(form, choices),
    generateText('submit_instructions', choices.pick(texts)),
    buildElement(
      'webhooks',
      {},
      choices.some(1, () => buildElement('webhook', { url: 'https://example.com/hook' })),
    ),
    buildElement('timetracking', { is_enabled: '1' }),
    buildElement('x-odd', { of: 'a tracker' }, [generateText('x', 'y')]),
    buildElement('dependencies', {}, [buildElement('rule', {}, [reference('source_field', form, choices)])]),
  ].filter(() => !choices.once(2))
  const attributes = {
    id: key,
    parent_id: choices.pick(['0', undefined, '', 'T_of_nothing', ...trackerKeys]),
    ...oddOptions(choices),
  }
  const children = [
    generateWord('name', name),
    generateWord('item_name', choices.pick([`bug_${index}`, `Bug${index}`, `${index}`])),
    form.formElements,
    ...(inheritsTimeframe || !choices.once(3) ? [semantics] : []),
    ...(permissions.element === undefined ? [] : [permissions.element]),
    ...optional,
  ]
  const element = buildElement('tracker', attributes, choices.once(3) ? choices.shuffled(children) : children)
  return { element, form, key, name, isClosed: permissions.isClosed, inheritsTimeframe }
}

function oddOptions(choices: Choices): Record<string, string> {
  const names = [
    'allow_copy',
    'enable_emailgateway',
    'instantiate_for_new_projects',
    'log_priority_changes',
    'notifications_level',
    'stop_notification',
    'is_displayed_in_new_dropdown',
    'use_private_comments',
    'should_send_event_in_notification',
    'enable_move_artifacts',
    'is_folder',
    'group_id',
    'x-odd',
  ]
  const value = () => choices.pick(['0', '1', 'true', '', 'maybe', '7'])
  return Object.fromEntries(choices.some(4, () => choices.pick(names)).map((name) => [name, value()]))
}

const reference = (name: string, { keys }: GeneratedForm, choices: Choices): Xml =>
  buildElement(name, choices.once(10) ? {} : { REF: choices.pick(keys) })

function semanticsOf(form: GeneratedForm, choices: Choices, timeframe?: string): Xml {
  const to = (name: string) => reference(name, form, choices)
  const nameElements = [generateWord('shortname', 'x'), generateWord('label', 'x'), generateText('description', 'x')]
  const kinds = choices
    .some(6, () =>
      choices.pick([
        () =>
          buildElement(
            'semantic',
            { type: choices.pick(['title', 'description', 'contributor', 'initial_effort', 'velocity']) },
            [...nameElements, to('field')],
          ),
        () =>
          buildElement('semantic', { type: 'status' }, [
            ...nameElements,
            to('field'),
            buildElement(
              'open_values',
              {},
              choices.some(3, () => to('open_value')),
            ),
          ]),
        () =>
          buildElement('semantic', { type: 'done' }, [
            ...nameElements,
            buildElement(
              'closed_values',
              {},
              choices.some(3, () => to('closed_value')),
            ),
          ]),
        () =>
          buildElement(
            'semantic',
            { type: 'tooltip' },
            choices.some(4, () => to('field')),
          ),
        () => buildElement('semantic', { type: 'progress' }, [to('total_effort_field'), to('remaining_effort_field')]),
        () =>
          buildElement('semantic', { type: 'progress' }, [
            buildElement('artifact_link_type', { shortname: choices.pick(linkTypes) }),
          ]),
        () => buildElement('semantic', { type: 'plugin_cardwall_card_fields' }, [to('field'), to('background-color')]),
        () => buildElement('semantic', { type: 'of_another_plugin' }, [to('field')]),
        () =>
          buildElement('semantic', { type: 'timeframe' }, [
            to('start_date_field'),
            to(choices.pick(['end_date_field', 'duration_field'])),
          ]),
      ])(),
    )
    .filter(({ attributes }) => timeframe === undefined || attributes['type'] !== 'timeframe')
  const inherited =
    timeframe === undefined
      ? []
      : [buildElement('semantic', { type: 'timeframe' }, [buildElement('inherited_from_tracker', { id: timeframe })])]
  return buildElement('semantics', {}, [...kinds, ...inherited])
}

function rulesOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  const ofDates = choices.some(3, () =>
    buildElement('rule', {}, [
      to('source_field'),
      to('target_field'),
      buildElement('comparator', { type: choices.pick(['=', '≠', '<', '≥', '~', '']) }),
    ]),
  )
  const ofLists = choices.some(3, () =>
    buildElement('rule', {}, [
      to('source_field'),
      to('target_field'),
      choices.once(3) ? buildElement('source_value', { is_none: '1' }) : to('source_value'),
      ...(choices.once(6) ? [] : [to('target_value')]),
    ]),
  )
  return buildElement('rules', {}, [buildElement('date_rules', {}, ofDates), buildElement('list_rules', {}, ofLists)])
}

function reportsOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  const criterion = () =>
    buildElement('criteria', { rank: choices.pick(['0', 'x']), is_advanced: choices.pick(['1', 'x']) }, [
      ...(choices.once(6) ? [] : [to('field')]),
      choices.pick([
        () => generateText('criteria_value', choices.pick(texts), { type: 'text' }),
        () => buildElement('criteria_value', { type: 'list' }, [buildElement('none_value'), to('selected_value')]),
        () => buildElement('criteria_value', { type: 'odd' }),
      ])(),
    ])
  const renderer = (index: number) =>
    choices.pick([
      () =>
        buildElement(
          'renderer',
          { ID: `R${index}`, type: 'table', rank: `${index}`, chunksz: choices.pick(['15', '0', 'x', '-1']) },
          [
            generateWord('name', choices.pick(labels)),
            buildElement(
              'columns',
              {},
              choices.some(4, () => {
                const column = to('field')
                if (choices.once(3)) column.attributes['artlink-nature'] = choices.pick(linkTypes)
                return column
              }),
            ),
            buildElement(
              'sort',
              {},
              choices.some(2, () => to('field')),
            ),
          ],
        ),
      () =>
        buildElement('renderer', { type: 'plugin_graphontrackersv5' }, [
          generateWord('name', 'x'),
          buildElement('charts', {}, [buildElement('chart', { type: 'pie' })]),
        ]),
      () => buildElement('renderer', { type: 'plugin_cardwall', field_id: 'F1' }, [generateWord('name', 'x')]),
    ])()
  const reports = choices.some(2, (index) =>
    buildElement(
      'report',
      {
        is_default: choices.pick(['0', '1']),
        expert_query: choices.pick(['', 'status = "x"', '((']),
        is_in_expert_mode: choices.pick(['0', '1', 'x']),
      },
      [
        generateWord('name', choices.pick(labels)),
        ...(choices.once(3) ? [] : [buildElement('criterias', {}, choices.some(3, criterion))]),
        ...(choices.once(3)
          ? []
          : [
              buildElement(
                'renderers',
                {},
                choices.some(2, () => renderer(index)),
              ),
            ]),
      ],
    ),
  )
  return buildElement('reports', {}, reports)
}

function workflowOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  // All transitions use one list, so that some of them are valid.
  const list = form.fields.find(({ kind, values }) => (kind === 'sb' || kind === 'rb') && values.length > 0)
  const value = (name: string) =>
    list === undefined || choices.once(4) ? to(name) : buildElement(name, { REF: choices.pick(list.values).key })
  const fieldId = list === undefined || choices.once(6) ? to('field_id') : buildElement('field_id', { REF: list.key })
  const from = () => (choices.once(3) ? buildElement('from_id', { REF: 'null' }) : value('from_id'))
  const group = () => buildElement('permission', { ugroup: choices.pick([...groupNames, ...unknownGroups]) })
  const conditions = () =>
    buildElement(
      'conditions',
      {},
      choices.some(3, () =>
        choices.pick([
          () => buildElement('condition', { type: 'perms' }, [buildElement('permissions', {}, choices.some(2, group))]),
          () =>
            buildElement(
              'condition',
              { type: 'notempty' },
              choices.some(2, () => to('field')),
            ),
          () => buildElement('condition', { type: 'commentnotempty', is_comment_required: '1' }),
          () => buildElement('condition', { type: 'odd' }),
        ])(),
      ),
    )
  const actions = () =>
    buildElement(
      'postactions',
      {},
      choices.some(3, () =>
        choices.pick([
          () => buildElement('postaction_field_date', { valuetype: choices.pick(['1', '2', 'x']) }, [to('field_id')]),
          () => buildElement('postaction_field_int', { value: choices.pick(['5', 'x', '1e99']) }, [to('field_id')]),
          () => buildElement('postaction_field_float', { value: '1.5' }, [to('field_id')]),
          () =>
            buildElement('postaction_ci_build', {
              job_url: choices.pick(['http://ci.example.com', '', 'javascript:x']),
            }),
          () =>
            buildElement(
              'postaction_frozen_fields',
              {},
              choices.some(2, () => to('field_id')),
            ),
          () =>
            buildElement(
              'postaction_hidden_fieldsets',
              {},
              choices.some(2, () => to('fieldset_id')),
            ),
          () => buildElement('postaction_add_to_top_backlog'),
        ])(),
      ),
    )
  const used = choices.pick(['1', '0', ''])
  if (choices.once(2)) {
    const states = choices.some(4, () =>
      buildElement('state', {}, [
        value('to_id'),
        buildElement(
          'transitions',
          {},
          choices.some(3, () => buildElement('transition', {}, [from()])),
        ),
        actions(),
        conditions(),
      ]),
    )
    return buildElement('simple_workflow', {}, [
      fieldId,
      generateWord('is_used', used),
      buildElement('states', {}, states),
    ])
  }
  const transitions = choices.some(6, () =>
    buildElement('transition', {}, [from(), value('to_id'), actions(), conditions()]),
  )
  return buildElement('workflow', {}, [
    fieldId,
    generateWord('is_used', used),
    buildElement('transitions', {}, transitions),
  ])
}

const trackerTypes = [
  'PLUGIN_TRACKER_ACCESS_FULL',
  'PLUGIN_TRACKER_ADMIN',
  'PLUGIN_TRACKER_ACCESS_SUBMITTER',
  'PLUGIN_TRACKER_NONE',
]
const fieldTypes = [
  'PLUGIN_TRACKER_FIELD_READ',
  'PLUGIN_TRACKER_FIELD_SUBMIT',
  'PLUGIN_TRACKER_FIELD_UPDATE',
  'PLUGIN_TRACKER_FIELD_ODD',
]

function permissionsOf(form: GeneratedForm, choices: Choices) {
  if (choices.once(6)) return { element: undefined, isClosed: false }
  const onFields = choices.some(8, () =>
    buildElement('permission', {
      scope: choices.pick(['field', 'field', 'odd']),
      REF: choices.pick(form.keys),
      ugroup: choices.pick([...groupNames, ...unknownGroups]),
      type: choices.pick(fieldTypes),
    }),
  )
  const isClosed = choices.once(4)
  const onTracker = Array.from({ length: choices.integer(1, 3) }, () =>
    buildElement('permission', {
      scope: 'tracker',
      ugroup: choices.pick(isClosed ? unknownGroups : groupNames),
      type: choices.pick(isClosed ? [...trackerTypes, 'odd'] : trackerTypes),
    }),
  )
  return { element: buildElement('permissions', {}, choices.shuffled([...onFields, ...onTracker])), isClosed }
}
