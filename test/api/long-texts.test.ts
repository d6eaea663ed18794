import { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TextTask } from '../../src/fields/texts/render-in-worker.ts'
import { maxValues } from '../../src/http/requests/bounded-body.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const wideTable = `|${'a|'.repeat(180)}\n|${'-|'.repeat(180)}\n${'|\n'.repeat(31_000)}`
const words = 'some *words* in a row '.repeat(500)

// Long texts must not block other requests (decision 44). Figures: npm run drill:blocking.
onEachDatabase((dialect) =>
  describe('a long text', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let createdTexts = 0

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        trackers: () => [
          createTrackerDefinition(
            'note',
            [
              createFieldDefinition('text', 'title'),
              createFieldDefinition('text', 'story'),
              createFieldDefinition('art_link', 'links'),
            ],
            {
              title: { field: 'title' },
            },
          ),
        ],
      })
    })

    afterEach(() => vi.restoreAllMocks())

    /** Records the first words of the texts that are sent to worker threads, with their forms. */
    function recordThreadTasks(): string[] {
      const tasks: string[] = []
      const post = Worker.prototype.postMessage
      vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message: unknown) {
        if (Array.isArray(message))
          for (const { text, form } of message as readonly TextTask[])
            tasks.push(`${form} ${text.content.split('  ')[0]}`)
        post.call(this, message)
      })
      return tasks
    }

    /** Creates texts that no earlier test has rendered. They start with the returned words. */
    const createTexts = async (story: string, title = 'short') => {
      createdTexts += 1
      const beginning = `${dialect} ${1000 + createdTexts} `
      const [id] = await project.createArtifacts({
        tracker: 'note',
        changes: [
          {
            values: {
              title: { format: 'commonmark', content: title === 'short' ? title : `${beginning} ${title}` },
              story: { format: 'commonmark', content: `${beginning} ${story}` },
            },
            comment: { format: 'commonmark', body: `${beginning} ${story} comment` },
          },
        ],
      })
      return { id: Number(id), begins: `${beginning} ` }
    }

    const list = () => `trackers/${project.trackers.get('note')}/artifacts`

    it.each([
      ['in an artifact', (id: number) => `artifacts/${id}`],
      ['in the list of a tracker', () => `${list()}?values=all&limit=1&order=desc`],
      [
        'in a list of artifacts by id',
        (id: number) => `artifacts?query=${encodeURIComponent(JSON.stringify({ id: [id] }))}`,
      ],
    ])('%s is rendered on a worker thread', async (_, url) => {
      const { id, begins } = await createTexts(words)
      const tasks = recordThreadTasks()
      const { status, text } = await server.as('visitor').get(url(id))
      expect(status).toBe(200)
      expect(tasks).toEqual([`html ${begins.trimEnd()}`])
      expect(text).toContain('some <em>words</em> in a row')
    })

    it('in a comment is rendered on a worker thread', async () => {
      const { id, begins } = await createTexts('short')
      await project.addChangeset(id as never, { comment: { format: 'commonmark', body: `${begins}${words}` } })
      const tasks = recordThreadTasks()
      const { body } = await server.as('visitor').get(`artifacts/${id}/changesets`)
      expect(tasks).toEqual([`html ${begins.trimEnd()}`])
      expect(body[1].last_comment.post_processed_body).toContain('some <em>words</em> in a row')
    })

    it('in a title and in flat output is converted to plain text on a worker thread', async () => {
      const { id, begins } = await createTexts(words, `${words} and more`)
      const [parent] = await project.createArtifacts({
        tracker: 'note',
        changes: [{ values: { links: [{ id, type: '' }] } }],
      })
      const tasks = recordThreadTasks()
      const { body } = await server
        .as('visitor')
        .get(`artifacts/${parent}/linked_artifacts?direction=forward&nature=&output_format=flat`)
      expect(body[0].title).toContain('some words in a row')
      expect(body[0].story).toContain('some words in a row')
      expect(tasks).toEqual([`plain ${begins.trimEnd()}`, `plain ${begins.trimEnd()}`])
    })

    it('with more markup than any real text is returned unrendered to every caller, in JSON and in XML', async () => {
      const { id, begins } = await createTexts(`\n\n${wideTable}`)
      const url = `artifacts/${id}?values_format=all`
      const { body } = await server.as('visitor').get(url)
      const story = body.values.find((value: { commonmark?: string }) => value.commonmark !== 'short')
      expect(story.commonmark).toBe(`${begins}\n\n${wideTable}`)
      expect(story.post_processed_value.startsWith(`${begins}<br />\n<br />\n|a|a|`)).toBe(true)
      expect(story.post_processed_value).not.toContain('<td>')
      const inXml = await server.as('visitor').get(url, { headers: { accept: 'application/xml' } })
      expect(inXml.text).toContain(`<post_processed_value>${begins}&lt;br /&gt;\n&lt;br /&gt;\n|a|a|`)
    })

    it.each([
      [
        'JSON',
        'application/json',
        `{"tracker":{"id":1},"values":[${'1,'.repeat(maxValues)}1]}`,
        /at most 30000 values/,
      ],
      ['a form', 'application/x-www-form-urlencoded', 'a=1&'.repeat(maxValues + 1), /at most 30000 values/],
      ['XML', 'application/xml', `<r><values>${'<item/>'.repeat(maxValues)}</values></r>`, /more than \d+ elements/],
      [
        'XML with one long tag',
        'application/xml',
        `<r ${Array.from({ length: 20_000 }, (_, i) => `a${i}=""`).join(' ')}/>`,
        /more than \d+ characters/,
      ],
    ])(
      'is accepted while a body of the same length with too many values is rejected: %s',
      async (_, type, body, message) => {
        const before = await server.rowCounts()
        const rejected = await server.app.inject({
          method: 'POST',
          url: '/api/artifacts',
          headers: { ...server.credentials('alice'), 'content-type': type },
          payload: body,
        })
        expect([rejected.statusCode, rejected.json().error.message]).toEqual([400, expect.stringMatching(message)])
        expect(await server.rowCounts()).toEqual(before)
        const values = [{ field_id: Number(project.fields.get('story')), value: '[{,&<'.repeat(13_000) }]
        const input = { tracker: { id: Number(project.trackers.get('note')) }, values }
        expect((await server.as('alice').post('artifacts', input)).status).toBe(201)
      },
    )

    it('with many mentions links the first thousand', async () => {
      const { id } = await createTexts('short')
      await project.addChangeset(id as never, {
        values: { story: { format: 'text', content: 'note #1 '.repeat(2000) } },
      })
      const { body } = await server.as('visitor').get(`artifacts/${id}`)
      const story = body.values.find(({ value }: { value: string }) => value.startsWith('note #1'))
      expect(story.post_processed_value.match(/class="cross-reference"/g)).toHaveLength(1000)
    })
  }),
)
