import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId, ProjectId } from '../../src/kit/values/ids.ts'
import { createSessionCookie } from '../kit/create-session.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const sample = [
  'Some *words*, bug #1, art #999999 and https://example.com/x',
  '',
  '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) `bug #2`',
  '',
  '| a | b |\n| - | - |\n| 1 | 2 |',
].join('\n')

onEachDatabase((dialect) =>
  describe('POST /projects/{id}/text_previews', () => {
    const server = createServer(dialect)
    let open: ProjectFixture
    let closed: ProjectFixture
    let note: ArtifactId
    let hidden: ArtifactId

    beforeAll(async () => {
      const alice = await server.createUser('alice')
      await server.createUser('outsider')
      await server.createUser('restricted', { status: 'R' })
      const trackers = () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('text', 'story'),
          createFieldDefinition('text', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
        ]),
      ]
      open = await createProjectFixture(server, 'open', { members: [alice], trackers })
      closed = await createProjectFixture(server, 'closed', { access: 'private', members: [alice], trackers })
      const change = { by: alice, on: baseTime, values: {} }
      note = (await open.createArtifacts({ tracker: 'bug', changes: [change] }))[0] as ArtifactId
      hidden = (await closed.createArtifacts({ tracker: 'bug', changes: [change] }))[0] as ArtifactId
    })

    const preview = (login: string, body: object, project: ProjectId = open.projectId) =>
      server.as(login).post(`projects/${project}/text_previews`, body)

    it.each(['commonmark', 'html', 'text'])(
      'returns what a text field and a comment show once it is saved: %s',
      async (format) => {
        // Another format of the same text would be no change.
        const content = `${format} ${sample}`
        const before = await server.rowCounts()
        const { status, body } = await preview('alice', { content, format })
        expect(status).toBe(200)
        expect(await server.rowCounts()).toEqual(before)
        expect(body.html).not.toMatch(/<script|<img[^>]*onerror|href="javascript/)
        const saved = await server.as('alice').put(`artifacts/${note}`, {
          values: [{ field_id: open.fields.get('story'), value: { content, format } }],
          comment: { body: content, format },
        })
        expect(saved.status).toBe(200)
        const artifact = await server.as('alice').get(`artifacts/${note}`)
        const value = artifact.body.values.find(({ label }: { label: string }) => label === 'story')
        expect(body.html).toBe(value.post_processed_value)
        const [latest] = (await server.as('alice').get(`artifacts/${note}/changesets?order=desc&limit=1`)).body
        expect(body.html).toBe(latest.last_comment.post_processed_body)
      },
    )

    it('takes Markdown without a format', async () => {
      expect((await preview('outsider', { content: '*x*' })).body).toEqual({ html: '<p><em>x</em></p>\n' })
    })

    it('links hidden artifacts and those that do not exist in the same way', async () => {
      const linkTo = async (id: number) =>
        (await preview('outsider', { content: `bug #${id}` })).body.html
          .replace(`val=${id}`, 'val=ID')
          .replaceAll(`#${id}`, '#ID')
      const link = await linkTo(hidden)
      expect(link).toContain('cross-reference')
      expect([await linkTo(note), await linkTo(987_654)]).toEqual([link, link])
    })

    it.each([
      [{ content: 'x', format: 'wiki' }, 'format'],
      [{ format: 'text' }, 'content'],
      [{ content: ['x'] }, 'content'],
      [{ content: '' }, '`content` is required.'],
      [{ content: 'ä'.repeat(32_768) }, 'content can not contain more than 65535 characters.'],
    ])('refuses %j', async (body, message) => {
      const refused = await preview('alice', body)
      expect(refused.status).toBe(400)
      expect(refused.body.error.message).toContain(message)
    })

    it('renders the longest text that a field accepts', async () => {
      const { status, body } = await preview('alice', { content: `${'ä'.repeat(32_767)}b` })
      expect([status, body.html.length]).toEqual([200, '<p></p>\n'.length + 32_768])
    })

    it('needs a user who sees the project', async () => {
      const statuses = (project: ProjectId) =>
        Promise.all(
          ['visitor', 'restricted', 'outsider', 'alice'].map(
            async (login) => (await preview(login, { content: 'x' }, project)).status,
          ),
        )
      expect(await statuses(open.projectId)).toEqual([401, 403, 200, 200])
      expect(await statuses(closed.projectId)).toEqual([401, 403, 403, 200])
      expect(await statuses(987_654 as ProjectId)).toEqual([401, 404, 404, 404])
    })

    it('accepts the cookie of a session only from pages of the site', async () => {
      const headers = await createSessionCookie(server.world, server.idOf('alice'))
      const send = async (more: Record<string, string>) =>
        (
          await server.as('visitor').send('POST', `projects/${open.projectId}/text_previews`, {
            headers: { ...headers, ...more },
            body: { content: 'x' },
          })
        ).status
      expect(await send({})).toBe(200)
      expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    })

    it('limits how many long texts of one user are rendered at the same time', async () => {
      const rows = (n: number) => `${n}\n\n|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${'|x\n'.repeat(1500)}`
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => preview('alice', { content: rows(n) })))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.headers['retry-after']).toBe('1')
      expect((await preview('outsider', { content: 'x' })).status).toBe(200)
      expect((await preview('alice', { content: rows(99) })).status).toBe(200)
    })
  }),
)
