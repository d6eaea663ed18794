import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { firstStart } from '../../src/app/first-start.ts'
import { reindexTexts } from '../../src/artifacts/commands/reindex-texts.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let currentValue: unknown

  const texts = async () => ({
    values: await server.world.db.read
      .selectFrom('value_text')
      .select(['artifact_id', 'field_id', 'text'])
      .orderBy('artifact_id')
      .orderBy('field_id')
      .execute(),
    comments: await server.world.db.read
      .selectFrom('comment_text')
      .select(['artifact_id', 'changeset_id', 'text', 'groups'])
      .orderBy('changeset_id')
      .execute(),
  })
  const mark = () =>
    server.world.db.read.selectFrom('revision').selectAll().where('subject', 'like', 'texts%').execute()
  /** As a database is that an older version left. */
  const forget = () =>
    server.world.db.write(async (tx) => {
      await tx.deleteFrom('value_text').execute()
      await tx.deleteFrom('comment_text').execute()
      await sql`insert into revision (subject, n) values ('texts to rewrite', 1)`.execute(tx)
    })
  const found = async (question: string) => {
    const url = `trackers/${project.trackers.get('bug')}/artifacts?expert_query=${encodeURIComponent(question)}`
    return (await server.as('admin').get(url)).body.map(({ title }: { title: string }) => title)
  }

  beforeAll(async () => {
    project = await createProjectFixture(server, 'old', {
      groups: { painters: [] },
      trackers: () => [
        trackerDefinition('bug', [fieldDefinition('string', 'bug:title'), fieldDefinition('text', 'bug:text')], {
          title: { field: 'bug:title' },
        }),
      ],
    })
    const painters = [...project.groups.values()]
    await project.createArtifacts(
      ...['Élan', 'Fjord', 'Grove', 'Haven', 'Islet'].map((title) => ({
        tracker: 'bug',
        changes: [
          { values: { 'bug:title': title, 'bug:text': { format: 'html', content: `<b>${title}</b> text` } } },
          { comment: { body: `On ${title}`, groups: title === 'Grove' ? painters : undefined } },
          { comment: { body: '' } },
        ],
      })),
    )
    currentValue = await texts()
  })

  describe('texts that an older version wrote', () => {
    it.each([1, 2, 5, 500])('are all found again, %i artifacts at once', async (atOnce) => {
      await forget()
      expect(await found('title = "elan"')).toEqual([])
      await reindexTexts(server.world, atOnce)
      expect(await texts()).toEqual(currentValue)
      expect(await mark()).toEqual([])
    })

    it('are found again after a start that was broken off', async () => {
      await forget()
      const { db, log } = server.world
      let writes = 0
      const failing = {
        read: db.read,
        write: async (work: never) => {
          writes += 1
          if (writes === 3) throw new Error('The power is gone')
          return db.write(work)
        },
      }
      await expect(reindexTexts({ db: failing as never, log }, 2)).rejects.toThrow('The power is gone')
      expect(await mark()).toMatchObject([{ n: expect.any(Number) }])
      expect(await found('text = "Fjord TEXT"')).toEqual(['Fjord'])
      expect(await found('text = "islet text"')).toEqual([])
      await firstStart(server.world)
      expect(await texts()).toEqual(currentValue)
      expect(await mark()).toEqual([])
      expect(await found('@comments = "on grove"')).toEqual(['Grove'])
    })

    it('are left alone where nothing is due', async () => {
      const ids = () => server.world.db.read.selectFrom('value_text').select('id').orderBy('id').execute()
      const rows = await ids()
      await firstStart(server.world)
      expect(await ids()).toEqual(rows)
    })
  })
})
