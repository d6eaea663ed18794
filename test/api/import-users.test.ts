import { describe, expect, it } from 'vitest'
import { findUserByLogin } from '../../src/accounts/store/users.ts'
import type { UserPolicy } from '../../src/archives/reads/check-archive.ts'
import { type ArchiveUser, buildGroup, createArchive, expectImported, getImportProblems } from '../kit/archive.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const map = (...lines: string[]): UserPolicy => ({ kind: 'map', csv: `name,action,comments\n${lines.join('\n')}\n` })
let count = 0

onEachDatabase((dialect) => {
  const server = createServer(dialect)

  /** Imports a project with these users as its only members. */
  async function importUsers(archiveUsers: readonly ArchiveUser[], users: UserPolicy) {
    const archive = await createArchive({
      shortName: `users-${++count}`,
      users: archiveUsers,
      groups: [
        buildGroup(
          'project_members',
          archiveUsers.map(({ login }) => login),
        ),
      ],
    })
    const before = await server.rowCounts()
    const result = await archive.import(server.world, { users })
    if ('problems' in result) expect(await server.rowCounts()).toEqual(before)
    await archive.remove()
    return result
  }
  const membersOf = async (id: number | undefined): Promise<string[]> => {
    const { body } = await server.as('admin').get(`user_groups/${id}_3/users`)
    return body.map((each: { username: string }) => each.username)
  }
  const readUser = (login: string) => findUserByLogin(server.world.db.read, login)

  describe('users of an archive with a map (docs/api/archive-format.md §1.3)', () => {
    it('are created active, restricted or suspended as in their line, with ids in the order of users.xml', async () => {
      const archiveUsers = ['one', 'two', 'three', 'four'].map((name, id) => ({
        id: id + 1,
        login: `new-${name}`,
        realName: `New ${name}`,
      }))
      const report = expectImported(
        await importUsers(
          archiveUsers,
          map('new-four,create:S', 'new-two,create:R,"with a, comment"', 'new-three,create', 'new-one,create:A'),
        ),
      )
      expect(report.counts).toMatchObject({ usersCreated: 4, usersMatched: 0 })
      const users = await Promise.all(archiveUsers.map(({ login }) => readUser(login)))
      expect(users.map((each) => each?.status)).toEqual(['A', 'R', 'S', 'S'])
      const ids = users.map((each) => each?.id ?? 0)
      expect(ids).toEqual([0, 1, 2, 3].map((n) => (ids[0] ?? 0) + n))
      expect(users[0]).toMatchObject({ realName: 'New one', email: 'new-one@example.com', ldapId: null })
      // docs/api/archive-format.md §1.5: suspended users are not added to groups.
      expect(await membersOf(report.project?.id)).toEqual(['new-one', 'new-two'])
      expect(report.remarks.map(({ text }) => text)).toContain(
        'new-three is suspended and becomes no member of the project',
      )
    })

    it('are created without control characters in names and addresses', async () => {
      const two = { id: 1, login: 'two-lines', realName: 'Two\nlines', email: 'a@b.c\nBcc: evil@x.y' }
      const report = expectImported(await importUsers([two], map('two-lines,create:A')))
      expect(await readUser('two-lines')).toMatchObject({ realName: 'Two lines', email: 'a@b.c Bcc: evil@x.y' })
      expect(report.remarks.map(({ text }) => text)).toContain(
        'Control characters in the real name or email address of two-lines become blanks',
      )
    })

    it('are mapped to another user', async () => {
      const anna = await server.createUser('anna')
      const report = expectImported(await importUsers([{ id: 1, login: 'anna.old' }], map('anna.old,map:Anna')))
      expect(report.counts).toMatchObject({ usersCreated: 0, usersMatched: 1 })
      expect(await membersOf(report.project?.id)).toEqual(['anna'])
      expect(await readUser('anna.old')).toBeUndefined()
      expect(anna).toBe((await readUser('anna'))?.id)
    })

    it('need no line when an active user has the same login and email address', async () => {
      await server.createUser('berta')
      const report = expectImported(await importUsers([{ id: 1, login: 'Berta', email: 'berta@example.com' }], map()))
      expect(await membersOf(report.project?.id)).toEqual(['berta'])
    })

    it('keep a suspended user unchanged with noop', async () => {
      await server.createUser('carl', { status: 'S' })
      expect(getImportProblems(await importUsers([{ id: 1, login: 'carl' }], map()))).toEqual([
        'users.xml:3: user carl should be in the mapping file',
      ])
      const report = expectImported(await importUsers([{ id: 1, login: 'carl' }], map('carl,noop')))
      expect((await readUser('carl'))?.status).toBe('S')
      expect(await membersOf(report.project?.id)).toEqual([])
    })

    it('with the LDAP id of a user match regardless of the email address', async () => {
      await server.createUser('dora')
      await server.world.db.write((tx) =>
        tx.updateTable('user').set({ ldap_id: 'ldap-dora' }).where('login', '=', 'dora').execute(),
      )
      const archiveUsers = [{ id: 1, login: 'dora2', ldapId: 'ldap-dora', email: 'other@example.com' }]
      expect(await membersOf(expectImported(await importUsers(archiveUsers, map())).project?.id)).toEqual(['dora'])
    })

    /** The users of the site for the entry `sam` with the email address sam@example.com. */
    const situations = {
      'an active user with the same email address': { status: 'A' },
      'a restricted user with the same email address': { status: 'R' },
      'a suspended user with the same email address': { status: 'S' },
      'a deleted user with the same email address': { status: 'D' },
      'an active user with an LDAP id and another email address': { status: 'A', email: 'x@y.z', ldapId: true },
      'a suspended user with an LDAP id and another email address': { status: 'S', email: 'x@y.z', ldapId: true },
      'an active user with another email address': { status: 'A', email: 'x@y.z' },
      'an active user whose email address differs in case': { status: 'A', email: 'upper' },
      'another user with the email address': { login: 'other', status: 'A' },
      'no user': undefined,
    } as const
    const missingLine = 'should be in the mapping file'
    const notAllowed = (action: string) => `Action ${action} is not allowed for user`
    // docs/api/archive-format.md §1.3: without a line, create, map, noop.
    const table: readonly (readonly [keyof typeof situations, string, string, string, string])[] = [
      ['an active user with the same email address', 'used', notAllowed('create'), 'mapped', 'used'],
      ['a restricted user with the same email address', 'used', notAllowed('create'), 'mapped', 'used'],
      ['a suspended user with the same email address', missingLine, notAllowed('create'), 'mapped', 'used'],
      ['a deleted user with the same email address', missingLine, notAllowed('create'), 'mapped', 'used'],
      ['an active user with an LDAP id and another email address', 'used', notAllowed('create'), 'mapped', 'used'],
      [
        'a suspended user with an LDAP id and another email address',
        missingLine,
        notAllowed('create'),
        'mapped',
        'used',
      ],
      ['an active user with another email address', missingLine, notAllowed('create'), 'mapped', notAllowed('noop')],
      [
        'an active user whose email address differs in case',
        missingLine,
        notAllowed('create'),
        'mapped',
        notAllowed('noop'),
      ],
      ['another user with the email address', missingLine, notAllowed('create'), 'mapped', notAllowed('noop')],
      ['no user', missingLine, 'created', 'mapped', notAllowed('noop')],
    ]
    const cases = table.flatMap(([situation, none, create, mapping, noop], index) =>
      (
        [
          ['no line', none],
          ['create:A', create],
          [`map:target${index}`, mapping],
          ['noop', noop],
        ] as const
      ).map(([action, outcome]) => ({ situation, action, outcome })),
    )

    it.each(cases)('with $situation and $action: $outcome', async ({ situation, action, outcome }) => {
      const login = `sam${++count}`
      const email = `${login}@example.com`
      const existing = situations[situation]
      if (existing !== undefined) {
        const user = { login, email, ldapId: false, ...existing }
        const name = user.login === 'other' ? `other-${login}` : user.login
        await server.createUser(name, {
          status: user.status,
          email: user.email === 'upper' ? email.toUpperCase() : user.email,
        })
        if (user.ldapId) {
          await server.world.db.write((tx) =>
            tx
              .updateTable('user')
              .set({ ldap_id: `ldap-${login}` })
              .where('login', '=', name)
              .execute(),
          )
        }
      }
      const target = /^map:(.*)$/.exec(action)?.[1]
      if (target !== undefined && (await readUser(target)) === undefined) await server.createUser(target)
      const before = await readUser(login)
      const result = await importUsers(
        [{ id: 1, login, email, ldapId: situation.includes('LDAP') ? `ldap-${login}` : '' }],
        action === 'no line' ? map() : map(`${login},${action}`),
      )
      if (outcome !== 'used' && outcome !== 'mapped' && outcome !== 'created') {
        expect(getImportProblems(result).join()).toContain(outcome)
        expect(result).toMatchObject({ problems: [{ code: 'user-map', file: expect.any(String) }] })
        return
      }
      const report = expectImported(result)
      expect(report.counts.usersCreated).toBe(outcome === 'created' ? 1 : 0)
      const member = outcome === 'mapped' ? target : login
      const isMember = outcome !== 'used' || ['A', 'R'].includes(before?.status ?? '')
      expect(await membersOf(report.project?.id)).toEqual(isMember ? [member] : [])
      if (outcome === 'used') expect(await readUser(login)).toEqual(before)
    })

    it('mapped to a suspended user do not become members', async () => {
      await server.createUser('inactive', { status: 'S' })
      const report = expectImported(await importUsers([{ id: 1, login: 'imported' }], map('imported,map:inactive')))
      expect(await membersOf(report.project?.id)).toEqual([])
      expect(report.remarks.map(({ code }) => code)).toContain('restricted-member')
    })

    it('with the LDAP id of a user are found by either login, in the map and in project.xml', async () => {
      for (const login of ['ida-here', 'ivo-here']) await server.createUser(login, { status: 'S' })
      for (const name of ['ida', 'ivo'])
        await server.world.db.write((tx) =>
          tx
            .updateTable('user')
            .set({ ldap_id: `ldap-${name}` })
            .where('login', '=', `${name}-here`)
            .execute(),
        )
      const archive = await createArchive({
        shortName: `users-${++count}`,
        users: [
          { id: 1, login: 'ida-there', ldapId: 'ldap-ida' },
          { id: 2, login: 'ivo-there', ldapId: 'ldap-ivo' },
        ],
        groups: [buildGroup('project_members', ['ida-here', 'ivo-there'])],
      })
      const users = map('ida-there,noop', 'ivo-here,noop')
      const report = expectImported(await archive.import(server.world, { users }))
      expect(report.counts).toMatchObject({ usersCreated: 0, usersMatched: 2 })
      expect(report.remarks.map(({ code }) => code)).not.toContain('unneeded-map-line')
      await archive.remove()
    })

    it.each([
      ['zoe,map:ghost', 'user_map.csv:2: User with username ghost does not exist on the platform'],
      ['zoe,map:', 'user_map.csv:2: map action for zoe must be filled'],
      ['zoe,map', 'user_map.csv:2: map action for zoe must be filled'],
      ['zoe,create:D', 'user_map.csv:2: Invalid status [D] for zoe creation. Valid status are S, R and A.'],
      ['zoe,destroy', 'user_map.csv:2: Unknown action destroy'],
      ['zoe', 'user_map.csv:2: Unknown action '],
      ['zoe,create:A\nZOE,create:S', 'user_map.csv:3: user ZOE appears multiple times in mapping file'],
      ['zoe,create\n,create:A', 'user_map.csv:3: The line names no user'],
      ['zoe,create\n"zed,create:A', 'user_map.csv:3: A quote " is opened and not closed'],
      ['', 'users.xml:3: user zoe should be in the mapping file'],
    ])('cannot be imported with the map %j', async (line, problem) => {
      expect(getImportProblems(await importUsers([{ id: 1, login: 'zoe' }], map(line)))).toContain(problem)
    })

    it.each(['destroy', '', 'create:D', 'map:'])(
      'has one problem for an existing account with the action "%s"',
      async (action) => {
        const users = [{ id: 1, login: 'admin', email: 'other@example.com' }]
        const problems = getImportProblems(await importUsers(users, map(`admin,${action}`)))
        expect(problems).toEqual([
          expect.stringMatching(/^user_map\.csv:2: (Unknown action|Invalid status|map action)/),
        ])
      },
    )

    it('can share an email address', async () => {
      const archiveUsers = [
        { id: 1, login: 'twin-a', email: 'twins@example.com' },
        { id: 2, login: 'twin-b', email: 'twins@example.com' },
      ]
      const report = expectImported(await importUsers(archiveUsers, map('twin-a,create:A', 'twin-b,create:A')))
      expect(await membersOf(report.project?.id)).toEqual(['twin-a', 'twin-b'])
    })

    it('produce a remark for unneeded lines of the map', async () => {
      const report = expectImported(
        await importUsers([{ id: 1, login: 'fine' }], map('fine,create:A', 'stranger,create:A')),
      )
      expect(report.remarks).toContainEqual({
        code: 'unneeded-map-line',
        count: 1,
        file: 'user_map.csv',
        line: 3,
        text: 'stranger is not in users.xml: the line is not needed',
      })
    })
  })

  describe('users of an archive without a map', () => {
    it.each([
      ['active', 'A'],
      ['suspended', 'S'],
      ['restricted', 'R'],
    ] as const)('are created %s', async (as, status) => {
      expectImported(await importUsers([{ id: 1, login: `auto-${as}` }], { kind: 'create', as }))
      expect((await readUser(`auto-${as}`))?.status).toBe(status)
    })

    it('match only by login, and existing users are not changed', async () => {
      await server.createUser('gina', { status: 'S' })
      const archiveUsers = [
        { id: 1, login: 'GINA', email: 'new@example.com' },
        { id: 2, login: 'gina2', email: 'gina@example.com' },
      ]
      const report = expectImported(await importUsers(archiveUsers, { kind: 'create', as: 'active' }))
      expect(report.counts).toMatchObject({ usersCreated: 1, usersMatched: 1 })
      expect(await readUser('gina')).toMatchObject({ status: 'S', email: 'gina@example.com' })
      expect((await readUser('gina2'))?.status).toBe('A')
    })
  })
})
