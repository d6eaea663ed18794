import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/db/db.ts'
import { onEachDatabase } from '../kit/server.ts'
import { type CommandResult, createCliInstallation, type Installation, root } from './command-line.ts'

const demo = path.join(root, 'src/archives/sample')
const failure = (message: string) => ({ code: 1, stdout: '', stderr: `${message}\n` })
const usageError = (message: string) => ({ code: 2, stdout: '', stderr: `${message}\n` })

onEachDatabase((dialect) =>
  describe('the command line next to a running server', () => {
    let installation: Installation
    let address: string
    let empty: CommandResult
    let first: CommandResult
    const get = (url: string, key?: string) =>
      fetch(`${address}/api/${url}`, { headers: key === undefined ? {} : { 'x-auth-accesskey': key } })
    const read = async (url: string, key?: string): Promise<any> => (await get(url, key)).json()
    const list = async (what: string): Promise<any> => Object.values(await installation.runJson(...what.split(' ')))[0]

    beforeAll(async () => {
      installation = await createCliInstallation(dialect)
      empty = await installation.run(['user', 'list'])
      // A command that may create a database initializes it like the first start of a server.
      first = await installation.spawn(['demo', '--json'])
      address = await installation.serve()
    })
    afterAll(() => installation?.remove())

    it('initializes an empty database only with demo, import and serve', () => {
      expect(empty).toMatchObject({ code: 1, stdout: '' })
      expect(empty.stderr).toMatch(
        dialect === 'sqlite'
          ? /^There is no Tulipwood database in .* create one with "tulipwood serve"\n$/
          : /^The database of DATABASE_URL has no tables of Tulipwood\. .* create them with "tulipwood serve"\n$/,
      )
    })

    it('initializes an empty database, whose administrator has no password until one is set', async () => {
      expect(first.code).toBe(0)
      expect(first.stderr).toContain('The administrator admin has no password yet')
      const token = (password: string) =>
        fetch(`${address}/api/tokens`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'admin', password }),
        })
      expect((await token('admin')).status).toBe(401)
      const password = 'plenty of apples'
      expect((await installation.run(['user', 'password', 'admin'], { input: `${password}\n` })).code).toBe(0)
      expect(await (await token(password)).json()).toMatchObject({ user_id: '101' })
    })

    it('demo imports the sample project without remarks, and only once', async () => {
      expect(JSON.parse(first.stdout)).toEqual({
        project: { id: 101, short_name: 'boatyard' },
        counts: {
          users_created: 3,
          users_matched: 0,
          user_groups: 2,
          trackers: 3,
          fields: 73,
          values: 32,
          artifacts: 25,
          repositories: 0,
          changesets: 66,
          comments: 25,
          links: 22,
          files: 3,
        },
        remarks: [],
        further_remarks: 0,
        ignored: [],
      })
      expect(await installation.run(['demo'])).toEqual({
        code: 0,
        stdout: 'The sample project already exists: boatyard (id 101)\n',
        stderr: '',
      })
    })

    it('user create, password, status and list manage accounts', async () => {
      const created = await installation.run([
        'user',
        'create',
        'ksato',
        '--real-name',
        'Kenji Sato',
        '--email',
        'k@example.org',
      ])
      expect(created).toMatchObject({ code: 0, stderr: '' })
      expect(created.stdout).toMatch(
        /^Created user ksato \(id \d+, active\)\nSet a password with "tulipwood user password ksato"\n$/,
      )
      const signIn = (password: string) =>
        fetch(`${address}/api/users/self`, {
          headers: { authorization: `Basic ${Buffer.from(`ksato:${password}`).toString('base64')}` },
        })
      expect((await signIn('up and down')).status).toBe(401)
      expect(await installation.run(['user', 'password', 'ksato'], { input: 'short\n' })).toMatchObject({
        code: 1,
        stdout: '',
      })
      expect(await installation.spawn(['user', 'password', 'ksato'], { input: 'up and down\n' })).toMatchObject({
        code: 0,
      })
      expect(await (await signIn('up and down')).json()).toMatchObject({ username: 'ksato', real_name: 'Kenji Sato' })
      const cleared = 'Removed all second factors of ksato and ended their sessions\n'
      expect(await installation.run(['user', 'clear-factors', 'KSato'])).toEqual({
        code: 0,
        stdout: cleared,
        stderr: '',
      })
      expect(await installation.run(['user', 'clear-factors', 'nobody_here'])).toMatchObject({ code: 1, stdout: '' })
      expect(await installation.run(['user', 'status', 'ksato', 'sleepy'])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('"sleepy" is not a valid status. Use one of: active, restricted'),
      })
      expect(await installation.run(['user', 'create', 'someone', '--email', 'nope'])).toEqual(
        failure('"nope" is not an email address'),
      )
      expect(await installation.run(['user', 'create', 'bad name!'])).toEqual(
        failure('A login cannot contain spaces (got "bad name!")'),
      )
      expect((await installation.run(['user', 'list'])).stdout).toMatch(/^ID +LOGIN +STATUS +NAME +EMAIL$/m)
      expect(await installation.runJson('user', 'status', 'KSato', 'suspended')).toMatchObject({
        login: 'ksato',
        status: 'S',
      })
      expect((await signIn('up and down')).status).toBe(401)

      const before = await list('user list')
      expect(before.find(({ login }: any) => login === 'ksato')).toMatchObject({ status: 'S', ldap_id: null })
      const again = await installation.spawn(['user', 'create', 'KSATO', '--json'])
      expect(again).toMatchObject({ code: 1, stderr: 'Login name already exists\n' })
      expect(JSON.parse(again.stdout)).toEqual({ error: { code: 1, message: 'Login name already exists' } })
      expect(await list('user list')).toEqual(before)
    })

    it('key create prints a key for the API, and key revoke revokes it', async () => {
      const { stdout } = await installation.spawn(['key', 'create', '--user', 'mira', '--expires', '2099-12-31'])
      expect(stdout).toMatch(/^tlp-k1-\d+\.[0-9a-f]{64}\n$/)
      const key = stdout.trim()
      expect(await read('users/self', key)).toMatchObject({ username: 'mira' })
      const [listed] = await list('key list --user mira')
      expect(listed).toMatchObject({ scopes: ['write:rest'], expires_on: '2099-12-31T23:59:59.000Z' })
      expect(await installation.runJson('key', 'revoke', `${listed.id}`)).toMatchObject({ id: listed.id })
      expect((await get('users/self', key)).status).toBe(401)
      expect(await installation.run(['key', 'revoke', `${listed.id}`])).toEqual(
        failure(`Access key ${listed.id} does not exist`),
      )
      expect(await installation.run(['key', 'create', '--user', 'mira', '--expires', '2001-01-01'])).toMatchObject({
        code: 1,
      })
      expect(await list('key list --user mira')).toEqual([])
    })

    it('setting set takes effect on the next request', async () => {
      expect((await get('projects')).status).toBe(200)
      const set = await installation.spawn(['setting', 'set', 'access_mode', 'regular'])
      expect(set).toEqual({ code: 0, stdout: 'access_mode is now regular\n', stderr: '' })
      expect((await get('projects')).status).toBe(401)
      expect(await installation.run(['setting', 'set', 'access_mode', 'closed'])).toEqual(
        failure('access_mode must be one of: anonymous, regular, restricted (got "closed")'),
      )
      expect(await installation.run(['setting', 'set', 'svn_deleted_days', '0'])).toEqual(
        failure('svn_deleted_days must be an integer from 1 to 3650 (got "0")'),
      )
      expect(await installation.run(['setting', 'get', 'access_mode'])).toMatchObject({ stdout: 'regular\n' })
      expect(await installation.runJson('setting', 'set', 'access_mode', 'anonymous')).toEqual({
        access_mode: 'anonymous',
      })
      expect(await installation.runJson('setting', 'list')).toMatchObject({
        access_mode: 'anonymous',
        public_url: null,
      })
      expect((await get('projects')).status).toBe(200)
    })

    it('grant and revoke change site-wide permissions of users and groups', async () => {
      const { stdout } = await installation.run(['key', 'create', '--user', 'anton'])
      const statusOfMembership = async () => (await get('users/102/membership', stdout.trim())).status
      expect(await statusOfMembership()).toBe(403)
      await installation.runJson('grant', 'boatyard/workshop', 'membership_information')
      expect(await statusOfMembership()).toBe(200)
      await installation.runJson('revoke', 'workshop', 'membership-information')
      expect(await statusOfMembership()).toBe(403)
      await installation.runJson('grant', 'anton', 'membership_information')
      expect(await statusOfMembership()).toBe(200)
      await installation.runJson('revoke', 'anton', 'membership_information')
      expect(await installation.run(['revoke', 'anton', 'membership_information'])).toEqual(
        failure('anton does not have the permission membership_information'),
      )
      expect(await installation.run(['grant', 'nessie', 'user_management'])).toEqual(
        failure('No account or user group named "nessie"'),
      )
    })

    it('project commands change status, template, members and fields', async () => {
      const project = async () => read('projects/101', adminKey)
      const adminKey = (await installation.runJson('key', 'create', '--user', 'admin')).key
      await installation.runJson('project', 'status', 'boatyard', 'suspended')
      expect(await project()).toMatchObject({ status: 'suspended' })
      await installation.runJson('project', 'status', '101', 'active')
      await installation.runJson('project', 'template', 'BoatYard', 'on')
      expect(await project()).toMatchObject({ status: 'active', is_template: true })
      await installation.runJson('project', 'template', 'boatyard', 'off')

      await installation.runJson('user', 'create', 'pia')
      const members = async () => (await read('user_groups/101_3/users', adminKey)).map((u: any) => u.username)
      await installation.runJson('project', 'member', 'boatyard', 'add', 'pia')
      expect(await members()).toContain('pia')
      const administrators = async () => (await read('user_groups/101_4/users', adminKey)).map((u: any) => u.username)
      expect(await administrators()).not.toContain('pia')
      await installation.runJson('project', 'member', 'boatyard', 'add', 'pia', '--administrator')
      expect(await administrators()).toContain('pia')
      expect((await installation.run(['project', 'member', 'boatyard', 'remove', 'pia', '--administrator'])).code).toBe(
        2,
      )
      await installation.runJson('project', 'member', 'boatyard', 'remove', 'pia')
      expect(await members()).not.toContain('pia')
      expect(await installation.run(['project', 'member', 'boatyard', 'remove', 'pia'])).toEqual(
        failure('pia is not a member of boatyard'),
      )
      expect((await installation.run(['project', 'member', 'boatyard', 'remove', 'june'])).code).toBe(1)
      expect(await members()).toContain('june')

      await installation.runJson('project', 'field', 'add', 'Cost centre', '--required')
      expect(await read('project_fields', adminKey)).toMatchObject({
        project_fields_representation: [{ name: 'Cost centre', is_required: true }],
      })
      expect((await installation.run(['project', 'field', 'add', 'Cost centre'])).code).toBe(1)
      await installation.runJson('project', 'field', 'add', 'Purpose', '--type', 'text', '--position', '1')
      expect((await read('project_fields', adminKey)).project_fields_representation).toMatchObject([
        { name: 'Purpose', type: 'text', rank: 1 },
        { name: 'Cost centre', type: 'line', rank: 2 },
      ])
      expect(await installation.run(['project', 'field', 'add', 'Budget', '--type', 'number'])).toMatchObject(
        usageError('Invalid field type "number". Use one of: line, text'),
      )
      expect(await installation.run(['project', 'field', 'add', 'Budget', '--position', 'first'])).toMatchObject(
        usageError('Invalid position "first". Expected a number'),
      )
      expect(await installation.run(['project', 'field', 'add', 'Budget', '--position', '0'])).toMatchObject(
        usageError('Invalid position "0". The first position is 1'),
      )
      expect(await installation.run(['project', 'status', 'nowhere', 'active'])).toEqual(
        failure('No project named "nowhere"'),
      )
    })

    it('link-type commands list, add, edit and remove link types', async () => {
      const fixedIn = { shortname: 'fixed_in', forward_label: 'Fixed in', reverse_label: 'Fixes' }
      const labels = ['--forward', 'Fixed in', '--reverse', 'Fixes']
      expect(await installation.runJson('link-type', 'add', 'fixed_in', ...labels)).toMatchObject(fixedIn)
      expect(await installation.run(['link-type', 'add', 'fixed_in', ...labels])).toEqual(
        failure('a type with fixed_in as shortname already exists.'),
      )
      const edited = await installation.runJson('link-type', 'edit', 'fixed_in', '--reverse', 'Solves')
      expect(edited).toMatchObject({ ...fixedIn, reverse_label: 'Solves' })
      const types = await read('artifact_link_types')
      expect(await installation.runJson('link-type', 'list')).toEqual(types)
      expect(types.map(({ shortname }: any) => shortname)).toEqual(['_is_child', '_covered_by', 'fixed_in'])
      await installation.runJson('link-type', 'remove', 'fixed_in')
      expect(await installation.run(['link-type', 'remove', 'fixed_in'])).toEqual(
        failure('Link type "fixed_in" not found.'),
      )
    })

    it('category commands list, add, edit and remove project categories', async () => {
      const added = await installation.runJson(
        'category',
        'add',
        'area',
        'Area',
        '--mandatory',
        'yes',
        '--max-values',
        '2',
      )
      expect(added).toMatchObject({ shortname: 'area', label: 'Area', is_mandatory: true, max_values: 2, values: [] })
      const { id } = added
      const value = await installation.runJson(
        'category',
        'add',
        'sea',
        'Sea',
        '--parent',
        `${id}`,
        '--description',
        'Salt',
      )
      expect(value).toEqual({ id: id + 1, shortname: 'sea', label: 'Sea', description: 'Salt', values: [] })
      expect(await installation.runJson('category', 'edit', `${id}`, '--mandatory', 'no', '--label', 'Place')).toEqual({
        ...added,
        label: 'Place',
        is_mandatory: false,
        values: [value],
      })
      const { key } = await installation.runJson('key', 'create', '--user', 'admin')
      expect(await installation.runJson('category', 'list')).toEqual(await read('project_categories', key))
      expect((await installation.run(['category', 'list'])).stdout).toContain(`${id} Place [area] (at most 2)`)
      expect(await installation.run(['category', 'edit', `${id}`, '--parent', `${id + 1}`])).toEqual(
        failure(`The category ${id} cannot be moved below itself.`),
      )
      expect((await installation.run(['category', 'add', 'x', 'X', '--max-values', '0'])).code).toBe(1)
      await installation.runJson('category', 'remove', `${id}`)
      expect(await installation.run(['category', 'remove', `${id + 1}`])).toEqual(
        failure(`Category ${id + 1} does not exist.`),
      )
    })

    it('import-tracker and tracker commands', async () => {
      const file = path.join(installation.directory, 'tools.xml')
      await writeFile(file, tracker('Tools', 'tool'))
      const checked = await installation.runJson('import-tracker', file, '--project', 'boatyard', '--check')
      expect(checked).toMatchObject({ tracker: null, project: 'boatyard' })
      const { tracker: created } = await installation.runJson('import-tracker', file, '--project', 'boatyard')
      expect(await read(`trackers/${created.id}`)).toMatchObject({ label: 'Tools', item_name: 'tool' })
      const again = await installation.run(['import-tracker', file, '--project', 'boatyard'])
      expect(again).toMatchObject({ code: 1, stdout: '' })
      expect(again.stderr).toContain('tools.xml:1: The project has a tracker called "Tools" already\n')

      await installation.runJson('tracker', 'delete', `${created.id}`)
      expect((await get(`trackers/${created.id}`)).status).toBe(404)
      await installation.runJson('tracker', 'restore', `${created.id}`)
      expect((await get(`trackers/${created.id}`)).status).toBe(200)
      expect((await installation.run(['tracker', 'delete', '4711'])).code).toBe(1)
      for (const command of [
        ['export-tracker', '4711', '--to', 'x.xml'],
        ['tracker', 'workflow-mode', '4711', 'simple'],
      ])
        expect(await installation.run(command)).toEqual(failure('Tracker 4711 does not exist'))

      const { key } = await installation.runJson('key', 'create', '--user', 'june')
      const isAdvanced = async () => (await read('trackers/2', key)).workflow.is_advanced
      expect(await isAdvanced()).toBe(true)
      await installation.runJson('tracker', 'workflow-mode', '2', 'simple')
      expect(await isAdvanced()).toBe(false)
      await installation.runJson('tracker', 'workflow-mode', '2', 'advanced')
      expect(await isAdvanced()).toBe(true)
    })

    it('import lists every problem with its line and leaves nothing behind', async () => {
      const broken = path.join(installation.directory, 'broken')
      await cp(demo, broken, { recursive: true })
      const xml = await readFile(path.join(demo, 'project.xml'), 'utf8')
      const wrong = xml
        .replace('unix-name="boatyard"', 'unix-name="repairs"')
        .replace('2026-01-26T15:40:00+01:00', 'last Monday')
        .replace(
          '<submitted_by format="username">anton</submitted_by>',
          '<submitted_by format="username">nessie</submitted_by>',
        )
      const lineOf = (text: string) => wrong.slice(0, wrong.indexOf(text)).split('\n').length
      await writeFile(path.join(broken, 'project.xml'), wrong)
      const { code, stdout, stderr } = await installation.spawn(['import', broken])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(`project.xml:${lineOf('last Monday')}: Invalid date format not ISO8601: last Monday\n`)
      expect(stderr).toMatch(/Nothing was imported: found 1 problem\n$/)
      const answer = JSON.parse((await installation.run(['import', broken, '--json'])).stdout)
      expect(answer.problems).toHaveLength(1)
      // docs/api/archive-format.md §1.8: an unknown author of a later changeset is corrected with a remark.
      expect(answer.remarks).toContainEqual(expect.objectContaining({ line: lineOf('nessie') }))
      expect(answer.problems[0]).toMatchObject({ file: 'project.xml', line: expect.any(Number) })
      expect((await installation.run(['project', 'status', 'repairs', 'active'])).code).toBe(1)
    })

    it('import reads a directory with another short name, as a template, with a user map', async () => {
      const map = path.join(installation.directory, 'user_map.csv')
      await writeFile(map, 'name,action,comments\njune,map:ivo,\nmira,create:S,\n')
      const archive = path.join(installation.directory, 'guests')
      await mkdir(archive)
      await writeFile(path.join(archive, 'users.xml'), users)
      await writeFile(path.join(archive, 'project.xml'), project)
      await installation.runJson('user', 'create', 'ivo')
      const without = await installation.run(['import', archive])
      expect(without.code).toBe(1)
      expect(without.stderr).toContain('user guest-june should be in the mapping file')
      await writeFile(map, 'name,action,comments\nguest-june,map:ivo,\nguest-mira,create:S,\n')
      const args = [archive, '--user-map', map, '--short-name', 'visitors', '--as-template']
      expect(await installation.runJson('import', ...args, '--check')).toMatchObject({
        project: null,
        counts: { users_created: 1, users_matched: 1 },
      })
      const { project: created } = await installation.runJson('import', ...args)
      expect(created.short_name).toBe('visitors')
      const answer = await read(`projects/${created.id}`)
      expect(answer).toMatchObject({ shortname: 'visitors', label: 'Guests', is_template: true })
    })

    it('export writes what import reads and overwrites nothing, export-tracker what import-tracker reads', async () => {
      const zip = path.join(installation.directory, 'boatyard.zip')
      const { project: created, counts } = await installation.runJson('export', 'boatyard', '--to', zip)
      expect(created.short_name).toBe('boatyard')
      expect(counts.artifacts).toBeGreaterThan(0)
      expect(await installation.run(['export', 'boatyard', '--to', zip])).toEqual(
        failure(`${zip} exists already: nothing is overwritten`),
      )
      const again = await installation.runJson('import', zip, '--create-users', 'active', '--short-name', 'boatyard2')
      expect(again.counts).toMatchObject({ users_created: 0, artifacts: counts.artifacts, trackers: counts.trackers })
      const directory = path.join(installation.directory, 'exported')
      expect((await installation.run(['export', 'boatyard', '--to', directory])).stdout).toMatch(
        /^Exported project .* to .*exported\n/,
      )
      expect((await installation.run(['export', 'nowhere', '--to', `${directory}2`])).code).toBe(1)

      const file = path.join(installation.directory, 'template.xml')
      const [tracker] = await read(`projects/${again.project.id}/trackers`)
      expect(await installation.runJson('export-tracker', `${tracker.id}`, '--to', file)).toMatchObject({
        id: tracker.id,
      })
      expect(await installation.runJson('import-tracker', file, '--project', 'visitors')).toMatchObject({
        project: 'visitors',
      })
    })

    it('restore-artifact restores a deleted artifact, once', async () => {
      const { key } = await installation.runJson('key', 'create', '--user', 'admin')
      const kept = path.join(installation.directory, 'kept')
      await mkdir(kept)
      await installation.runJson('setting', 'set', 'archive_deleted_items_path', kept)
      await installation.runJson('setting', 'set', 'archive_deleted_items', 'true')
      await installation.runJson('setting', 'set', 'artifacts_deletion_limit', '5')
      const [tracker] = await read('projects/101/trackers', key)
      const [artifact] = await read(`trackers/${tracker.id}/artifacts`, key)
      const url = `artifacts/${artifact.id}`
      const headers = { 'x-auth-accesskey': key }
      expect((await fetch(`${address}/api/${url}`, { method: 'DELETE', headers })).status).toBe(200)
      expect((await get(url, key)).status).toBe(404)
      const zip = path.join(kept, (await readdir(kept))[0] ?? '')
      expect(await installation.runJson('restore-artifact', zip, '--check')).toMatchObject({ artifact: null })
      expect((await get(url, key)).status).toBe(404)
      const restored = await installation.runJson('restore-artifact', zip)
      expect(restored).toMatchObject({ artifact: { id: artifact.id }, tracker: { id: tracker.id } })
      expect((await read(url, key)).title).toBe(artifact.title)
      const again = await installation.run(['restore-artifact', zip])
      expect(again).toMatchObject({ code: 1, stdout: '' })
      expect(again.stderr).toContain(`The artifact ${artifact.id} is not deleted`)
      const copy = await installation.run(['restore-artifact', zip, '--tracker', `${tracker.id}`])
      expect(copy.stdout).toContain(`Restored artifact ${artifact.id} as `)
      expect((await installation.run(['restore-artifact', path.join(kept, 'nothing.zip')])).code).toBe(1)
      await installation.runJson('setting', 'set', 'archive_deleted_items_path', '')
      await installation.runJson('setting', 'set', 'archive_deleted_items', 'false')
    })

    it('doctor runs all checks and reports an invalid setting', async () => {
      // The test PostgreSQL runs without fsync, which doctor reports.
      const bad = dialect === 'sqlite' ? 0 : 1
      const healthy = await installation.run(['doctor', '--json'])
      const { ok, checks } = JSON.parse(healthy.stdout)
      expect({ code: healthy.code, ok }).toEqual({ code: bad, ok: bad === 0 })
      expect(checks.filter((check: any) => !check.ok).map(({ name }: any) => name)).toEqual(
        bad === 0 ? [] : ['durability'],
      )
      expect(checks.map(({ name }: any) => name)).toEqual(
        ['node', 'data directory', 'disk', 'database', 'migrations', 'integrity'].concat([
          'durability',
          'time zone',
          'access',
          'deleted items',
          'attachments',
          'previews',
          'subversion',
          'jobs',
          'backups',
          'verified backup',
          'artifacts',
          'notifications',
          'rules',
          'texts',
        ]),
      )
      await installation.runJson('setting', 'set', 'archive_deleted_items', 'true')
      const { stdout: archiving } = await installation.run(['doctor'])
      await installation.runJson('setting', 'set', 'archive_deleted_items_path', '/does/not/exist')
      const { code, stdout, stderr } = await installation.run(['doctor'])
      await installation.runJson('setting', 'set', 'archive_deleted_items_path', '')
      await installation.runJson('setting', 'set', 'archive_deleted_items', 'false')
      expect(archiving).toMatch(/^ok +deleted items +archived in .*deleted-items$/m)
      expect({ code, stderr }).toEqual({ code: 1, stderr: `${bad + 1} of 20 checks failed\n` })
      expect(stdout).toMatch(
        /^WRONG +deleted items +archive_deleted_items_path \/does\/not\/exist does not exist: no artifact can be deleted$/m,
      )
    })

    it('doctor reports each inconsistent artifact with the inconsistency', async () => {
      const { DATABASE_URL: url, TULIPWOOD_DATA: directory } = installation.env
      const db = await openDatabase(url === undefined ? { directory } : { url })
      const { id, version } = await db.read
        .selectFrom('artifact')
        .select(['id', 'version'])
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const set = (to: number) =>
        db.write((tx) => tx.updateTable('artifact').set({ version: to }).where('id', '=', id).execute())
      await set(99)
      const report = await installation.run(['doctor'])
      const { checks } = JSON.parse((await installation.run(['doctor', '--json'])).stdout)
      await set(version)
      await db.close()
      const detail = `artifact ${id}: its version is 99, but ${version} by its history`
      expect(report.code).toBe(1)
      expect(report.stdout).toMatch(new RegExp(`^WRONG +artifacts +${detail}$`, 'm'))
      expect(checks).toContainEqual({ name: 'artifacts', ok: false, detail, rule: 'version', noun: 'artifact', id })
    })
  }),
)

describe('the command line', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await createCliInstallation('sqlite')
  })
  afterAll(() => installation?.remove())

  it.each([
    ['user', 'create'],
    ['user', 'creat'],
    ['key', 'create'],
    ['import', 'x', '--user-map', 'y', '--create-users', 'active'],
    ['import', 'x', '--create-users', 'deleted'],
    ['setting', 'list', '--colour'],
  ])('%s %s prints a usage error', async (...args) => {
    const { code, stdout, stderr } = await installation.run(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: /)
  })

  it('rejects invalid values and creates nothing', async () => {
    expect(await installation.spawn(['user', 'list'], { env: { TULIPWOOD_PORT: 'harbour' } })).toEqual(
      usageError('TULIPWOOD_PORT must be a port number from 0 to 65535: harbour'),
    )
    const { code, stdout } = await installation.run(['doctor', '--json'])
    expect({ code, checks: JSON.parse(stdout).checks.length }).toEqual({ code: 0, checks: 4 })
    expect(await installation.run(['import', path.join(installation.directory, 'nothing.zip')])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The archive .*nothing\.zip cannot be opened \(ENOENT\)$/m),
    })
  })

  it('creates no installation in a mistyped directory', async () => {
    const data = path.join(installation.directory, 'mistyped')
    const message = `There is no Tulipwood database in ${data}. Check --data or TULIPWOOD_DATA, or create one with "tulipwood serve"`
    for (const command of [
      ['user', 'list'],
      ['setting', 'set', 'access_mode', 'regular'],
      ['files', 'repair'],
    ])
      expect(await installation.run(['--data', data, ...command], { env: { DATABASE_URL: '' } })).toEqual(
        failure(message),
      )
    expect(existsSync(data)).toBe(false)
  })

  it('prints the help of a command with several words, and names it after a usage error', async () => {
    const { code, stdout } = await installation.run(['help', 'user', 'create'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: tulipwood user create /) })
    expect(stdout).toBe((await installation.run(['user', 'create', '--help'])).stdout)
    expect((await installation.run(['user', 'create'])).stderr).toContain(
      '\nRun "tulipwood user create --help" for usage.\n',
    )
    expect((await installation.run(['nonsense'])).stderr).toContain('\nRun "tulipwood --help" for usage.\n')
  })

  it('reports an unreachable database', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(await installation.run(['user', 'list'], { env })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot connect to the database: /),
    })
    expect(await installation.run(['doctor'], { env })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^WRONG +database +cannot be opened: /m),
    })
  })

  it('refuses a database of a development version and explains what to do', async () => {
    const home = path.join(installation.directory, 'development-version')
    await mkdir(home)
    const db = await openDatabase({ directory: home, migrations: [{ name: '0001-foundation', up: async () => {} }] })
    await db.migrate()
    await db.close()
    const env = { TULIPWOOD_DATA: home }
    const problem = /created by a development version .*0001-foundation.* start this version with an empty database/
    expect(await installation.run(['user', 'list'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(problem),
    })
    expect(await installation.run(['doctor'], { env })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^WRONG +migrations +.*created by a development version/m),
    })
  })
})

const tracker = (name: string, itemName: string) =>
  `<tracker id="T1"><name>${name}</name><item_name>${itemName}</item_name><description>d</description><color>deep-blue</color>
<cannedResponses/><formElements><formElement type="string" ID="F1" rank="0"><name>title</name><label>Title</label></formElement></formElements>
<permissions><permission scope="tracker" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_ACCESS_FULL"/>
<permission scope="field" REF="F1" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"/></permissions></tracker>`

const userXml = (id: number, login: string) =>
  `<user><id>${id}</id><username>${login}</username><realname>${login}</realname><email>${login}@guests.example</email><ldapid/></user>`
const users = `<users>${userXml(1, 'guest-june')}${userXml(2, 'guest-mira')}</users>`
const project = `<project unix-name="guests" full-name="Guests" description="" access="public"><long-description/><services/>
<ugroups><ugroup name="project_members" description=""><members><member format="username">guest-june</member></members></ugroup></ugroups></project>`
