import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld } from '../../src/app/start/open-world.ts'
import { createChangeTokens } from '../../src/artifacts/model/change-token.ts'
import { type ChangeFilter, loadNextChanges } from '../../src/artifacts/reads/change-log.ts'
import { getChangeTokens } from '../../src/artifacts/reads/change-tokens.ts'
import {
  buildSettledAfterCondition,
  getEndOfLog,
  orderByLog,
  settleLogOrder,
} from '../../src/database/changes/change-order.ts'
import { createSecretCipher, loadSecretCipher } from '../../src/kit/system/encrypt.ts'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import { beginning, type LogPosition } from '../../src/kit/values/log-position.ts'
import type { World } from '../../src/world/model/world.ts'
import { addChanges } from '../kit/add-changes.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { waitForChangeLog } from '../kit/wait-for-change-log.ts'

const system = { kind: 'system', reason: 'test' } as const
const sleepRandomly = (maxMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * maxMs))

interface Item {
  readonly token: string
  readonly kind: string
  readonly artifact: { readonly id: number }
}

alwaysOnEachDatabase((dialect) => {
  describe('GET /changes', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let writers: number

    beforeAll(async () => {
      const mel = await server.createUser('mel')
      const ada = await server.createUser('ada')
      const tom = await server.createUser('tom')
      await server.createUser('odd')
      project = await createProjectFixture(server, 'orchard', {
        members: [mel, tom],
        administrators: [ada],
        groups: { tasters: [tom] },
        trackers: () => [
          createTrackerDefinition('pear', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('perm', 'access'),
          ]),
          createTrackerDefinition(
            'plum',
            [createFieldDefinition('string', 'plum:title'), createFieldDefinition('perm', 'plum:access')],
            {},
            {
              permissions: { full: [3] },
            },
          ),
        ],
      })
      writers = project.groups.get('tasters') as number
    })

    const tracker = (name: string) => project.trackers.get(name) as TrackerId
    async function log(caller: string, query = '') {
      await waitForChangeLog(server.world)
      return server.as(caller).get(`changes?${query}`)
    }
    const now = async (caller = 'mel'): Promise<string> => (await log(caller)).body.next
    const changesSince = async (caller: string, since: string, params = ''): Promise<[string, number][]> => {
      const { body } = await log(caller, `since=${since}${params}`)
      return body.changes.map(({ kind, artifact }: Item) => [kind, artifact.id])
    }
    async function write(caller: string, name = 'pear', groups: readonly number[] = []): Promise<ArtifactId> {
      const key = name === 'pear' ? '' : `${name}:`
      const created = await server.as(caller).post('artifacts', {
        tracker: { id: tracker(name) },
        values: [
          { field_id: project.fields.get(`${key}title`), value: 'new' },
          ...(groups.length === 0
            ? []
            : [
                {
                  field_id: project.fields.get(`${key}access`),
                  value: { granted_groups: groups.map((id) => `${id}`) },
                },
              ]),
        ],
      })
      expect(created.status, created.text).toBe(201)
      return created.body.id
    }
    const rename = (caller: string, id: ArtifactId, title: string) =>
      server.as(caller).put(`artifacts/${id}`, { values: [{ field_id: project.fields.get('title'), value: title }] })

    it('without `since`, returns the current position and no changes', async () => {
      await write('mel')
      await waitForChangeLog(server.world)
      const { status, body } = await server.as('mel').get('changes')
      expect(status).toBe(200)
      expect(body).toEqual({ changes: [], next: expect.any(String), has_more: false })
      expect((await log('mel', `since=${body.next}`)).body.changes).toEqual([])
    })

    it('returns the changes after a token in order, with their artifact, tracker, project, changeset and user', async () => {
      const since = await now()
      const pear = await write('mel')
      await rename('mel', pear, 'ripe')
      const { body } = await log('mel', `since=${since}`)
      expect(body.has_more).toBe(false)
      expect(body.changes[0]).toEqual({
        token: expect.any(String),
        at: expect.stringMatching(/^\d{4}-/),
        kind: 'created',
        artifact: { id: pear, uri: `artifacts/${pear}` },
        tracker: { id: tracker('pear'), uri: `trackers/${tracker('pear')}` },
        from_tracker: null,
        project: { id: project.projectId, uri: `projects/${project.projectId}` },
        changeset: { id: expect.any(Number), uri: `artifacts/${pear}/changesets` },
        user: expect.objectContaining({ username: 'mel' }),
      })
      expect(body.changes[1]).toMatchObject({ kind: 'updated', artifact: { id: pear } })
      expect(await changesSince('mel', body.changes[0].token)).toEqual([['updated', pear]])
      expect(await changesSince('mel', body.changes[1].token)).toEqual([])
      expect(await changesSince('mel', body.next)).toEqual([])
    })

    it('returns all changes over small pages', async () => {
      const since = await now()
      const ids = [await write('mel'), await write('mel'), await write('mel'), await write('mel')]
      const times: number[] = []
      let token = since
      for (let more = true; more; ) {
        const { body } = await log('mel', `since=${token}&limit=1`)
        times.push(...body.changes.map(({ artifact }: Item) => artifact.id))
        ;({ next: token, has_more: more } = body)
      }
      expect(times).toEqual(ids)
    })

    it('filters by project or tracker, and returns 404 for one that the caller cannot see', async () => {
      const since = await now()
      const pear = await write('mel')
      const plum = await write('mel', 'plum')
      expect(await changesSince('mel', since, `&tracker=${tracker('plum')}`)).toEqual([['created', plum]])
      expect(await changesSince('mel', since, `&project=${project.projectId}`)).toEqual([
        ['created', pear],
        ['created', plum],
      ])
      expect((await server.as('odd').get(`changes?tracker=${tracker('plum')}`)).status).toBe(404)
      expect((await server.as('mel').get('changes?tracker=999999')).status).toBe(404)
      expect((await server.as('mel').get('changes?project=999999')).status).toBe(404)
    })

    it('omits changes that the caller cannot see, and advances the token past them', async () => {
      const since = await now()
      const open = await write('mel', 'plum')
      const closed = await write('tom', 'plum', [writers])
      expect(await changesSince('tom', since)).toEqual([
        ['created', open],
        ['created', closed],
      ])
      expect(await changesSince('mel', since)).toEqual([['created', open]])
      const { body } = await log('odd', `since=${since}`)
      expect(body).toMatchObject({ changes: [], has_more: false })
      expect(await changesSince('tom', body.next)).toEqual([])
    })

    it('reveals no hidden changes in its tokens', async () => {
      const tokens: string[] = []
      const positions = new Set<string>()
      const collectTokens = async (caller: string, query: string) => {
        const { body } = await log(caller, query)
        tokens.push(body.next, ...body.changes.map(({ token }: Item) => token))
        const position = (await getChangeTokens(server.world)).decode(body.next)
        positions.add(JSON.stringify(position))
        return body
      }
      const { next: since } = await collectTokens('odd', '')
      // Without `since`, the position depends on other transactions of the database server.
      await collectTokens('odd', `since=${since}`)
      await collectTokens('mel', `since=${since}`)
      expect(positions.size).toBe(1)
      await write('mel', 'plum')
      const { changes, next } = await collectTokens('odd', `since=${since}`)
      expect(changes).toEqual([])
      await collectTokens('odd', `since=${next}`)
      await collectTokens('mel', `since=${since}`)
      expect(positions.size).toBe(2)
      await write('mel')
      await collectTokens('odd', `since=${since}`)
      await collectTokens('odd', `since=${next}`)

      // The format and the key id are the same in every token; no other part occurs twice.
      expect(new Set(tokens.map((token) => token.slice(0, 20))).size).toBe(1)
      for (const token of tokens) expect(token).toMatch(/^s1\.[\da-f]{16}\.[\w-]{70}$/)
      const parts = tokens.flatMap((token) => token.slice(20).match(/.{6}/g) ?? [])
      expect(new Set(parts).size).toBe(parts.length)
    })

    it('returns `has_more` for a full page regardless of hidden changes', async () => {
      const page = async (since: string) => {
        const { body } = await log('odd', `since=${since}&limit=2`)
        return { count: body.changes.length, hasMore: body.has_more, next: body.next }
      }
      const open = await now()
      await write('mel')
      await write('mel')
      const withoutHidden = await page(open)
      expect(withoutHidden).toMatchObject({ count: 2, hasMore: true })
      expect(await page(withoutHidden.next)).toMatchObject({ count: 0, hasMore: false })

      const mixed = await now()
      await write('mel')
      await write('mel', 'plum')
      await write('mel')
      const withHidden = await page(mixed)
      expect(withHidden).toMatchObject({ count: 2, hasMore: true })
      expect(await page(withHidden.next)).toMatchObject({ count: 0, hasMore: false })
    })

    it('returns a deletion only to users who could see the artifact', async () => {
      const since = await now()
      const open = await write('mel', 'plum')
      const closed = await write('tom', 'plum', [writers])
      for (const id of [open, closed]) expect((await server.as('ada').delete(`artifacts/${id}`)).status).toBe(200)
      const ofOpen = [
        ['created', open],
        ['deleted', open],
      ]
      const ofClosed = [
        ['created', closed],
        ['deleted', closed],
      ]
      const inOrder = [ofOpen[0], ofClosed[0], ofOpen[1], ofClosed[1]]
      expect(await changesSince('ada', since)).toEqual(inOrder)
      expect(await changesSince('tom', since)).toEqual(inOrder)
      expect(await changesSince('mel', since)).toEqual(ofOpen)
      expect(await changesSince('odd', since)).toEqual([])
    })

    it('returns `from_tracker` of a move only to users who can see that tracker, also with the tracker filter', async () => {
      const since = await now()
      const plum = await write('mel', 'plum')
      const moved = await server
        .as('ada')
        .patch(`artifacts/${plum}`, { move: { tracker_id: tracker('pear'), dry_run: false } })
      expect(moved.status, moved.text).toBe(200)
      const lastOf = async (caller: string) => (await log(caller, `since=${since}`)).body.changes.at(-1)
      expect(await lastOf('mel')).toMatchObject({
        kind: 'moved',
        artifact: { id: plum },
        tracker: { id: tracker('pear') },
        from_tracker: { id: tracker('plum') },
      })
      expect(await lastOf('odd')).toMatchObject({ kind: 'moved', from_tracker: null })
      expect(await changesSince('odd', since)).toEqual([['moved', plum]])
      expect(await changesSince('mel', since, `&tracker=${tracker('plum')}`)).toEqual([
        ['created', plum],
        ['moved', plum],
      ])
    })

    it('applies current permissions to earlier changes', async () => {
      const since = await now()
      const plum = await write('mel', 'plum')
      const members = (names: readonly string[]) =>
        server
          .as('admin')
          .put(`user_groups/${project.projectId}_3/users`, { user_references: names.map((username) => ({ username })) })
      expect(await changesSince('odd', since)).toEqual([])
      expect((await members(['mel', 'tom', 'odd', 'ada'])).status).toBe(200)
      expect(await changesSince('odd', since)).toEqual([['created', plum]])
      expect((await members(['mel', 'tom', 'ada'])).status).toBe(200)
      expect(await changesSince('odd', since)).toEqual([])
    })

    function tamper(token: string): string {
      const [form, key, text = ''] = token.split('.')
      const bytes = Buffer.from(text, 'base64url')
      const place = 20
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
      return `${form}.${key}.${bytes.toString('base64url')}`
    }

    it.each([
      { problem: 'is not a token', token: async () => 'nonsense' },
      { problem: 'is a plain position', token: async () => Buffer.from('1.0.1').toString('base64url') },
      { problem: 'was modified', token: async () => tamper(await now()) },
      { problem: 'is truncated', token: async () => (await now()).slice(0, -4) },
      {
        problem: 'was issued by another site',
        token: async () => createChangeTokens(createSecretCipher([randomBytes(32)]), 'a').encode(beginning),
      },
      {
        problem: 'was encrypted for another purpose',
        token: async () =>
          (await loadSecretCipher(server.world)).encrypt('position in the log of changes', Buffer.alloc(16)),
      },
    ])('rejects a token that $problem, and says what to send', async ({ token }) => {
      const since = await token()
      const { status, body } = await log('mel', `since=${since}`)
      expect(status).toBe(400)
      expect(body.error.message).toContain(`"${since}" in \`since\` or \`Last-Event-ID\` is not a token`)
      expect(body.error.message).toContain('Send `next` or `token` of an earlier response')
    })

    it('returns 410 for a token of a later state of the data', async () => {
      const tokens = await getChangeTokens(server.world)
      const since = tokens.encode({ transaction: 900_000_000_000, id: 1 })
      expect((await log('mel', `since=${since}`)).status).toBe(410)
    })

    it('returns 410 for a token whose following changes were removed', async () => {
      await write('mel')
      const [first] = (await log('admin', 'since=0&limit=1')).body.changes
      const oldToken = first.token
      const pear = await write('mel')
      const row = await server.world.db.read
        .selectFrom('change')
        .select(['id', (dialect === 'postgres' ? sql<number>`transaction_id` : sql<number>`0`).as('transaction')])
        .where('artifact_id', '=', pear)
        .executeTakeFirstOrThrow()
      await server.world.db.write(async (tx) => {
        await tx
          .insertInto('revision')
          .values([
            { topic: 'last change forgotten', n: row.id },
            { topic: 'last transaction forgotten', n: row.transaction },
          ])
          .execute()
      })
      const response = await log('mel', `since=${oldToken}`)
      expect(response.status).toBe(410)
      expect(response.body.error.message).toContain('empty `since`')
      expect((await server.as('mel').get('changes?since=0')).status).toBe(200)
      expect((await log('mel', `since=${await now()}`)).status).toBe(200)
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('revision').where('topic', 'like', '%forgotten').execute()
      })
    })

    async function writeHidden(): Promise<void> {
      const hidden = { kind: 'updated', artifact: { id: 999_999 as ArtifactId, trackerId: tracker('plum') } } as const
      const rest = { projectId: project.projectId, changesetId: null, userId: null, at: 1_800_000_000 }
      const many = Array.from({ length: 9000 }, () => ({ ...hidden, ...rest }))
      await server.world.db.write((tx) => addChanges(tx, many))
    }

    it('limits the work for one request if thousands of changes are hidden', async () => {
      const since = await now()
      await writeHidden()
      const pear = await write('mel')
      const first = await log('mel', `since=${since}`)
      expect(first.body).toMatchObject({ changes: [], has_more: true })
      expect(await changesSince('mel', first.body.next)).toEqual([['created', pear]])
    })

    it('is read by an index from any position', async () => {
      const { db } = server.world
      await writeHidden()
      if (dialect === 'postgres') await db.write(async (tx) => void (await sql`analyze change`.execute(tx)))
      const query = db.read
        .selectFrom('change')
        .selectAll()
        .where(buildSettledAfterCondition(db.read, await getEndOfLog(db.read)))
        .orderBy(orderByLog(db.read))
        .limit(100)
        .compile()
      const explainPrefix = sql`${sql.raw(dialect === 'postgres' ? 'explain ' : 'explain query plan ')}`.compile(
        db.read,
      ).sql
      const { rows } = await db.read
        .getExecutor()
        .executeQuery<Record<string, unknown>>({ ...query, sql: `${explainPrefix}${query.sql}` })
      const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n')
      expect(plan).toMatch(
        dialect === 'postgres' ? /Index Scan using change_in_order/ : /SEARCH change USING INTEGER PRIMARY KEY/,
      )
      expect(plan).not.toMatch(/Sort|TEMP B-TREE/)
    })
  })

  describe('the change log with overlapping transactions', () => {
    const server = createServer(dialect)
    const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 8, full: 20 })

    it('returns every change once and in the same order to every reader on each node', {
      timeout: 120_000,
    }, async () => {
      const project = await createProjectFixture(server, 'orchard', {
        trackers: () => [createTrackerDefinition('pear', [createFieldDefinition('string', 'title')])],
      })
      const trackerId = project.trackers.get('pear') as TrackerId
      const [id] = await project.createArtifacts({ tracker: 'pear', changes: [{ values: { title: 'A pear' } }] })
      const { world } = server
      const other = await openWorld(world.config, { log: world.log })
      const nodes: readonly World[] = [world, other]
      const expected = new Set<string>()
      let isOver = false
      const change = { kind: 'updated', artifact: { id: id as ArtifactId, trackerId } } as const
      const rest = { projectId: project.projectId, changesetId: null, userId: null }

      async function writeMany(writer: number): Promise<void> {
        for (let round = 0; round < rounds; round++) {
          // A unique time identifies each change.
          const moments = Array.from({ length: 1 + (round % 3) }, (_, n) => 1_000_000 * (writer + 1) + round * 10 + n)
          const failing = round % 7 === 3
          const writing = nodes[writer % nodes.length]?.db.write(async (tx) => {
            await sleepRandomly(dialect === 'postgres' ? 15 : 1)
            for (const at of moments) {
              await addChanges(tx, [{ ...change, ...rest, at }])
              await sleepRandomly(dialect === 'postgres' ? 15 : 1)
            }
            if (failing) throw new Error('undone')
          })
          if (failing) await expect(writing).rejects.toThrow('undone')
          else {
            await writing
            for (const at of moments) expected.add(String(at))
          }
        }
      }

      async function readAll(reader: number, from: LogPosition): Promise<string[]> {
        const times: string[] = []
        const filter: ChangeFilter = reader % 2 === 0 ? {} : { tracker: trackerId }
        let after = from
        for (;;) {
          // Read before the query: everything committed by then is in the result.
          const isLast = isOver
          const limit = 1 + Math.floor(Math.random() * 9)
          const node = nodes[(reader >> 1) % nodes.length] ?? world
          await node.cache.refresh()
          const page = await loadNextChanges(node, system, filter, { after, limit })
          times.push(...page.changes.map(({ at }) => String(at)))
          after = page.next
          if (isLast && page.isAtEnd) return times
          await sleepRandomly(5)
        }
      }

      await waitForChangeLog(world)
      const start = await getEndOfLog(world.db.read)
      const reading = [beginning, start, start, beginning, start, start].map((from, reader) => readAll(reader, from))
      await Promise.all(Array.from({ length: 6 }, (_, writer) => writeMany(writer)))
      await waitForChangeLog(world)
      isOver = true
      const [first = [], ...others] = await Promise.all(reading)
      await other.db.close()
      expect(first.length).toBe(expected.size)
      expect(new Set(first)).toEqual(expected)
      for (const times of others) expect(times).toEqual(first)
    })

    it.runIf(dialect === 'postgres')('does not skip a transaction that began earlier and ends later', async () => {
      const { db } = server.world
      const row = await db.read.selectFrom('change').selectAll().executeTakeFirstOrThrow()
      const change = { kind: 'updated', artifact: { id: row.artifact_id, trackerId: row.tracker_id } } as const
      const rest = { projectId: row.project_id, changesetId: null, userId: null }
      await waitForChangeLog(server.world)
      const after = await getEndOfLog(db.read)
      let release = (): void => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let isWritten = (): void => {}
      const written = new Promise<void>((resolve) => {
        isWritten = resolve
      })
      const slow = db.write(async (tx) => {
        await addChanges(tx, [{ ...change, ...rest, at: 1 }])
        isWritten()
        await released
      })
      await written
      await db.write((tx) => addChanges(tx, [{ ...change, ...rest, at: 2 }]))
      const read = async () =>
        (await loadNextChanges(server.world, system, {}, { after, limit: 10 })).changes.map(({ at }) => at)
      expect(await read()).toEqual([])
      release()
      await slow
      await waitForChangeLog(server.world)
      expect(await read()).toEqual([1, 2])
    })

    it.runIf(dialect === 'postgres')(
      'continues after the data moved to a server with smaller transaction ids',
      async () => {
        const { world } = server
        const all = async () => (await loadNextChanges(world, system, {}, { after: beginning, limit: 1000 })).changes
        await waitForChangeLog(world)
        const before = await all()
        await world.db.write(async (tx) => {
          await sql`update change set transaction_id = transaction_id + 1000000`.execute(tx)
        })
        await settleLogOrder(world.db)
        expect(before.length).toBeGreaterThan(0)
        const [last] = before.slice(-1)
        if (last === undefined) throw new Error('No change found')
        await world.db.write((tx) => addChanges(tx, [{ ...last, at: 7 }]))
        const times = async () => (await all()).map(({ at }) => at)
        await expect.poll(times).toEqual([...before.map(({ at }) => at), 7])
        await settleLogOrder(world.db)
      },
    )
  })
})
