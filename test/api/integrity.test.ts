import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/database/db/db.ts'
import { getConnection } from '../../src/database/engine/builders.ts'
import type { ArtifactId, FieldId, FileId } from '../../src/kit/values/ids.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const rollback = new Error('rolled back')

alwaysOnEachDatabase((dialect) => {
  describe('the integrity check', () => {
    const server = createServer(dialect, { env: { TULIPWOOD_MAIL_FROM: 'a@example.com' } })
    let grove: ProjectFixture
    const field = (key: string): number => Number(grove.fields.get(key))
    const value = (key: string): number => Number(grove.values.get(key))
    const [fileOne, fileTwo] = [7001, 7002] as FileId[]
    /** An upload whose bytes have not arrived. */
    let pendingFile = 0
    /** The second artifact links to the first and references it; the third is deleted; the fourth is imported; boss moved one. */
    let [one, two, three, four, moved] = [0, 0, 0, 0, 0] as ArtifactId[]

    beforeAll(async () => {
      const [alice, boss] = [await server.createUser('alice'), await server.createUser('boss')]
      grove = await createProjectFixture(server, 'grove', {
        members: [alice],
        administrators: [boss],
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('sb', 'status', { bind: createStaticBind(['New', ''], ['Done', '']) }),
            createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['red', '']) }),
            createFieldDefinition('float', 'effort'),
            createFieldDefinition('date', 'due'),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('file', 'files'),
            createFieldDefinition('perm', 'access'),
          ]),
          createTrackerDefinition('note', [
            createFieldDefinition('string', 'note:title'),
            createFieldDefinition('art_link', 'note:links'),
          ]),
        ],
      })
      await server.world.db.write(async (tx) => {
        const columns = {
          name: 'a',
          size: 1,
          media_type: 'text/plain',
          description: '',
          created_on: baseTime,
          blob: 'b',
        }
        const free = { ...columns, status: 'complete', field_id: null, artifact_id: null, submitted_by: alice }
        for (const id of [fileOne, fileTwo] as FileId[])
          await tx
            .insertInto('file')
            .values({ ...free, id })
            .execute()
      })
      one = await post('bug', [
        { field_id: field('title'), value: 'One' },
        { field_id: field('status'), bind_value_ids: [value('New')] },
        { field_id: field('tags'), value: { bind_value_objects: [{ label: 'typed' }] } },
        { field_id: field('effort'), value: 1.5 },
        { field_id: field('due'), value: '2026-03-01' },
        { field_id: field('files'), value: [fileOne] },
        { field_id: field('access'), value: { is_used_by_default: false, granted_groups: [`${grove.projectId}_3`] } },
      ])
      three = await post('bug', [{ field_id: field('title'), value: 'Three' }])
      two = await post('bug', [
        { field_id: field('details'), value: `see bug #${one} and bug #${three}`, format: 'text' },
        { field_id: field('links'), links: [{ id: three }, { id: one }] },
      ])
      await put(one, [{ field_id: field('files'), value: [] }], 'A comment')
      await put(one, [{ field_id: field('files'), value: [fileTwo] }])
      ;[four] = (await grove.createArtifacts({
        tracker: 'bug',
        changes: [{ values: { title: 'Four' } }, { values: { title: 'Still four' } }],
      })) as [ArtifactId]
      await put(four, [{ field_id: field('title'), value: 'Four on the wire' }])
      expect((await server.as('boss').delete(`artifacts/${three}`)).status).toBe(200)
      const file = { name: 'to come', file_size: 5, file_type: 'text/plain' }
      pendingFile = (await server.as('alice').post(`tracker_fields/${field('files')}/files`, file)).body.id
      moved = await post('bug', [{ field_id: field('title'), value: 'Moved' }])
      await server.as('boss').patch(`artifacts/${moved}`, { move: { tracker_id: grove.trackers.get('note') } })
      await runJobs(server.world)
    })

    async function post(tracker: string, values: unknown): Promise<ArtifactId> {
      const created = await server
        .as('alice')
        .post('artifacts', { tracker: { id: grove.trackers.get(tracker) }, values })
      expect(created.status, created.text).toBe(201)
      return created.body.id
    }
    async function put(id: ArtifactId | undefined, values: unknown, comment = ''): Promise<void> {
      const changed = await server.as('alice').put(`artifacts/${id}`, { values, comment: { body: comment } })
      expect(changed.status, changed.text).toBe(200)
    }

    /** Returns the contradictions found after the damage, which is rolled back. */
    async function contradictionsAfter(damage: (tx: Tx) => Promise<unknown>): Promise<string[]> {
      let contradictions: string[] = []
      const work = async (tx: Tx): Promise<void> => {
        // A damaged database can lose several rows, so foreign keys must not prevent the damage here.
        await (dialect === 'sqlite'
          ? sql`pragma defer_foreign_keys = on`.execute(tx)
          : sql`set local session_replication_role = replica`.execute(tx))
        await damage(tx)
        contradictions = await findContradictions({ snapshot: (read) => read(tx) })
        throw rollback
      }
      await expect(server.world.db.write(work)).rejects.toBe(rollback)
      return contradictions
    }
    // Below the database layer, which cannot determine which rows a text writes.
    const run = (statement: string) => async (tx: Tx) => {
      await getConnection(tx).execute(statement, [])
    }
    const changesets = async (id: ArtifactId | undefined): Promise<number[]> => {
      const query = server.world.db.read
        .selectFrom('changeset')
        .select('id')
        .where('artifact_id', '=', id as ArtifactId)
      return (await query.orderBy('id').execute()).map((row) => row.id)
    }
    const changeOf = async (id: number | undefined): Promise<number> => {
      const query = server.world.db.read
        .selectFrom('change')
        .select('id')
        .where('changeset_id', '=', id as never)
      return (await query.executeTakeFirstOrThrow()).id
    }

    it('finds no contradictions after API requests and imports', async () => {
      expect(await findContradictions(server.world.db)).toEqual([])
      expect(await contradictionsAfter(async () => undefined)).toEqual([])
    })

    // Each row: the case, the SQL that damages the tables, and all expected messages.
    it.each<[string, () => string | Promise<string>, () => (string | RegExp)[] | Promise<(string | RegExp)[]>]>([
      [
        'another value in the artifact than in its history',
        () => `update artifact set "values" = replace("values", 'One', 'Another') where id = ${one}`,
        () => [
          `artifact ${one}: its value of field ${field('title')} (title) differs from its history`,
          `artifact ${one}: has no index row value_text: field ${field('title')}, value another`,
          `artifact ${one}: has a superfluous index row: value_text: field ${field('title')}, value one`,
        ],
      ],
      [
        'a wrong version',
        () => `update artifact set version = 7 where id = ${one}`,
        () => [`artifact ${one}: its version is 7, but 3 by its history`],
      ],
      [
        'another last changeset',
        () => `update artifact set last_changeset_id = 1 where id = ${two}`,
        async () => [`artifact ${two}: its last changeset is 1, but ${(await changesets(two))[0]} by its history`],
      ],
      [
        'another last author',
        () => `update artifact set updated_by = 101 where id = ${one}`,
        () => [`artifact ${one}: its last author is 101, but ${server.idOf('alice')} by its history`],
      ],
      [
        'another last change date',
        () => `update artifact set updated_on = 5 where id = ${one}`,
        () => [expect.stringMatching(`artifact ${one}: its last change is 5, but \\d+ by its history`)],
      ],
      ...(
        [
          ['value_list', 'status', () => `value ${value('New')}`],
          ['value_open', 'tags', () => /value \d+/],
          ['value_number', 'effort', () => 'value 1.5'],
          ['value_date', 'due', () => /value \d+/],
          ['value_file', 'files', () => `value ${fileTwo}`],
        ] as const
      ).map(
        ([table, key, words]) =>
          [
            `a lost row of ${table}`,
            () => `delete from ${table} where artifact_id = ${one} and field_id = ${field(key)}`,
            () => {
              const line = words()
              const [start, rest] = [`artifact ${one}: has no index row ${table}: field ${field(key)}, `, line]
              return [typeof rest === 'string' ? start + rest : expect.stringMatching(new RegExp(start + rest.source))]
            },
          ] as [string, () => string, () => string[]],
      ),
      [
        'a lost link',
        () => `delete from value_link where artifact_id = ${two}`,
        () => [
          `artifact ${two}: has no index row value_link: field ${field('links')}, position 0, to artifact ${one} as ""`,
        ],
      ],
      [
        'a link with another position',
        () => `update value_link set position = 3 where artifact_id = ${two}`,
        () => [
          `artifact ${two}: has no index row value_link: field ${field('links')}, position 0, to artifact ${one} as ""`,
          `artifact ${two}: has a superfluous index row: value_link: field ${field('links')}, position 3, to artifact ${one} as ""`,
        ],
      ],
      [
        'an index row of an unknown field',
        () => `insert into value_list (field_id, value_id, artifact_id) values (99, 98, ${one})`,
        () => [`artifact ${one}: has a superfluous index row: value_list: field 99, value 98`],
      ],
      [
        'index rows of a deleted artifact',
        () => `insert into value_number (field_id, value, artifact_id) values (${field('effort')}, 2, ${three})`,
        () => [`artifact ${three}: does not exist and has rows in value_number`],
      ],
      [
        'a missing permission set',
        () => `update artifact set permission_set_id = null where id = ${one}`,
        () => [`artifact ${one}: is visible to everybody, but by its field ${field('access')} to the groups 3`],
      ],
      [
        'an unknown permission set',
        () => `update artifact set permission_set_id = 999 where id = ${one}`,
        () => [`artifact ${one}: has the set of groups 999, which does not exist`],
      ],
      [
        'a permission set without its group',
        () => `delete from permission_set_group where group_id = 3`,
        () => [expect.stringMatching(new RegExp(`^artifact ${one}: has the set of groups \\d+, which holds , not 3$`))],
      ],
      [
        'a detached file that is still referenced',
        () => `update file set status = 'detached' where id = ${fileTwo}`,
        () => [`artifact ${one}: references file ${fileTwo}, which is not attached to it`],
      ],
      [
        'an attached file that is not referenced',
        () => `update file set status = 'attached' where id = ${fileOne}`,
        () => [`artifact ${one}: does not reference file ${fileOne}, which is attached to it`],
      ],
      [
        'a pending file without upload',
        () => `delete from upload where id = ${pendingFile}`,
        () => [`file ${pendingFile}: is pending, and no upload brings it`],
      ],
      [
        'an upload without file',
        () => `delete from file where id = ${pendingFile}`,
        () => [`upload ${pendingFile}: brings a file that does not exist`],
      ],
      [
        'an upload by another user',
        () => `update upload set user_id = 101 where id = ${pendingFile}`,
        () => [`file ${pendingFile}: was submitted by ${server.idOf('alice')} and is uploaded by 101`],
      ],
      [
        'a pending file with bytes',
        () => `update file set blob = 'b' where id = ${pendingFile}`,
        () => [`file ${pendingFile}: is pending, and has its bytes`],
      ],
      [
        'a complete file without bytes',
        () => `update file set status = 'complete' where id = ${pendingFile}`,
        () => [`file ${pendingFile}: is complete, and has no bytes`],
      ],
      [
        'a complete file with an incomplete upload',
        () => `update file set status = 'complete', blob = 'b' where id = ${pendingFile}`,
        () => [`file ${pendingFile}: is complete, and its upload is not`],
      ],
      [
        'an attached file with an upload',
        () =>
          `insert into upload (kind, id, user_id, size, chunks, expires_on) values ('tracker', ${fileTwo}, 101, 1, 0, 1)`,
        () => [`file ${fileTwo}: is attached, and an upload still brings it`],
      ],
      [
        'an attached file without artifact',
        () => `update file set artifact_id = null where id = ${fileTwo}`,
        () => [
          `artifact ${one}: references file ${fileTwo}, which is not attached to it`,
          `file ${fileTwo}: is attached, and of no artifact`,
        ],
      ],
      [
        'a pending file with artifact',
        () => `update file set artifact_id = ${one} where id = ${pendingFile}`,
        () => [`file ${pendingFile}: is pending, and of artifact ${one}`],
      ],
      [
        'an artifact without history',
        () => `delete from changeset where artifact_id = ${four}`,
        async () => [
          `artifact ${four}: has no changeset`,
          `artifact ${four}: change ${await changeOf((await changesets(four))[2])} refers to changeset ${(await changesets(four))[2]}, which is not one of its changesets`,
        ],
      ],
      [
        'a changeset without log entry',
        async () => `delete from change where changeset_id = ${(await changesets(one))[1]}`,
        async () => [`artifact ${one}: changeset ${(await changesets(one))[1]} has no change in the log`],
      ],
      [
        'a changeset with two log entries',
        async () =>
          `insert into change (at, kind, artifact_id, tracker_id, project_id, changeset_id) select at, kind, artifact_id, tracker_id, project_id, changeset_id from change where changeset_id = ${(await changesets(one))[1]}`,
        async () => [`artifact ${one}: changeset ${(await changesets(one))[1]} has 2 changes in the log`],
      ],
      [
        'a log entry without changeset',
        async () => `update change set changeset_id = 9999 where changeset_id = ${(await changesets(one))[2]}`,
        async () => [
          expect.stringMatching(
            `artifact ${one}: change \\d+ refers to changeset 9999, which is not one of its changesets`,
          ),
          `artifact ${one}: changeset ${(await changesets(one))[2]} has no change in the log`,
        ],
      ],
      [
        'a logged deletion of an existing artifact',
        async () => `update change set kind = 'deleted' where changeset_id = ${(await changesets(two))[0]}`,
        () => [expect.stringMatching(`artifact ${two}: change \\d+ records a deletion`)],
      ],
      [
        'a deletion without log entry',
        () => `delete from change where kind = 'deleted'`,
        () => [
          `artifact ${three}: does not exist, and the log has no deletion`,
          `artifact ${three}: was counted as deleted, but was not deleted`,
        ],
      ],
      [
        'a version date before its change',
        () => `update artifact set version_date = 5 where id = ${one}`,
        () => [`artifact ${one}: its version date 5 is before its last change`],
      ],
      [
        'a next number that is already assigned',
        () => `update tracker set next_number = 2 where id = ${grove.trackers.get('bug')}`,
        () => [
          expect.stringMatching(
            `tracker ${grove.trackers.get('bug')}: would assign number 2 next, but has already assigned \\d`,
          ),
        ],
      ],
      [
        'a comment of a missing changeset',
        () =>
          `insert into comment (id, changeset_id, submitted_on, format, body) values (5000, 4999, 1, 'text', 'Lost')`,
        () => ['comment 5000: belongs to changeset 4999, which does not exist'],
      ],
      [
        'a changeset of a missing artifact',
        () => `insert into changeset (id, artifact_id, submitted_on, "values") values (5000, 4999, 1, '{}')`,
        () => ['changeset 5000: belongs to artifact 4999, which does not exist'],
      ],
      [
        'a reference to a missing artifact',
        () => `insert into cross_reference (source_id, keyword, target_id) values (${two}, 'bug', ${three})`,
        () => [`cross reference from artifact ${two}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a reference from a missing artifact',
        () => `insert into cross_reference (source_id, keyword, target_id) values (${three}, 'bug', ${one})`,
        () => [`cross reference from artifact ${three}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a cache version of a missing artifact',
        () => `insert into artifact_cache_version (artifact_id, version) values (${three}, 1)`,
        () => [`cache version of artifact ${three}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a modifier of a missing artifact',
        () => `insert into artifact_modifier (tracker_id, user_id, artifact_id) values (1, 101, ${three})`,
        () => [`modifier of artifact ${three}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a modifier without a row',
        () => `delete from artifact_modifier where artifact_id = ${moved}`,
        () => [`artifact ${moved}: has no row in artifact_modifier for user ${server.idOf('alice')}`],
      ],
      [
        'a modifier of another tracker',
        () => `update artifact_modifier set tracker_id = ${grove.trackers.get('bug')} where artifact_id = ${moved}`,
        () => [
          `artifact ${moved}: has no row in artifact_modifier for user ${server.idOf('alice')}`,
          `artifact ${moved}: has a superfluous row in artifact_modifier: tracker ${grove.trackers.get('bug')}, user ${server.idOf('alice')}`,
        ],
      ],
      [
        'a modifier who made no changeset',
        () =>
          `insert into artifact_modifier (tracker_id, user_id, artifact_id) values (${grove.trackers.get('bug')}, 999, ${two})`,
        () => [
          `artifact ${two}: has a superfluous row in artifact_modifier: tracker ${grove.trackers.get('bug')}, user 999`,
        ],
      ],
      [
        'a watcher of a missing artifact',
        () => `insert into artifact_watcher (artifact_id, user_id) values (${three}, 101)`,
        () => [`watcher of artifact ${three}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a file of a missing artifact',
        () => `update file set artifact_id = ${three} where id = ${fileOne}`,
        () => [`file ${fileOne}: belongs to artifact ${three}, which does not exist`],
      ],
      [
        'a pending delivery without job, of an unknown change',
        () =>
          `insert into webhook_delivery (id, webhook_id, change_id, replay_key, event, status, request_id, created_on, attempts) values (50, 1, 9999, 0, 'create', 'waiting', 'x', 1, 0)`,
        () => [
          'webhook delivery 50: refers to change 9999, which is not in the change log',
          'webhook delivery 50: is pending without a job',
        ],
      ],
      [
        'a delivery of an unknown commit',
        () =>
          `insert into webhook_delivery (id, webhook_id, revision, replay_key, event, status, request_id, created_on, attempts) values (50, 1, 9, 0, 'commit', 'delivered', 'x', 1, 1)`,
        () => ['webhook delivery 50: refers to revision 9, which is not recorded'],
      ],
      [
        'a pending email without job, about an unknown change',
        () => `insert into artifact_change_email (change_id, user_id, created_on) values (9999, 101, 1)`,
        () => [
          'user 101: has a pending mail about change 9999, which is not in the change log',
          'user 101: has a pending mail about change 9999 without a job',
        ],
      ],
      [
        'a pending digest without job',
        () => `insert into digest_email (user_id, day, due_on) values (101, '2026-03-18', 1)`,
        () => ['user 101: has a pending digest for 2026-03-18 without a job'],
      ],
      [
        'a job about an unknown change',
        () =>
          `insert into job (id, kind, payload, run_at, attempts) values (50, 'spread-changes', '{"changes":[1,9999]}', 1, 0)`,
        () => ['job spread-changes 50: refers to changes that are not in the change log: 9999'],
      ],
      [
        'a job with an invalid payload',
        () => `insert into job (id, kind, payload, run_at, attempts) values (50, 'send-mail', '{"chan', 1, 0)`,
        () => ['job send-mail 50: has an invalid payload'],
      ],
    ])('reports %s', async (_, damage, lines) => {
      const statement = await damage()
      const expected = await lines()
      expect(await contradictionsAfter(run(statement))).toEqual(expected)
    })

    it('an artifact stays restricted while its permission field is not in use', async () => {
      const closed = { is_used_by_default: false, granted_groups: [`${grove.projectId}_3`] }
      const id = await post('bug', [
        { field_id: field('title'), value: 'Closed' },
        { field_id: field('access'), value: closed },
      ])
      const setUsed = (isUsed: 0 | 1) =>
        server.world.db.write(async (tx) => {
          await tx
            .updateTable('field')
            .set({ is_used: isUsed })
            .where('id', '=', field('access') as FieldId)
            .execute()
          await bumpRevision(tx, 'trackers')
        })
      const statusForOthers = async () => (await server.as('olga').get(`artifacts/${id}`)).status
      await server.createUser('olga')
      expect(await statusForOthers()).toBe(403)
      await setUsed(0)
      await put(id, [{ field_id: field('title'), value: 'Still closed' }])
      expect(await statusForOthers()).toBe(403)
      await setUsed(1)
      expect(await statusForOthers()).toBe(403)
      expect(await findContradictions(server.world.db)).toEqual([])
    })
  })
})
