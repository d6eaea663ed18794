import { describe, expect, it } from 'vitest'
import type { UserPolicy } from '../../src/archives/reads/check-archive.ts'
import { lookForUserByLogin } from '../../src/platform/store/users.ts'
import { type ArchivePerson, anArchive, group, imported, problemsOf } from '../kit/archive.ts'
import { aServer, onEachDatabase } from '../kit/server.ts'

const map = (...lines: string[]): UserPolicy => ({ kind: 'map', csv: `name,action,comments\n${lines.join('\n')}\n` })
let made = 0

onEachDatabase((dialect) => {
  const server = aServer(dialect)

  /** Imports a project whose only members are these people. */
  async function importPeople(people: readonly ArchivePerson[], users: UserPolicy) {
    const archive = await anArchive({
      shortName: `people-${++made}`,
      people,
      groups: [
        group(
          'project_members',
          people.map(({ login }) => login),
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
  const account = (login: string) => lookForUserByLogin(server.world.db.read, login)

  describe('users of an archive with a map (contract 10 §12.3)', () => {
    it('are created active, restricted or suspended as their line says, numbered in the order of users.xml', async () => {
      const people = ['one', 'two', 'three', 'four'].map((name, id) => ({
        id: id + 1,
        login: `new-${name}`,
        realName: `New ${name}`,
      }))
      const report = imported(
        await importPeople(
          people,
          map('new-four,create:S', 'new-two,create:R,"with a, comment"', 'new-three,create', 'new-one,create:A'),
        ),
      )
      expect(report.counts).toMatchObject({ usersCreated: 4, usersMatched: 0 })
      const accounts = await Promise.all(people.map(({ login }) => account(login)))
      expect(accounts.map((each) => each?.status)).toEqual(['A', 'R', 'S', 'S'])
      const ids = accounts.map((each) => each?.id ?? 0)
      expect(ids).toEqual([0, 1, 2, 3].map((n) => (ids[0] ?? 0) + n))
      expect(accounts[0]).toMatchObject({ realName: 'New one', email: 'new-one@example.com', ldapId: null })
      // Contract 10 §12.5: suspended accounts enter no group.
      expect(await membersOf(report.project?.id)).toEqual(['new-one', 'new-two'])
      expect(report.remarks.map(({ text }) => text)).toContain(
        'new-three is suspended and becomes no member of the project',
      )
    })

    it('are taken for another account', async () => {
      const anna = await server.person('anna')
      const report = imported(await importPeople([{ id: 1, login: 'anna.old' }], map('anna.old,map:Anna')))
      expect(report.counts).toMatchObject({ usersCreated: 0, usersMatched: 1 })
      expect(await membersOf(report.project?.id)).toEqual(['anna'])
      expect(await account('anna.old')).toBeUndefined()
      expect(anna).toBe((await account('anna'))?.id)
    })

    it('need no line when the account lives and the address is the same', async () => {
      await server.person('berta')
      const report = imported(await importPeople([{ id: 1, login: 'Berta', email: 'BERTA@example.com' }], map()))
      expect(await membersOf(report.project?.id)).toEqual(['berta'])
    })

    it('keep a suspended account as it is with noop', async () => {
      await server.person('carl', { status: 'S' })
      expect(problemsOf(await importPeople([{ id: 1, login: 'carl' }], map()))).toEqual([
        'users.xml:3: user carl should be in the mapping file',
      ])
      const report = imported(await importPeople([{ id: 1, login: 'carl' }], map('carl,noop')))
      expect((await account('carl'))?.status).toBe('S')
      expect(await membersOf(report.project?.id)).toEqual([])
    })

    it('who are found by LDAP id match whatever their address', async () => {
      await server.person('dora')
      await server.world.db.write((tx) =>
        tx.updateTable('user').set({ ldap_id: 'ldap-dora' }).where('login', '=', 'dora').execute(),
      )
      const people = [{ id: 1, login: 'dora2', ldapId: 'ldap-dora', email: 'other@example.com' }]
      expect(await membersOf(imported(await importPeople(people, map())).project?.id)).toEqual(['dora'])
    })

    it.each([
      [
        'nobody says what to do',
        [{ id: 1, login: 'zoe' }],
        map(),
        'users.xml:3: user zoe should be in the mapping file',
      ],
      [
        'the login is known with another address',
        [{ id: 1, login: 'erik', email: 'x@y.z' }],
        map(),
        'users.xml:3: The account erik has the same login and another address: the mapping file must say map:<login> for erik',
      ],
      [
        'the same, and the line creates',
        [{ id: 1, login: 'erik', email: 'x@y.z' }],
        map('erik,create:A'),
        'user_map.csv:2: The account erik has the same login and another address: the mapping file must say map:<login> for erik',
      ],
      [
        'the address is known under another login',
        [{ id: 1, login: 'erik2', email: 'ERIK@example.com' }],
        map('erik2,create:A'),
        'user_map.csv:2: The account erik has the same address: the mapping file must say map:<login> for erik2',
      ],
      [
        'one is to be created who exists',
        [{ id: 1, login: 'erik' }],
        map('erik,create:A'),
        'user_map.csv:2: erik cannot be created: the account exists already',
      ],
      [
        'noop names somebody who lives',
        [{ id: 1, login: 'erik' }],
        map('erik,noop'),
        'user_map.csv:2: noop is for an account that exists and is neither active nor restricted; erik is not',
      ],
      [
        'noop names somebody unknown',
        [{ id: 1, login: 'zoe' }],
        map('zoe,noop'),
        'user_map.csv:2: noop is for an account that exists and is neither active nor restricted; zoe is not',
      ],
      [
        'the account mapped to is unknown',
        [{ id: 1, login: 'zoe' }],
        map('zoe,map:ghost'),
        'user_map.csv:2: There is no account ghost to map to',
      ],
      [
        'somebody is mapped twice',
        [{ id: 1, login: 'zoe' }],
        map('zoe,create:A', 'ZOE,create:S'),
        'user_map.csv:3: The user ZOE is mapped twice',
      ],
      [
        'an action is none',
        [{ id: 1, login: 'zoe' }],
        map('zoe,destroy'),
        'user_map.csv:2: "destroy" is no action for zoe: use create:A, create:R, create:S, map:<login> or noop',
      ],
      [
        'a line names nobody',
        [{ id: 1, login: 'zoe' }],
        map('zoe,create', ',create:A'),
        'user_map.csv:3: The line names no user',
      ],
      [
        'a quote is not closed',
        [{ id: 1, login: 'zoe' }],
        map('zoe,create', '"zed,create:A'),
        'user_map.csv:3: A quote " is opened and not closed',
      ],
    ])('stop the import when %s', async (_, people, users, problem) => {
      if ((await account('erik')) === undefined) await server.person('erik')
      expect(problemsOf(await importPeople(people, users))).toContain(problem)
    })

    it('may share an address among each other', async () => {
      const people = [
        { id: 1, login: 'twin-a', email: 'twins@example.com' },
        { id: 2, login: 'twin-b', email: 'twins@example.com' },
      ]
      const report = imported(await importPeople(people, map('twin-a,create:A', 'twin-b,create:A')))
      expect(await membersOf(report.project?.id)).toEqual(['twin-a', 'twin-b'])
    })

    it('are not asked about lines that nobody needs', async () => {
      const report = imported(await importPeople([{ id: 1, login: 'fine' }], map('fine,create:A', 'stranger,create:A')))
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
      imported(await importPeople([{ id: 1, login: `auto-${as}` }], { kind: 'create', as }))
      expect((await account(`auto-${as}`))?.status).toBe(status)
    })

    it('match by login alone, whatever their address, and are not changed', async () => {
      await server.person('gina', { status: 'S' })
      const people = [
        { id: 1, login: 'GINA', email: 'new@example.com' },
        { id: 2, login: 'gina2', email: 'gina@example.com' },
      ]
      const report = imported(await importPeople(people, { kind: 'create', as: 'active' }))
      expect(report.counts).toMatchObject({ usersCreated: 1, usersMatched: 1 })
      expect(await account('gina')).toMatchObject({ status: 'S', email: 'gina@example.com' })
      expect((await account('gina2'))?.status).toBe('A')
    })
  })
})
