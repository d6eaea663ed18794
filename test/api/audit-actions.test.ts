import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCommandLine } from '../../src/cli/run.ts'
import { buildField, buildGroup, buildTracker, createArchive } from '../kit/archive.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createTwoProjects } from './access-matrix/two-projects.ts'

onEachDatabase((dialect) => {
  describe('the audit log', () => {
    const server = createServer(dialect)
    let project = 0
    let bugs = 0

    beforeAll(async () => {
      const ids = await createTwoProjects(server)
      project = ids('public', 'project')
      bugs = ids('public', 'tracker')
    })

    const entries = async () => {
      const rows = await server.world.db.read.selectFrom('audit').selectAll().orderBy('id').execute()
      return rows.map(({ user_id, action, subject, detail }) => [user_id, action, subject, JSON.parse(detail)])
    }

    /** Returns the entries that a piece of work adds to the log. */
    const entriesOf = async (work: () => Promise<void>) => {
      const before = (await entries()).length
      await work()
      return (await entries()).slice(before)
    }

    /** Runs commands on the database of the running server; each has to succeed. */
    const runCommands = async (...commands: string[][]) => {
      const { dataDirectory, databaseUrl } = server.world.config
      const env = { TULIPWOOD_DATA: dataDirectory, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
      let output = ''
      const out = (text: string) => {
        output += text
      }
      for (const args of commands) {
        const code = await runCommandLine(args, { env, stdin: Readable.from(['']), isTerminal: false, out, error: out })
        if (code !== 0) throw new Error(`tulipwood ${args.join(' ')} ended with ${code}: ${output}`)
      }
    }

    it('records added and removed members of a project', async () => {
      const [boss, member, outsider] = ['boss', 'member', 'outsider'].map((login) => server.idOf(login))
      const before = (await entries()).length
      await server.as('boss').post(`projects/${project}/members`, { user_id: outsider })
      await server.as('boss').put(`user_groups/${project}_4/users`, [{ id: boss }, { id: outsider }])
      await server.as('boss').delete(`projects/${project}/members/${member}`)
      // Nothing changes, so nothing is recorded.
      expect((await server.as('boss').delete(`projects/${project}/members/${member}`)).status).toBe(200)
      expect((await entries()).slice(before)).toEqual([
        [boss, 'project member added', 'open-house', { user: outsider }],
        [boss, 'group members replaced', 'open-house', { group: 4, before: [boss], after: [outsider, boss] }],
        [boss, 'project member removed', 'open-house', { user: member }],
      ])
    })

    it('records a new group and the change of its members', async () => {
      const [boss, member] = ['boss', 'member'].map((login) => server.idOf(login))
      let groupId = 0
      const added = await entriesOf(async () => {
        const { body } = await server.as('boss').post('user_groups', { project_id: project, short_name: 'writers' })
        groupId = Number(body.id)
        await server.as('boss').put(`user_groups/${groupId}/users`, [{ id: member }])
      })
      expect(added).toEqual([
        [boss, 'group created', 'open-house', { group: groupId, name: 'writers' }],
        [boss, 'group members replaced', 'open-house', { group: groupId, before: [], after: [member] }],
      ])
    })

    it('records all resulting members of a group, not only the given ones', async () => {
      const usersUrl = `user_groups/${project}_3/users`
      const idsIn = async () => {
        const { body } = await server.as('admin').get(usersUrl)
        return body.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)
      }
      const before = await idsIn()
      const added = await entriesOf(async () => {
        await server.as('admin').put(usersUrl, [])
      })
      const after = await idsIn()
      expect(after).not.toEqual([])
      const detail = { group: 3, before, after }
      expect(added).toEqual([[server.idOf('admin'), 'group members replaced', 'open-house', detail]])
    })

    it('records a new project and its template', async () => {
      const more = { is_public: true, description: '' }
      let projectIds: number[] = []
      const added = await entriesOf(async () => {
        const inputs = [
          { ...more, shortname: 'copied', label: 'Copied', template_id: 100 },
          { ...more, shortname: 'kanban-board', label: 'Board', xml_template_name: 'kanban' },
        ]
        const first = await server.as('admin').post('projects', inputs[0])
        const second = await server.as('admin').post('projects', inputs[1])
        projectIds = [first.body.id, second.body.id]
      })
      const admin = server.idOf('admin')
      expect(added).toEqual([
        [admin, 'project created', 'copied', { project: projectIds[0], from: 'default-template' }],
        [admin, 'project created', 'kanban-board', { project: projectIds[1], from: 'kanban' }],
      ])
    })

    it('records changes of a project', async () => {
      const [boss, admin] = [server.idOf('boss'), server.idOf('admin')]
      const services = await server.as('boss').get(`projects/${project}/project_services`)
      const { id: service } = services.body.find(({ name }: { name: string }) => name === 'plugin_tracker')
      const added = await entriesOf(async () => {
        await server.as('boss').put(`project_services/${service}`, { is_enabled: false })
        await server.as('boss').put(`project_services/${service}`, { is_enabled: true })
        await server.as('boss').put(`projects/${project}/banner`, { message: 'Maintenance' })
        await server.as('boss').delete(`projects/${project}/banner`)
        await server.as('admin').put(`projects/${project}/template`, { is_template: true })
        await server.as('admin').put(`projects/${project}/template`, { is_template: false })
        await server.as('admin').patch(`projects/${project}`, { status: 'suspended' })
        await server.as('admin').patch(`projects/${project}`, { status: 'active' })
      })
      const detail = { service, name: 'plugin_tracker' }
      expect(added).toEqual([
        [boss, 'project service disabled', 'open-house', detail],
        [boss, 'project service enabled', 'open-house', detail],
        [boss, 'project banner set', 'open-house', {}],
        [boss, 'project banner removed', 'open-house', {}],
        [admin, 'project published as template', 'open-house', {}],
        [admin, 'project withdrawn as template', 'open-house', {}],
        [admin, 'project status changed', 'open-house', { from: 'active', to: 'suspended' }],
        [admin, 'project status changed', 'open-house', { from: 'suspended', to: 'active' }],
      ])
    })

    it('records changes of the site', async () => {
      const admin = server.idOf('admin')
      let fieldId = 0
      const added = await entriesOf(async () => {
        fieldId = (await server.as('admin').post('project_fields', { name: 'Cost centre' })).body.id
        await server.as('admin').put('banner', { message: 'Snow', importance: 'warning' })
        await server.as('admin').delete('banner')
      })
      expect(added).toEqual([
        [admin, 'project field added', 'site', { field: fieldId, name: 'Cost centre' }],
        [admin, 'banner set', 'site', {}],
        [admin, 'banner removed', 'site', {}],
      ])
    })

    it('records the command that changed a project', async () => {
      const outsider = server.idOf('outsider')
      const added = await entriesOf(() =>
        runCommands(
          ['project', 'template', 'open-house', 'on'],
          ['project', 'template', 'open-house', 'off'],
          ['project', 'status', 'open-house', 'suspended'],
          ['project', 'status', 'open-house', 'active'],
          ['project', 'field', 'add', 'Sponsor'],
          ['project', 'member', 'closed-shop', 'add', 'outsider'],
          ['setting', 'set', 'project_creation', 'true'],
        ),
      )
      const [template, status] = [{ reason: 'cli: project template' }, { reason: 'cli: project status' }]
      expect(added).toEqual([
        [null, 'project published as template', 'open-house', template],
        [null, 'project withdrawn as template', 'open-house', template],
        [null, 'project status changed', 'open-house', { from: 'active', to: 'suspended', ...status }],
        [null, 'project status changed', 'open-house', { from: 'suspended', to: 'active', ...status }],
        [
          null,
          'project field added',
          'site',
          { field: expect.any(Number), name: 'Sponsor', reason: 'cli: project field add' },
        ],
        [null, 'project member added', 'closed-shop', { user: outsider, reason: 'cli: project member' }],
        [null, 'settings changed', 'site', { project_creation: true, reason: 'cli: setting set' }],
      ])
    })

    it('records the command that changed a tracker', async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-audit-'))
      const file = path.join(directory, 'tasks.xml')
      await writeFile(
        file,
        buildTracker({ id: 'T9', name: 'Tasks', itemName: 'task', fields: [buildField('string', 'F1', 'title')] }),
      )
      const id = `${bugs}`
      const added = await entriesOf(() =>
        runCommands(
          ['import-tracker', file, '--project', 'open-house', '--check'],
          ['import-tracker', file, '--project', 'open-house'],
          ['tracker', 'delete', id],
          ['tracker', 'restore', id],
          ['tracker', 'workflow-mode', id, 'simple'],
        ),
      )
      await rm(directory, { recursive: true })
      const tasks = added[0]?.[3].tracker
      expect((await server.as('boss').get(`trackers/${tasks}`)).body.label).toBe('Tasks')
      const details = { tracker: bugs, name: 'Bugs' }
      expect(added).toEqual([
        [null, 'tracker imported', 'open-house', { tracker: tasks, name: 'Tasks', reason: 'cli: import-tracker' }],
        [null, 'tracker deleted', 'open-house', { ...details, reason: 'cli: tracker delete' }],
        [null, 'tracker restored', 'open-house', { ...details, reason: 'cli: tracker restore' }],
        [
          null,
          'workflow mode changed',
          'open-house',
          { ...details, to: 'simple', reason: 'cli: tracker workflow-mode' },
        ],
      ])
    })

    it('records the counts of an import in one entry', async () => {
      const archive = await createArchive({
        users: [{ id: 1, login: 'mira' }],
        groups: [buildGroup('project_admins', ['mira']), buildGroup('testers', ['mira'])],
        trackers: [
          buildTracker({ id: 'T1', name: 'Tasks', itemName: 'task', fields: [buildField('string', 'F1', 'title')] }),
        ],
      })
      const added = await entriesOf(() =>
        runCommands(
          ['import', archive.path, '--create-users', 'active', '--check'],
          ['import', archive.path, '--create-users', 'active'],
        ),
      )
      await archive.remove()
      const [imported] = (await server.as('admin').get('projects?query={"shortname":"apollo"}')).body
      const counts = {
        usersCreated: 1,
        usersMatched: 0,
        groups: 1,
        trackers: 1,
        fields: 1,
        values: 0,
        artifacts: 0,
        changesets: 0,
        comments: 0,
        links: 0,
        files: 0,
        repositories: 0,
      }
      expect(added).toEqual([
        [null, 'project imported', 'apollo', { project: imported.id, ...counts, reason: 'cli: import' }],
      ])
    })

    it('records no rejected request', async () => {
      const restricted = server.as('restricted')
      const member = server.as('member')
      const services = await server.as('boss').get(`projects/${project}/project_services`)
      const admin = services.body.find(({ name }: { name: string }) => name === 'admin')
      let statuses: number[] = []
      const added = await entriesOf(async () => {
        statuses = (
          await Promise.all([
            restricted.post(`projects/${project}/members`, { user_id: 101 }),
            member.post('user_groups', { project_id: project, short_name: 'mine' }),
            member.put(`projects/${project}/banner`, { message: 'Mine' }),
            member.put(`projects/${project}/template`, { is_template: true }),
            member.post('project_fields', { name: 'Mine' }),
            server.as('boss').post('user_groups', { project_id: project, short_name: 'testers' }),
            server.as('boss').put(`project_services/${admin.id}`, { is_enabled: false }),
          ])
        ).map(({ status }) => status)
      })
      expect(statuses).toEqual([403, 403, 403, 403, 403, 400, 400])
      expect(added).toEqual([])
    })

    it('records no change to the current value', async () => {
      const services = await server.as('boss').get(`projects/${project}/project_services`)
      const { id, is_enabled } = services.body.find(({ name }: { name: string }) => name === 'plugin_tracker')
      const setCurrentValues = async () => {
        await server.as('boss').put(`project_services/${id}`, { is_enabled })
        await server.as('boss').put(`projects/${project}/banner`, { message: 'As ever' })
        await server.as('admin').delete('banner')
        await server.as('admin').put(`projects/${project}/template`, { is_template: true })
        await server.as('admin').patch(`projects/${project}`, { status: 'active' })
        await runCommands(['tracker', 'restore', `${bugs}`], ['tracker', 'workflow-mode', `${bugs}`, 'simple'])
      }
      await setCurrentValues()
      expect(await entriesOf(setCurrentValues)).toEqual([])
    })
  })
})
