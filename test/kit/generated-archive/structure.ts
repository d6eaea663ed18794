import type { Choices } from './choices.ts'
import { type GeneratedForm, generateForm, type Keys } from './form.ts'
import { groupNames, labels, linkTypes, texts, unknownGroups } from './pools.ts'
import { el, text, word, type Xml } from './xml.ts'

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
    text('description', choices.pick(labels)),
    word('color', choices.pick(['deep-blue', 'deep_blue', 'no-such-colour', ''])),
    el(
      'cannedResponses',
      {},
      choices.some(2, () => el('cannedResponse', { id: '5' }, [text('title', 'x'), text('body', choices.pick(texts))])),
    ),
    rulesOf(form, choices),
    reportsOf(form, choices),
    workflowOf(form, choices),
    text('submit_instructions', choices.pick(texts)),
    el(
      'webhooks',
      {},
      choices.some(1, () => el('webhook', { url: 'https://example.com/hook' })),
    ),
    el('timetracking', { is_enabled: '1' }),
    el('x-odd', { of: 'a tracker' }, [text('x', 'y')]),
    el('dependencies', {}, [el('rule', {}, [reference('source_field', form, choices)])]),
  ].filter(() => !choices.once(2))
  const attributes = {
    id: key,
    parent_id: choices.pick(['0', undefined, '', 'T_of_nothing', ...trackerKeys]),
    ...oddOptions(choices),
  }
  const children = [
    word('name', name),
    word('item_name', choices.pick([`bug_${index}`, `Bug${index}`, `${index}`])),
    form.formElements,
    ...(inheritsTimeframe || !choices.once(3) ? [semantics] : []),
    ...(permissions.element === undefined ? [] : [permissions.element]),
    ...optional,
  ]
  const element = el('tracker', attributes, choices.once(3) ? choices.shuffled(children) : children)
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
  el(name, choices.once(10) ? {} : { REF: choices.pick(keys) })

function semanticsOf(form: GeneratedForm, choices: Choices, timeframe?: string): Xml {
  const to = (name: string) => reference(name, form, choices)
  const named = [word('shortname', 'x'), word('label', 'x'), text('description', 'x')]
  const kinds = choices
    .some(6, () =>
      choices.pick([
        () =>
          el(
            'semantic',
            { type: choices.pick(['title', 'description', 'contributor', 'initial_effort', 'velocity']) },
            [...named, to('field')],
          ),
        () =>
          el('semantic', { type: 'status' }, [
            ...named,
            to('field'),
            el(
              'open_values',
              {},
              choices.some(3, () => to('open_value')),
            ),
          ]),
        () =>
          el('semantic', { type: 'done' }, [
            ...named,
            el(
              'closed_values',
              {},
              choices.some(3, () => to('closed_value')),
            ),
          ]),
        () =>
          el(
            'semantic',
            { type: 'tooltip' },
            choices.some(4, () => to('field')),
          ),
        () => el('semantic', { type: 'progress' }, [to('total_effort_field'), to('remaining_effort_field')]),
        () => el('semantic', { type: 'progress' }, [el('artifact_link_type', { shortname: choices.pick(linkTypes) })]),
        () => el('semantic', { type: 'plugin_cardwall_card_fields' }, [to('field'), to('background-color')]),
        () => el('semantic', { type: 'of_another_plugin' }, [to('field')]),
        () =>
          el('semantic', { type: 'timeframe' }, [
            to('start_date_field'),
            to(choices.pick(['end_date_field', 'duration_field'])),
          ]),
      ])(),
    )
    .filter(({ attributes }) => timeframe === undefined || attributes['type'] !== 'timeframe')
  const inherited =
    timeframe === undefined
      ? []
      : [el('semantic', { type: 'timeframe' }, [el('inherited_from_tracker', { id: timeframe })])]
  return el('semantics', {}, [...kinds, ...inherited])
}

function rulesOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  const ofDates = choices.some(3, () =>
    el('rule', {}, [
      to('source_field'),
      to('target_field'),
      el('comparator', { type: choices.pick(['=', '≠', '<', '≥', '~', '']) }),
    ]),
  )
  const ofLists = choices.some(3, () =>
    el('rule', {}, [
      to('source_field'),
      to('target_field'),
      choices.once(3) ? el('source_value', { is_none: '1' }) : to('source_value'),
      ...(choices.once(6) ? [] : [to('target_value')]),
    ]),
  )
  return el('rules', {}, [el('date_rules', {}, ofDates), el('list_rules', {}, ofLists)])
}

function reportsOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  const criterion = () =>
    el('criteria', { rank: choices.pick(['0', 'x']), is_advanced: choices.pick(['1', 'x']) }, [
      ...(choices.once(6) ? [] : [to('field')]),
      choices.pick([
        () => text('criteria_value', choices.pick(texts), { type: 'text' }),
        () => el('criteria_value', { type: 'list' }, [el('none_value'), to('selected_value')]),
        () => el('criteria_value', { type: 'odd' }),
      ])(),
    ])
  const renderer = (index: number) =>
    choices.pick([
      () =>
        el(
          'renderer',
          { ID: `R${index}`, type: 'table', rank: `${index}`, chunksz: choices.pick(['15', '0', 'x', '-1']) },
          [
            word('name', choices.pick(labels)),
            el(
              'columns',
              {},
              choices.some(4, () => {
                const column = to('field')
                if (choices.once(3)) column.attributes['artlink-nature'] = choices.pick(linkTypes)
                return column
              }),
            ),
            el(
              'sort',
              {},
              choices.some(2, () => to('field')),
            ),
          ],
        ),
      () =>
        el('renderer', { type: 'plugin_graphontrackersv5' }, [
          word('name', 'x'),
          el('charts', {}, [el('chart', { type: 'pie' })]),
        ]),
      () => el('renderer', { type: 'plugin_cardwall', field_id: 'F1' }, [word('name', 'x')]),
    ])()
  const reports = choices.some(2, (index) =>
    el(
      'report',
      {
        is_default: choices.pick(['0', '1']),
        expert_query: choices.pick(['', 'status = "x"', '((']),
        is_in_expert_mode: choices.pick(['0', '1', 'x']),
      },
      [
        word('name', choices.pick(labels)),
        ...(choices.once(3) ? [] : [el('criterias', {}, choices.some(3, criterion))]),
        ...(choices.once(3)
          ? []
          : [
              el(
                'renderers',
                {},
                choices.some(2, () => renderer(index)),
              ),
            ]),
      ],
    ),
  )
  return el('reports', {}, reports)
}

function workflowOf(form: GeneratedForm, choices: Choices): Xml {
  const to = (name: string) => reference(name, form, choices)
  // All transitions use one list, so that some of them are valid.
  const list = form.fields.find(({ kind, values }) => (kind === 'sb' || kind === 'rb') && values.length > 0)
  const value = (name: string) =>
    list === undefined || choices.once(4) ? to(name) : el(name, { REF: choices.pick(list.values).key })
  const fieldId = list === undefined || choices.once(6) ? to('field_id') : el('field_id', { REF: list.key })
  const from = () => (choices.once(3) ? el('from_id', { REF: 'null' }) : value('from_id'))
  const group = () => el('permission', { ugroup: choices.pick([...groupNames, ...unknownGroups]) })
  const conditions = () =>
    el(
      'conditions',
      {},
      choices.some(3, () =>
        choices.pick([
          () => el('condition', { type: 'perms' }, [el('permissions', {}, choices.some(2, group))]),
          () =>
            el(
              'condition',
              { type: 'notempty' },
              choices.some(2, () => to('field')),
            ),
          () => el('condition', { type: 'commentnotempty', is_comment_required: '1' }),
          () => el('condition', { type: 'odd' }),
        ])(),
      ),
    )
  const actions = () =>
    el(
      'postactions',
      {},
      choices.some(3, () =>
        choices.pick([
          () => el('postaction_field_date', { valuetype: choices.pick(['1', '2', 'x']) }, [to('field_id')]),
          () => el('postaction_field_int', { value: choices.pick(['5', 'x', '1e99']) }, [to('field_id')]),
          () => el('postaction_field_float', { value: '1.5' }, [to('field_id')]),
          () => el('postaction_ci_build', { job_url: choices.pick(['http://ci.example.com', '', 'javascript:x']) }),
          () =>
            el(
              'postaction_frozen_fields',
              {},
              choices.some(2, () => to('field_id')),
            ),
          () =>
            el(
              'postaction_hidden_fieldsets',
              {},
              choices.some(2, () => to('fieldset_id')),
            ),
          () => el('postaction_add_to_top_backlog'),
        ])(),
      ),
    )
  const used = choices.pick(['1', '0', ''])
  if (choices.once(2)) {
    const states = choices.some(4, () =>
      el('state', {}, [
        value('to_id'),
        el(
          'transitions',
          {},
          choices.some(3, () => el('transition', {}, [from()])),
        ),
        actions(),
        conditions(),
      ]),
    )
    return el('simple_workflow', {}, [fieldId, word('is_used', used), el('states', {}, states)])
  }
  const transitions = choices.some(6, () => el('transition', {}, [from(), value('to_id'), actions(), conditions()]))
  return el('workflow', {}, [fieldId, word('is_used', used), el('transitions', {}, transitions)])
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
    el('permission', {
      scope: choices.pick(['field', 'field', 'odd']),
      REF: choices.pick(form.keys),
      ugroup: choices.pick([...groupNames, ...unknownGroups]),
      type: choices.pick(fieldTypes),
    }),
  )
  const isClosed = choices.once(4)
  const onTracker = Array.from({ length: choices.integer(1, 3) }, () =>
    el('permission', {
      scope: 'tracker',
      ugroup: choices.pick(isClosed ? unknownGroups : groupNames),
      type: choices.pick(isClosed ? [...trackerTypes, 'odd'] : trackerTypes),
    }),
  )
  return { element: el('permissions', {}, choices.shuffled([...onFields, ...onTracker])), isClosed }
}
