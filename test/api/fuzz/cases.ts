import { enableSubversion, useMemoryStorage } from '../../kit/repositories.ts'
import type { TestServer } from '../../kit/server.ts'

/** A valid write request; the fuzzer mutates its body. */
export interface Case {
  readonly method: string
  readonly url: string
  /** Request bodies; none if the operation accepts none. */
  readonly bodies: readonly unknown[]
  /** Number of runs relative to the other cases. */
  readonly share?: number
}

/** Ids and representations from a project with every kind of content. */
export interface FuzzFixture {
  readonly project: number
  readonly tracker: any
  readonly other: any
  readonly artifact: any
  readonly target: any
  readonly child: number
  readonly transitions: readonly number[]
  readonly webhook: number
  readonly commitWebhook: number
  readonly report: number
  readonly repository: number
  /** of the administrator */
  readonly temporary: number
  readonly linkType: string
  /** A changeset of `artifact` with a comment. */
  readonly commented: number
}

/** Adds webhooks, a repository and a report to an imported project, and reads what the cases need. */
export async function createFuzzFixture(server: TestServer, project: number): Promise<FuzzFixture> {
  const admin = server.as('admin')
  const readBody = async (url: string): Promise<any> => {
    const { status, body, text } = await admin.get(url)
    if (status !== 200) throw new Error(`${url} returned ${status}: ${text}`)
    return body
  }
  const trackers = await readBody(`projects/${project}/trackers`)
  const [tracker, other] = await Promise.all(trackers.map(({ id }: { id: number }) => readBody(`trackers/${id}`)))
  const artifacts = await readBody(`trackers/${tracker.id}/artifacts?values=all`)
  const file = { name: 'a.txt', mimetype: 'text/plain', content: 'aGVsbG8=' }
  const { body: temporary } = await admin.post('artifact_temporary_files', file)
  const { body: hook } = await admin.post(`trackers/${tracker.id}/webhooks`, { url: 'https://hook.example' })
  useMemoryStorage(server.world)
  await enableSubversion(server, project)
  const { body: repository } = await admin.post('svn', { project_id: project, name: 'sources' })
  const { body: commitWebhook } = await admin.post(`svn/${repository.id}/webhooks`, { url: 'https://hook.example' })
  const { body: linkType } = await admin.post('artifact_link_types', linkTypeOf('fixed_in'))
  const { body: report } = await admin.post('tracker_reports', { tracker: { id: tracker.id }, label: 'Late' })
  const comment = { values: [], comment: { body: 'Seen', format: 'text' } }
  await admin.put(`artifacts/${artifacts[0].id}`, comment)
  const [commented] = await readBody(`artifacts/${artifacts[0].id}/changesets?fields=comments&order=desc`)
  return {
    commented: commented.id,
    project,
    tracker,
    other,
    artifact: artifacts[0],
    target: artifacts[1],
    child: artifacts.at(-1).id,
    transitions: tracker.workflow.transitions.map(({ id }: { id: number }) => id),
    webhook: hook.id,
    commitWebhook: commitWebhook.id,
    report: report.id,
    repository: repository.id,
    temporary: temporary.id,
    linkType: linkType.shortname,
  }
}

const linkTypeOf = (shortname: string) => ({ shortname, forward_label: 'Fixed in', reverse_label: 'Fixes' })

/** Returns a valid entry of `values` for each writable field, in every form of Tuleap (docs/api/field-values.md §1). */
function entriesOf({ tracker, artifact, target }: FuzzFixture): readonly object[] {
  const valuesById = new Map(artifact.values.map((value: any) => [value.field_id, value]))
  return tracker.fields.flatMap(({ field_id, type, values }: any): object[] => {
    const ids = (Array.isArray(values) ? values : [])
      .flatMap(({ id }: { id?: unknown }) => (id === undefined ? [] : [id]))
      .slice(0, 3)
    switch (type) {
      case 'string':
        return [{ field_id, value: 'A title' }]
      case 'text':
        return [
          { field_id, value: 'plain' },
          { field_id, value: { content: '<b>rich</b> art #1', format: 'html' } },
          { field_id, value: { content: '*rich* `code`', format: 'commonmark' } },
        ]
      case 'int':
        return [{ field_id, value: 5 }]
      case 'float':
        return [{ field_id, value: 1.25 }]
      case 'date':
        return [
          { field_id, value: '2026-03-13' },
          { field_id, value: '2026-03-13T10:00:00+02:00' },
        ]
      case 'sb':
      case 'rb':
      case 'msb':
      case 'cb':
        return [
          { field_id, bind_value_ids: ids.slice(0, type === 'msb' || type === 'cb' ? 2 : 1) },
          { field_id, bind_value_ids: [100] },
        ]
      case 'tbl':
        return [
          { field_id, value: { bind_value_objects: [{ label: 'red' }, { id: ids[0] ?? 1, label: 'new' }] } },
          { field_id, value: [{ label: 'red' }] },
          { field_id, bind_value_ids: ids },
        ]
      case 'file':
        return [
          { field_id, value: (valuesById.get(field_id) as any)?.file_descriptions?.map(({ id }: any) => id) ?? [] },
        ]
      case 'art_link':
        return [
          { field_id, links: [{ id: target.id, type: '_is_child' }], parent: { id: target.id } },
          { field_id, all_links: [{ id: target.id, direction: 'reverse', type: '' }] },
        ]
      case 'perm':
        return [{ field_id, value: { is_used_by_default: true, granted_groups: ['101_3', '2'] } }]
      case 'computed':
        return [
          { field_id, manual_value: 4.5, is_autocomputed: false },
          { field_id, is_autocomputed: true },
        ]
      case 'ttmstepdef':
        return [
          {
            field_id,
            value: {
              add: [
                {
                  description: 'do',
                  description_format: 'text',
                  expected_results: 'done',
                  expected_results_format: 'html',
                },
              ],
              delete: [1],
              reorder: { ids: [1], direction: 'before', compared_to: 2 },
            },
          },
          { field_id, value: [{ description: 'do', description_format: 'text', expected_results: '', rank: 1 }] },
        ]
      default:
        return [{ field_id, value: 'not to be written' }]
    }
  })
}

/** Returns every write operation of artifacts and trackers with valid bodies. */
export function generateCases(fixture: FuzzFixture): readonly Case[] {
  const {
    project,
    tracker,
    other,
    artifact,
    target,
    child,
    transitions,
    webhook,
    commitWebhook,
    report,
    temporary,
    linkType,
    repository,
    commented,
  } = fixture
  const entries = entriesOf(fixture)
  const list = tracker.fields.find((field: any) => field.type === 'sb')
  const date = tracker.fields.find((field: any) => field.type === 'date').field_id
  const int = tracker.fields.find((field: any) => field.type === 'int').field_id
  const reports = [
    {
      label: 'Late',
      description: 'For mornings',
      query: { [int]: '5' },
      tables: [{ label: 'Brief', columns: [int], sort: [{ field_id: int, direction: 'desc' }] }],
    },
    { label: 'Later', expert_query: "@title != '' AND @status = OPEN()", tables: [] },
  ]
  const files = tracker.fields.find((field: any) => field.type === 'file').field_id
  const title = entries.find((entry: any) => entry.value === 'A title') ?? {}
  const values = list.values.map(({ id }: { id: number }) => id)
  const byName = Object.fromEntries(
    artifact.values.map((value: any) => [tracker.fields.find((f: any) => f.field_id === value.field_id)?.name, value]),
  )
  const definition = { label: 'Made', item_name: 'made', ...tracker }
  const transition = transitions[0] ?? 0
  const actions = [
    { id: null, type: 'run_job', job_url: 'https://ci.example/job' },
    { id: null, type: 'set_field_value', field_id: date, field_type: 'date', value: 'current' },
    { id: null, type: 'set_field_value', field_id: int, field_type: 'int', value: 5 },
    { id: null, type: 'frozen_fields', field_ids: [int] },
    { id: null, type: 'hidden_fieldsets', fieldset_ids: [int] },
  ]
  const setTransition = { set_transitions_rules: { field_id: list.field_id, is_used: true } }
  const settings = {
    commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
    immutable_tags: { paths: ['/tags'], whitelist: ['/tags/moving'] },
    access_file: '[/]\n* = r\n@members = rw\n@nobody = r',
    email_notifications: [
      { path: '/', emails: ['a@example.com', 'b@example.com'], users: [101], user_groups: [`${project}_3`] },
      { path: '/trunk/*', emails: ['a@example.com'], users: [], user_groups: [] },
    ],
    has_default_permissions: false,
  }
  const updates = entries.map((entry) => ({ values: [entry] }))
  // Required fields and rules of the tracker, without which a new artifact is rejected.
  const required = [title, ...fieldsForRules(tracker)]
  const creations = entries.map((entry) => ({ tracker: { id: tracker.id }, values: [...required, entry] }))
  return [
    {
      method: 'POST',
      url: 'artifacts',
      share: 10,
      bodies: [
        ...creations,
        { tracker: { id: tracker.id }, values: entries },
        { tracker: { id: tracker.id }, values_by_field: byName },
        { tracker: { id: tracker.id }, from_artifact: { id: artifact.id } },
      ],
    },
    {
      method: 'PUT',
      url: `artifacts/${artifact.id}`,
      share: 8,
      bodies: [
        ...updates,
        { values: artifact.values, comment: { body: 'a comment', format: 'html' } },
        { values: [], comment: { body: 'a comment', format: 'commonmark' } },
        { values_by_field: byName },
      ],
    },
    { method: 'PUT', url: `artifacts/${target.id}`, share: 4, bodies: updates },
    {
      method: 'PATCH',
      url: `artifacts/${child}`,
      bodies: [
        { move: { tracker_id: other.id, dry_run: true, should_populate_feedback_on_success: true } },
        { move: { tracker_id: other.id } },
      ],
    },
    { method: 'DELETE', url: `artifacts/${target.id}`, bodies: [{}] },
    {
      method: 'PUT',
      url: `artifacts/${artifact.id}/changesets/${commented}/comment`,
      bodies: [
        { body: 'Seen again', format: 'commonmark' },
        { body: '<b>Seen</b>', format: 'html', ugroups: [] },
      ],
    },
    { method: 'DELETE', url: `artifacts/${artifact.id}/changesets/${commented}/comment`, bodies: [{}] },
    { method: 'PUT', url: `artifacts/${artifact.id}/visit`, bodies: [{}] },
    { method: 'PUT', url: `artifacts/${artifact.id}/watch`, bodies: [{}] },
    { method: 'DELETE', url: `artifacts/${artifact.id}/watch`, bodies: [{}] },
    {
      method: 'PATCH',
      url: `trackers/${tracker.id}`,
      bodies: [
        { query: JSON.stringify({ workflow: setTransition }) },
        { query: JSON.stringify({ workflow: { set_transitions_rules: { is_used: false } } }) },
        { query: JSON.stringify({ workflow: { delete_transitions_rules: true } }) },
      ],
    },
    {
      method: 'PUT',
      url: `trackers/${tracker.id}/settings`,
      bodies: [
        {
          label: 'Bugs',
          description: 'of the team',
          color_name: 'red-wine',
          parent_id: other.id,
          notifications: { enabled: true },
          item_name: 'bug',
        },
        tracker,
      ],
    },
    { method: 'PUT', url: `trackers/${tracker.id}/semantics`, bodies: [tracker.semantics] },
    {
      method: 'PUT',
      url: `trackers/${tracker.id}/permissions`,
      bodies: [tracker.permissions_for_groups, { can_access: ['2'], can_admin: ['101_4'] }],
    },
    {
      method: 'PUT',
      url: `trackers/${tracker.id}/rules`,
      bodies: [
        tracker.workflow.rules,
        {
          dates: [{ source_field_id: date, comparator: '<', target_field_id: date }],
          lists: [
            {
              source_field_id: list.field_id,
              source_value_id: list.values[0].id,
              target_field_id: list.field_id,
              target_value_id: 100,
            },
          ],
        },
      ],
    },
    {
      method: 'PUT',
      url: `trackers/${tracker.id}/triggers`,
      bodies: [
        [],
        [
          {
            condition: 'all_of',
            target: { field_id: list.field_id, value_id: list.values[0].id },
            triggers: [{ field_id: list.field_id, value_id: list.values[0].id }],
          },
        ],
      ],
    },
    {
      method: 'POST',
      url: `trackers/${tracker.id}/fields`,
      bodies: [
        ...tracker.fields.slice(0, 25),
        { type: 'sb', name: 'made', label: 'Made', bindings: { type: 'static' }, values: [{ label: 'One' }] },
      ],
    },
    {
      method: 'PATCH',
      url: `tracker_fields/${list.field_id}`,
      bodies: [
        { new_values: ['x'] },
        { label: 'State', description: '', move: { parent_id: null, next_sibling_id: null }, use_it: true },
        {
          values: list.values,
          default_value: list.default_value,
          permissions_for_groups: list.permissions_for_groups,
          bindings: list.bindings,
          is_required: true,
        },
      ],
    },
    {
      method: 'POST',
      url: `tracker_fields/${files}/files`,
      share: 2,
      bodies: [
        { name: 'crane 1.png', file_size: 11, file_type: 'image/png', description: 'night shot' },
        { name: 'empty', file_size: 0, file_type: 'text/plain', description: null },
      ],
    },
    ...tracker.fields.slice(0, 40).map((field: any) => ({
      method: 'PATCH',
      url: `tracker_fields/${field.field_id}`,
      share: 0.5,
      bodies: [
        withoutValues(field),
        { specific_properties: field.specific_properties, default_value: field.default_value },
      ],
    })),
    {
      method: 'PUT',
      url: `projects/${project}/tracker_order`,
      bodies: [{ trackers: [tracker.id, other.id] }, { trackers: [other.id] }],
    },
    {
      method: 'POST',
      url: `projects/${project}/trackers`,
      bodies: [
        { name: 'Made', item_name: 'made', definition },
        { name: 'Copied', item_name: 'copied', from_tracker: { id: tracker.id } },
        { name: 'Built', item_name: 'built', template: 'bugs', color_name: 'red-wine', parent_id: tracker.id },
      ],
    },
    {
      method: 'POST',
      url: `projects/${project}/tracker_imports`,
      bodies: [
        {
          xml: '<tracker><name>Read</name><item_name>read</item_name><formElements><formElement type="string" ID="F1" rank="0"><name>a</name><label>A</label></formElement></formElements></tracker>',
          ...{ name: 'Named', item_name: 'named', color_name: 'red-wine' },
        },
      ],
    },
    { method: 'POST', url: `trackers/${other.id}/restore`, bodies: [{}] },
    {
      method: 'PATCH',
      url: `trackers/${tracker.id}/artifact_order`,
      bodies: [{ order: { ids: [artifact.id], direction: 'before', compared_to: target.id } }],
    },
    {
      method: 'POST',
      url: `trackers/${tracker.id}/artifact_changes`,
      bodies: [
        {
          artifacts: [artifact.id, { id: target.id, etag: '"x"' }],
          values: entries.slice(0, 5),
          comment: { body: 'a comment' },
          all_or_nothing: true,
        },
        { query: { [int]: { operator: '>', value: 1 } }, values_by_field: byName },
        { expert_query: "@title = 'a'", comment: { body: 'a comment', format: 'html' } },
      ],
    },
    {
      method: 'POST',
      url: `trackers/${tracker.id}/artifact_imports`,
      bodies: [
        { content: `id,${tracker.fields.map(({ name }: any) => name).join(',')}\n` },
        {
          content: `id,${required.map(({ field_id }: any) => `#${field_id}`).join(',')}\n,made,"a;""b"""\n${artifact.id},x,y\n`,
        },
      ],
    },
    {
      method: 'POST',
      url: 'tracker_workflow_transitions',
      bodies: [
        { tracker_id: tracker.id, from_id: values[0], to_id: values[1] },
        { tracker_id: tracker.id, from_id: 0, to_id: values[2] },
      ],
    },
    {
      method: 'PATCH',
      url: `tracker_workflow_transitions/${transition}`,
      bodies: [{ authorized_user_group_ids: ['2', '101_3'], not_empty_field_ids: [int], is_comment_required: true }],
    },
    {
      method: 'PUT',
      url: `tracker_workflow_transitions/${transition}/actions`,
      bodies: [{ post_actions: actions }, ...actions.map((action) => ({ post_actions: [action] }))],
    },
    {
      method: 'POST',
      url: 'tracker_reports',
      bodies: [{ tracker: { id: tracker.id }, label: 'Late', is_public: true, is_default: true, ...reports[0] }],
    },
    { method: 'PUT', url: `tracker_reports/${report}`, bodies: reports },
    {
      method: 'POST',
      url: `trackers/${tracker.id}/webhooks`,
      bodies: [
        {
          url: 'https://hook.example/x',
          events: ['create', 'update'],
          format: 'json',
          secret: 'sixteen letters!',
          is_enabled: true,
        },
      ],
    },
    {
      method: 'PATCH',
      url: `tracker_webhooks/${webhook}`,
      bodies: [{ url: 'https://hook.example/y', events: ['delete'], format: 'payload', is_enabled: false }],
    },
    { method: 'POST', url: 'tracker_webhook_deliveries/1/replay', bodies: [{}] },
    { method: 'POST', url: `projects/${project}/exports`, bodies: [{}] },
    {
      method: 'POST',
      url: `projects/${project}/extract_references`,
      bodies: [{ text: 'see bug #1, art #2 and [[x]]' }],
    },
    {
      method: 'POST',
      url: `projects/${project}/text_previews`,
      bodies: [
        { content: 'see *bug #1*, `art #2` and [x](javascript:y)' },
        { content: '<p onclick="x()">bug #1</p>', format: 'html' },
      ],
    },
    {
      method: 'POST',
      url: 'artifact_temporary_files',
      share: 2,
      bodies: [
        { name: 'crane 1.png', mimetype: 'image/png', content: 'aGVsbG8=', description: 'night shot' },
        { name: 'a', mimetype: 'text/plain', content: 'aGVs\r\nbG8=', description: null },
      ],
    },
    {
      method: 'PUT',
      url: `artifact_temporary_files/${temporary}`,
      share: 2,
      bodies: [2, 3, 4].map((offset) => ({ content: 'aGVsbG8=', offset })),
    },
    {
      method: 'POST',
      url: 'svn',
      share: 2,
      bodies: [
        { project_id: project, name: 'made', settings: { ...settings, layout: ['trunk', '/tags'] } },
        { project_id: project, name: 'bare' },
      ],
    },
    { method: 'PUT', url: `svn/${repository}`, share: 4, bodies: [{ settings }] },
    { method: 'PUT', url: `svn/${repository}/access_files/current`, bodies: [{ version: 1 }] },
    { method: 'PUT', url: `svn/${repository}/mail_settings`, bodies: [{ subject_header: '[sources]' }] },
    {
      method: 'POST',
      url: `svn/${repository}/access_file_check`,
      share: 2,
      bodies: [{ access_file: '[/]\n* = r', has_default_permissions: false }, { access_file: 'qa = @members\n~~a' }],
    },
    {
      method: 'POST',
      url: `svn/${repository}/webhooks`,
      bodies: [{ url: 'https://hook.example/x', events: ['commit'], format: 'form', secret: 'sixteen letters!' }],
    },
    {
      method: 'PATCH',
      url: `svn_webhooks/${commitWebhook}`,
      bodies: [{ url: 'https://hook.example/y', events: ['commit'], format: 'payload', is_enabled: false }],
    },
    { method: 'POST', url: 'svn_webhook_deliveries/1/replay', bodies: [{}] },
    { method: 'POST', url: `svn/${repository}/restore`, bodies: [{}] },
    { method: 'PUT', url: `projects/${project}/svn_administrators`, bodies: [{ user_groups: [`${project}_3`] }] },
    { method: 'POST', url: 'artifact_link_types', bodies: [linkTypeOf('tested_by')] },
    {
      method: 'PATCH',
      url: `artifact_link_types/${linkType}`,
      bodies: [{ forward_label: 'Out', reverse_label: 'In' }],
    },
    // Deletions come last because the other cases need what they delete.
    { method: 'DELETE', url: `artifact_link_types/${linkType}`, bodies: [{}] },
    { method: 'DELETE', url: `svn_webhooks/${commitWebhook}`, bodies: [{}] },
    { method: 'DELETE', url: `svn/${repository}`, bodies: [{}] },
    { method: 'DELETE', url: `artifact_temporary_files/${temporary}`, bodies: [{}] },
    { method: 'DELETE', url: `tracker_webhooks/${webhook}`, bodies: [{}] },
    { method: 'DELETE', url: `tracker_reports/${report}`, bodies: [{}] },
    { method: 'DELETE', url: `tracker_workflow_transitions/${transition}`, bodies: [{}] },
    { method: 'DELETE', url: `tracker_fields/${int}`, bodies: [{}] },
    { method: 'DELETE', url: `trackers/${other.id}`, bodies: [{}] },
  ] // prettier-ignore
}

/** Returns a form element as a change of itself; only lists have values. */
function withoutValues({ values, ...field }: any): object {
  return Array.isArray(values) && values.length > 0 ? { ...field, values } : field
}

/** Returns values that satisfy the rules of the tracker for a new artifact. */
const fieldsForRules = ({ fields }: any): readonly object[] => {
  const fieldNamed = (name: string) => fields.find((field: any) => field.name === name)
  const kind = fieldNamed('kind')
  return [
    { field_id: fieldNamed('due').field_id, value: '2026-03-13' },
    { field_id: fieldNamed('met').field_id, value: '2026-03-14T10:00' },
    { field_id: kind.field_id, bind_value_ids: [kind.values[0].id] },
  ]
}
