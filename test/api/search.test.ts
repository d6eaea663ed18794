import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldText } from '../../src/kit/text/fold.ts'
import { tokenizeWords } from '../../src/kit/text/words.ts'
import type { ArtifactId, UserGroupId } from '../../src/kit/values/ids.ts'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

interface ArtifactTexts {
  readonly title?: string
  readonly text?: string
  readonly secret?: string
  readonly comment?: string
  readonly groups?: readonly number[]
}

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let open: ProjectFixture
  let closed: ProjectFixture
  const idsByName = new Map<string, ArtifactId>()
  const texts = new Map<ArtifactId, ArtifactTexts & { readonly in: 'open' | 'closed' | 'own' }>()

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    const bob = await server.createUser('bob')
    const trackers = () => [
      createTrackerDefinition(
        'bug',
        [
          createFieldDefinition('string', 'bug:title'),
          createFieldDefinition('text', 'bug:text'),
          createFieldDefinition('string', 'bug:secret', { rights: { read: [4] } }),
          createFieldDefinition('int', 'bug:points'),
        ],
        { title: { field: 'bug:title' } },
      ),
      createTrackerDefinition(
        'own',
        [createFieldDefinition('string', 'own:title')],
        { title: { field: 'own:title' } },
        { permissions: { full: [4], submitter_only: [2] } },
      ),
    ]
    open = await createProjectFixture(server, 'open', { members: [alice], administrators: [], trackers })
    closed = await createProjectFixture(server, 'closed', { access: 'private', members: [bob], trackers })
    let n = 0
    const createArtifact = async (
      name: string,
      where: 'open' | 'closed' | 'own',
      content: ArtifactTexts,
      by = alice,
    ) => {
      const project = where === 'closed' ? closed : open
      const { title, text, secret, comment, groups } = content
      const key = where === 'own' ? 'own' : 'bug'
      const values = {
        ...(title === undefined ? {} : { [`${key}:title`]: title }),
        ...(text === undefined ? {} : { 'bug:text': { format: 'html', content: text } }),
        ...(secret === undefined ? {} : { 'bug:secret': secret }),
        ...(where === 'own' ? {} : { 'bug:points': n }),
      }
      const commentInput =
        comment === undefined ? undefined : { body: comment, groups: groups as readonly UserGroupId[] }
      const [id] = await project.createArtifacts({
        tracker: key,
        changes: [{ by, on: baseTime + n++, values, ...(commentInput && { comment: commentInput }) }],
      })
      idsByName.set(name, id as ArtifactId)
      texts.set(id as ArtifactId, { ...content, in: where })
    }
    await createArtifact('title', 'open', { title: 'Crème Brûlée recipe', text: 'How it is <b>made</b>' })
    await createArtifact('text', 'open', { title: 'Dessert', text: '<p>A creme brulee needs sugar &amp; fire</p>' })
    await createArtifact('comment', 'open', { title: 'Kitchen', comment: 'Who burnt the crème brûlée?' })
    await createArtifact('private', 'open', { title: 'Pantry', comment: 'hidden crème brûlée stock', groups: [4] })
    await createArtifact('members', 'open', { title: 'Cellar', comment: 'cool crème cellar', groups: [3] })
    await createArtifact('secret', 'open', { title: 'Safe', secret: 'the creme code' })
    await createArtifact('spread', 'open', { title: 'Sugar stock', text: 'none', comment: 'ordered with fire wood' })
    await createArtifact('closed', 'closed', { title: 'Closed crème', text: 'hidden from others' }, bob)
    await createArtifact('bobs', 'own', { title: 'Own creme of bob' }, bob)
    await createArtifact('cjk', 'open', { title: '用户登录失败', text: 'ログインできません' })
    await createArtifact('code', 'open', { title: 'C++ foo-bar() 2.5 a_b', text: 'works👍great' })
  }, 60_000)

  const search = (login: string, body: object) => server.as(login).post('search', body)
  const nameOf = (id: number) => [...idsByName].find(([, each]) => each === id)?.[0]
  const names = (body: any) => body.collection.map(({ artifact }: any) => nameOf(artifact.id)).join(' ')
  const searchNames = async (login: string, body: object) => {
    const response = await search(login, { limit: 50, ...body })
    if (response.status !== 200) return response.body.error.message
    expect(response.headers['x-pagination-size']).toBe(`${response.body.collection.length}`)
    return names(response.body)
  }

  describe('POST /search', () => {
    it.each([
      ['alice', { words: 'creme' }, 'title text members comment'],
      ['alice', { words: 'CRÈME brulee' }, 'title text comment'],
      ['bob', { words: 'creme' }, 'closed bobs title text comment'],
      ['admin', { words: 'creme' }, 'closed bobs title text secret private comment members'],
      ['alice', { words: 'creme', in: ['titles'] }, 'title'],
      ['alice', { words: 'creme', in: ['comments'] }, 'members comment'],
      ['alice', { words: 'creme', in: ['texts'] }, 'text'],
      ['alice', { words: 'sugar fire' }, 'text spread'],
      ['alice', { words: '"sugar & fire"' }, 'text'],
      ['alice', { words: '"fire sugar"' }, ''],
      ['alice', { words: 'crem' }, ''],
      ['alice', { words: 'crem', prefix: true }, 'title text members comment'],
      ['alice', { words: 'brul crem', prefix: true }, ''],
      ['alice', { words: 'made' }, 'title'],
      ['alice', { words: 'b' }, 'code'],
      ['alice', { words: 'foo-bar' }, 'code'],
      ['alice', { words: 'C++' }, 'code'],
      ['alice', { words: '👍' }, 'code'],
      ['alice', { words: '登录' }, 'cjk'],
      ['alice', { words: '录登' }, ''],
      ['alice', { words: 'グイン' }, 'cjk'],
      ['alice', { words: 'creme', query: 'points < 2' }, 'title text'],
      ['alice', { words: 'creme', query: '@project = "closed"' }, ''],
      ['bob', { words: 'creme', query: '@project = "closed"' }, 'closed'],
      ['bob', { words: 'creme', query: '@tracker = "own"' }, 'bobs'],
      ['visitor', { words: 'creme' }, 'title text comment'],
    ])('as %s with %j returns %s', async (login, body, expected) => {
      expect((await searchNames(login, body)).split(' ').sort()).toEqual(expected.split(' ').sort())
    })

    it('ranks matches in titles before texts, and texts before comments', async () => {
      const { body } = await search('alice', { words: 'creme brulee' })
      expect(body.collection.map((each: any) => [nameOf(each.artifact.id), each.found_in])).toEqual([
        ['title', 'titles'],
        ['text', 'texts'],
        ['comment', 'comments'],
      ])
    })

    it('can be restricted to projects and trackers that the caller sees', async () => {
      expect(await searchNames('bob', { words: 'creme', projects: [closed.projectId] })).toBe('closed')
      expect(await searchNames('bob', { words: 'creme', trackers: [open.trackers.get('own')] })).toBe('bobs')
      const hidden = closed.trackers.get('bug')
      for (const [wordLists, text] of [
        [{ trackers: [hidden, 99_999] }, `Trackers not found: ${hidden}, 99999`],
        [{ projects: [closed.projectId] }, `Projects not found or without visible trackers: ${closed.projectId}`],
      ] as const)
        expect(await searchNames('alice', { words: 'creme', ...wordLists })).toBe(`Bad Request: ${text}`)
    })

    it('returns the positions of the words in plain text', async () => {
      const { body } = await search('alice', { words: 'brulee SUGAR' })
      expect(body.collection[0].parts).toEqual([
        {
          field: { field_id: open.fields.get('bug:text'), label: 'text' },
          changeset_id: null,
          text: 'A creme brulee needs sugar & fire',
          hits: [
            { at: 8, length: 6 },
            { at: 21, length: 5 },
          ],
          is_cut_before: false,
          is_cut_after: false,
        },
      ])
      const [comment] = (await search('alice', { words: 'burnt' })).body.collection[0].parts
      expect(comment).toMatchObject({ field: null, text: 'Who burnt the crème brûlée?', hits: [{ at: 4, length: 5 }] })
      expect(comment.changeset_id).toBeGreaterThan(0)
    })

    it('returns nothing that the caller may not read', async () => {
      const { text } = await search('alice', { words: 'creme' })
      expect(text).not.toMatch(/hidden|code|Closed|bob/)
      expect((await search('admin', { words: 'creme' })).text).toMatch(/hidden crème/)
      expect((await search('alice', { words: 'pantry hidden' })).body.collection).toEqual([])
      expect((await search('alice', { words: 'pantry' })).text).not.toMatch(/hidden/)
    })

    it('returns full pages in a stable order, and the total even after the end', async () => {
      const all = await searchNames('alice', { words: 'creme' })
      const pages = await Promise.all(
        [0, 1, 2, 3].map((offset) => search('alice', { words: 'creme', limit: 1, offset })),
      )
      expect(pages.map(({ body }) => names(body)).join(' ')).toBe(all)
      const beyond = await search('alice', { words: 'creme', offset: 100 })
      expect([beyond.body.collection, beyond.headers['x-pagination-size']]).toEqual([[], '4'])
    })

    it('finds changes immediately', async () => {
      const [id] = await open.createArtifacts({ tracker: 'bug', changes: [{ values: { 'bug:title': 'a gnu' } }] })
      expect((await search('alice', { words: 'gnu' })).body.collection).toHaveLength(1)
      const put = await server.as('alice').put(`artifacts/${id}`, {
        values: [{ field_id: open.fields.get('bug:title'), value: 'a yak' }],
        comment: { body: 'was a beast', format: 'text' },
      })
      expect(put.status).toBe(200)
      expect((await search('alice', { words: 'gnu' })).body.collection).toEqual([])
      expect((await search('alice', { words: 'yak beast' })).body.collection).toHaveLength(1)
      expect((await server.as('admin').delete(`artifacts/${id}`)).status).toBe(200)
      expect((await search('alice', { words: 'yak' })).body.collection).toEqual([])
    })

    it.each([
      [{ words: '' }, '`words` is required.'],
      [{ words: ' "" * ()^ ' }, '`words` must contain at least one word.'],
      [{ words: 'a '.repeat(11) }, 'At most 10 words or phrases can be searched at once.'],
      [{ words: `"${'a '.repeat(51)}"` }, 'At most 50 words can be searched at once.'],
      [
        { words: 'a', query: 'nope = 1' },
        "We cannot search on 'nope', we don't know what it refers to. Please refer to the documentation for the allowed comparisons.",
      ],
    ])('rejects %j', async (body, text) => {
      const before = await server.rowCounts()
      const { status, body: content } = await search('alice', body)
      expect([status, content.error.message]).toEqual([400, `Bad Request: ${text}`])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('finds the same artifacts as a search in every text', async () => {
      const words = [
        ...new Set(
          [...texts.values()].flatMap((content) =>
            Object.values(content).flatMap((text) =>
              typeof text === 'string' ? [...tokenizeWords(text)].map(({ word }) => word) : [],
            ),
          ),
        ),
      ]
      const word = fc.oneof(fc.constantFrom(...words), fc.constantFrom('made', 'amp', 'p', '用户', 'C++', 'Crème'))
      const wordLists = fc.array(word, { minLength: 1, maxLength: 3 })
      const holds = (text: string | undefined, searched: string) => {
        const has = [...tokenizeWords((text ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll('&amp;', '&'))].map(
          (each) => each.word,
        )
        return ` ${has.join(' ')} `.includes(` ${[...tokenizeWords(searched)].map((each) => each.word).join(' ')} `)
      }
      const readableTexts: Record<string, (content: ArtifactTexts & { in: string }) => (string | undefined)[]> = {
        admin: ({ title, text, secret, comment }) => [title, text, secret, comment],
        alice: ({ title, text, comment, groups, ...content }) =>
          content.in === 'open' ? [title, text, groups?.includes(4) ? '' : comment] : [],
        bob: ({ title, text, comment, groups }) => [title, text, groups === undefined ? comment : ''],
      }
      await fc.assert(
        fc.asyncProperty(fc.constantFrom('admin', 'alice', 'bob'), wordLists, async (login, searched) => {
          const expected = [...texts].filter(([, content]) => {
            const readable = readableTexts[login]?.(content) ?? []
            return searched.every((each) => readable.some((text) => holds(text, each)))
          })
          const { body } = await search(login, { words: searched.join(' '), limit: 50 })
          expect(body.collection.map(({ artifact }: any) => artifact.id).sort((a: number, b: number) => a - b)).toEqual(
            expected.map(([id]) => id).sort((a, b) => a - b),
          )
          for (const { parts } of body.collection)
            for (const { text, hits } of parts)
              for (const { at, length } of hits)
                expect(foldText(searched.join(' '))).toContain(
                  foldText(text.slice(at, at + length)).split(/[^\p{L}\p{N}👍]/u)[0],
                )
        }),
        { numRuns: 150 },
      )
    }, 60_000)

    it('responds to arbitrary input with 200 or 400', async () => {
      const specialCharacters = fc.string({
        unit: fc.constantFrom(...'"*()^:-+&|!<>\'\\{}[]~.,; \t\n\0aé中👍AND OR NOT NEAR'.split(''), '\ud800'),
      })
      const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), specialCharacters)
      const runs = getRounds('TULIPWOOD_FUZZ_RUNS', { quick: 100, full: 300 })
      await fc.assert(
        fc.asyncProperty(typed, fc.boolean(), async (words, prefix) => {
          const { status } = await search('alice', { words, prefix })
          expect([200, 400]).toContain(status)
        }),
        { numRuns: runs },
      )
    }, 600_000)
  })
})
