import { beforeAll, describe, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

onEachDatabase((dialect) => {
  describe('an id that is larger than any id in a body', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let transition = 0
    const tracker = () => Number(shop.trackers.get('task'))
    const field = (key: string) => Number(shop.fields.get(key))
    const value = (key: string) => Number(shop.values.get(key))

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      shop = await createProjectFixture(server, 'shop', {
        members: [alice],
        administrators: [alice],
        groups: { testers: [] },
        trackers: () => [
          {
            ...createTrackerDefinition('task', [
              createFieldDefinition('string', 'title'),
              createFieldDefinition('date', 'start'),
              createFieldDefinition('int', 'points'),
              createFieldDefinition('sb', 'owner', { bind: projectMembers }),
              createFieldDefinition('sb', 'area', { bind: createStaticBind(['Roof', ''], ['Cellar', '']) }),
              createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', ''], ['Open', '']) }),
            ]),
            workflow: {
              ...{ field: 'status', isUsed: true, isAdvanced: false, isLegacy: false },
              transitions: [
                {
                  ...{ from: 'New', to: 'Open', groups: [3 as UserGroupId], isCommentRequired: false, actions: [] },
                  notEmptyFields: [],
                },
              ],
            },
          },
        ],
      })
      const { body } = await server.as('alice').get(`trackers/${tracker()}`)
      transition = body.workflow.transitions[0].id
    })

    const define = (id: number, members: object) => ({
      definition: {
        ...{ label: 'New', item_name: 'new', description: '', color_name: 'fiesta-red' },
        fields: [
          { field_id: 1, name: 'title', label: 'Title', type: 'string' },
          { field_id: 2, name: 'state', label: 'State', type: 'sb', values: [{ id: 5, label: 'On' }] },
        ],
        ...members,
      },
      id,
    })
    const notification = (users: Json) => ({
      email_notifications: [{ path: '/', emails: [], users, user_groups: [] }],
      commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
      immutable_tags: { paths: [], whitelist: [] },
      access_file: '',
    })

    it.each<[string, 'post' | 'put' | 'patch', () => string, (id: number) => unknown]>([
      ['the title', 'put', () => `trackers/${tracker()}/semantics`, (id) => ({ title: { field_id: id } })],
      [
        'the values of the status',
        'put',
        () => `trackers/${tracker()}/semantics`,
        (id) => ({ status: { field_id: field('status'), value_ids: [id] } }),
      ],
      [
        'the timeframe',
        'put',
        () => `trackers/${tracker()}/semantics`,
        (id) => ({ timeframe: { start_date_field_id: field('start'), duration_field_id: id } }),
      ],
      [
        'the progress',
        'put',
        () => `trackers/${tracker()}/semantics`,
        (id) => ({ progress: { total_effort_field_id: id, remaining_effort_field_id: field('points') } }),
      ],
      [
        'a date rule',
        'put',
        () => `trackers/${tracker()}/rules`,
        (id) => ({ dates: [{ source_field_id: field('start'), target_field_id: id, comparator: '<' }], lists: [] }),
      ],
      [
        'a dependency',
        'put',
        () => `trackers/${tracker()}/rules`,
        (id) => ({
          dates: [],
          lists: [
            {
              ...{ source_field_id: field('status'), source_value_id: id },
              ...{ target_field_id: field('area'), target_value_id: value('Roof') },
            },
          ],
        }),
      ],
      [
        'a trigger',
        'put',
        () => `trackers/${tracker()}/triggers`,
        (id) => [
          {
            condition: 'all_of',
            target: { field_id: field('status'), value_id: value('Open') },
            triggers: [{ field_id: id, value_id: id }],
          },
        ],
      ],
      ['the parent of a tracker', 'put', () => `trackers/${tracker()}/settings`, (id) => ({ parent_id: id })],
      [
        'the place of a new field',
        'post',
        () => `trackers/${tracker()}/fields`,
        (id) => ({ name: 'x', label: 'x', type: 'string', parent_id: id }),
      ],
      [
        'the default users of a new list',
        'post',
        () => `trackers/${tracker()}/fields`,
        (id) => ({
          ...{ name: 'x', label: 'x', type: 'sb', default_value: [id] },
          bindings: { type: 'users', list: [{ id: 3 }] },
        }),
      ],
      [
        'the place of a field',
        'patch',
        () => `tracker_fields/${field('title')}`,
        (id) => ({ move: { parent_id: null, next_sibling_id: id } }),
      ],
      [
        'a new transition',
        'post',
        () => 'tracker_workflow_transitions',
        (id) => ({ tracker_id: tracker(), from_id: id, to_id: value('Open') }),
      ],
      [
        'a field that a transition requires',
        'patch',
        () => `tracker_workflow_transitions/${transition}`,
        (id) => ({ authorized_user_group_ids: ['3'], not_empty_field_ids: [id], is_comment_required: false }),
      ],
      [
        'a field that an action sets',
        'put',
        () => `tracker_workflow_transitions/${transition}/actions`,
        (id) => ({
          post_actions: [{ id: null, type: 'set_field_value', field_id: id, field_type: 'int', value: 1 }],
        }),
      ],
      [
        'a frozen field',
        'put',
        () => `tracker_workflow_transitions/${transition}/actions`,
        (id) => ({ post_actions: [{ id: null, type: 'frozen_fields', field_ids: [id] }] }),
      ],
      [
        'a hidden field set',
        'put',
        () => `tracker_workflow_transitions/${transition}/actions`,
        (id) => ({ post_actions: [{ id: null, type: 'hidden_fieldsets', fieldset_ids: [`${id}`] }] }),
      ],
      [
        'the parent of a new tracker',
        'post',
        () => `projects/${shop.projectId}/trackers`,
        (id) => ({ ...define(id, {}), parent_id: id }),
      ],
      [
        'a definition of a semantic',
        'post',
        () => `projects/${shop.projectId}/trackers`,
        (id) => define(id, { semantics: { title: { field_id: id } } }),
      ],
      [
        'a definition of a workflow',
        'post',
        () => `projects/${shop.projectId}/trackers`,
        (id) =>
          define(id, {
            workflow: {
              field_id: 2,
              transitions: [
                { from_id: null, to_id: id },
                {
                  from_id: id,
                  to_id: 5,
                  not_empty_field_ids: [id],
                  actions: [{ type: 'frozen_fields', field_ids: [id] }],
                },
              ],
            },
          }),
      ],
      [
        'a definition of a structure',
        'post',
        () => `projects/${shop.projectId}/trackers`,
        (id) => define(id, { structure: [{ id: 1 }, { id: 2 }, { id }] }),
      ],
      [
        'a column of a report',
        'post',
        () => 'tracker_reports',
        (id) => ({ tracker: { id: tracker() }, label: 'x', tables: [{ columns: [id], sort: [{ field_id: id }] }] }),
      ],
      [
        'a table of a report',
        'post',
        () => 'tracker_reports',
        (id) => ({ tracker: { id: tracker() }, label: 'x', tables: [{ id, columns: [] }] }),
      ],
      ['the trackers of a search', 'post', () => 'search', (id) => ({ words: 'x', trackers: [id, id] })],
      ['the projects of a search', 'post', () => 'search', (id) => ({ words: 'x', projects: [id] })],
      ['an item of the inbox', 'patch', () => 'users/self/inbox', (id) => ({ read: [id] })],
      ['the last item of the inbox', 'patch', () => 'users/self/inbox', (id) => ({ read: 'all', up_to: id })],
      [
        'a recipient of commits',
        'post',
        () => 'svn',
        (id) => ({ project_id: shop.projectId, name: 'x', settings: notification([id]) }),
      ],
      [
        'a recipient of commits as an object',
        'post',
        () => 'svn',
        (id) => ({ project_id: shop.projectId, name: 'x', settings: notification([{ id }]) }),
      ],
      [
        'a member of a group',
        'put',
        () => `user_groups/${shop.groups.get('testers')}/users`,
        (id) => ({ user_references: [{ id }] }),
      ],
      [
        'the parent of a category',
        'post',
        () => 'project_categories',
        (id) => ({ shortname: 'x', label: 'x', parent_id: id }),
      ],
      [
        'a field',
        'post',
        () => 'artifacts',
        (id) => ({ tracker: { id: tracker() }, values: [{ field_id: id, value: 'x' }] }),
      ],
    ])('of %s is an unknown one, and no message has another number', async (_, method, path, bodyWith) => {
      const send = async (id: number | string) => {
        const body = JSON.stringify(bodyWith(999_999_999)).replaceAll('999999999', `${id}`)
        const { status, text } = await server
          .as(path() === 'project_categories' ? 'admin' : 'alice')
          [method](path(), body, { skipsOpenApiCheck: true })
        return [status, text.replaceAll('999999999', '…')]
      }
      const before = await server.rowCounts()
      const unknown = await send(999_999_999)
      expect(unknown).not.toEqual([400, expect.stringMatching(/Expecting integer value|attribute format/)])
      for (const huge of ['9007199254740993', '99999999999999999999', '9'.repeat(400)])
        expect([huge, ...(await send(huge))]).toEqual([huge, ...unknown])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is quoted as it was sent where it is a text', async () => {
      const { body } = await server.as('alice').put(`user_groups/${shop.groups.get('testers')}/users`, {
        user_references: [{ username: '99999999999999999999' }],
      })
      expect(body.error.message).toBe('Bad Request: User with reference 99999999999999999999 not known')
    })
  })
})
