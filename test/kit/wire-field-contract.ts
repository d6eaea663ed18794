import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchiveSink } from '../../src/archives/open-sink.ts'
import { openArchive } from '../../src/archives/source.ts'
import type { FieldTypeName } from '../../src/fields/field.ts'
import { fieldType, fieldTypes } from '../../src/fields/registry.ts'
import type { ProjectId } from '../../src/kit/ids.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { runImport } from './archive.ts'
import { compareProjects } from './equal-projects.ts'
import { isXmlRepresentable, jsonToTree, jsonToXml, treeOf } from './json-to-xml.ts'
import { createServer, onEachDatabase, type TestResponse } from './server.ts'
import {
  type Example,
  type ExampleIds,
  type FieldExamples,
  type Refusal,
  resolveExample,
} from './wire-field-examples.ts'
import {
  createUsers,
  createWireFixture,
  type FieldElement,
  type FieldTracker,
  labelOf,
  type WireFixture,
} from './wire-fixture.ts'

type Json = any
type Examples = Readonly<Record<FieldTypeName, readonly FieldExamples[]>>

/** What every field type keeps on the wire, from a request to the history, told by its examples. */
export function wireFieldContract(examples: Examples): void {
  const all = (Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]).flatMap(([type, fields]) =>
    fields.map((field): FieldElement => ({ type, field })),
  )
  const defined = all.filter(({ field }) => field.isOnlyImported !== true)
  const fillable = defined.filter(({ field }) => field.before !== undefined)

  it('is told by examples of every type', () => {
    expect(Object.keys(examples).sort()).toStrictEqual(Object.keys(fieldTypes).sort())
    expect(Object.entries(examples).flatMap(([type, fields]) => (fields.length === 0 ? [type] : []))).toStrictEqual([])
  })

  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let place: WireFixture
    let sheets: Readonly<Partial<Record<FieldTypeName, FieldTracker>>> = {}
    let origin = ''

    beforeAll(async () => {
      const people = await createUsers(server)
      place = await createWireFixture(
        server,
        people,
        'fields',
        all.filter(({ field }) => field.isOnlyImported),
      )
      // A tracker for every type: what is told of an artifact is then about the field alone.
      const made: Partial<Record<FieldTypeName, FieldTracker>> = {}
      for (const type of new Set(defined.map((each) => each.type)))
        made[type] = await place.createTracker(
          `of_${type}`,
          defined.filter((each) => each.type === type),
        )
      sheets = made
    })

    const alice = () => server.as('alice')
    const xml = { 'content-type': 'application/xml' }
    const plain = (on: FieldTracker, value = 'plain') => ({ field_id: on.plain, value })
    const post = async (on: FieldTracker, ...values: readonly object[]): Promise<TestResponse> => {
      const answer = await alice().post('artifacts', { tracker: { id: on.id }, values })
      origin ||= String(answer.headers['location'] ?? '').replace(/\/api\/.*$/, '')
      return answer
    }
    const made = async (on: FieldTracker, ...values: readonly object[]): Promise<number> => {
      const answer = await post(on, ...values)
      expect([answer.status, answer.text]).toStrictEqual([201, expect.anything()])
      return answer.body.id
    }
    const put = (id: number, ...values: readonly object[]) => alice().put(`artifacts/${id}`, { values })
    const get = (id: number, who = 'alice') => server.as(who).get(`artifacts/${id}?values_format=all`)
    const atOf = (on: FieldTracker, name: string): ExampleIds => ({ ...on.at(name), origin })
    const entry = (sent: Example['sent'], at: ExampleIds) => ({ field_id: at.field, ...resolveExample(sent, at) })
    const entryIn = (values: Json, { field }: ExampleIds): Json => values.find((each: Json) => each.field_id === field)
    const whole = (
      { type, field, name = field.name }: FieldElement,
      shown: Example['shown'],
      at: ExampleIds,
    ): object => ({
      ...{ field_id: at.field, type, label: labelOf(name) },
      ...resolveExample(shown, at),
    })
    const history = async (id: number, at: ExampleIds): Promise<Json[]> => {
      const { body, headers } = await alice().get(`artifacts/${id}/changesets?limit=50`)
      expect(headers['x-pagination-size']).toBe(`${body.length}`)
      return body.map(({ values }: Json) => entryIn(values, at))
    }
    /** A new artifact with the value that no example gives, and what it then shows. */
    const begun = async (sheet: FieldTracker, { field }: FieldElement, at: ExampleIds) => {
      const { before } = field
      const id = await made(sheet, plain(sheet), ...(before === undefined ? [] : [entry(before.sent, at)]))
      return { id, answer: await get(id) }
    }
    const message = ({ status, problem, ends }: Refusal, at: ExampleIds, style: string): string => {
      const reason = { 400: 'Bad Request', 404: 'Not Found', 409: 'Conflict' }[status ?? 400]
      const text = problem === undefined ? resolveExample(ends ?? '', at) : `${style}${resolveExample(problem, at)}\n`
      return text === '' ? reason : `${reason}: ${text}`
    }
    const expectRefused = (answer: TestResponse, refusal: Refusal, at: ExampleIds, style: string) => {
      const error = {
        code: refusal.status ?? 400,
        message: message(refusal, at, style),
        ...(refusal.translated === undefined ? {} : { i18n_error_message: resolveExample(refusal.translated, at) }),
      }
      expect({ status: answer.status, error: answer.body?.error }).toStrictEqual({ status: error.code, error })
    }
    const notAllowed = ({ field }: FieldElement): Refusal => ({
      sent: {},
      problem: `You are not allowed to update the field ${labelOf(field.name)}.`,
    })

    for (const element of all) {
      const { type, field } = element
      const { name, accepted = [], refused = [], untouched = [], ignored = [] } = field
      const rules = fieldType(type)
      const home = (): FieldTracker => sheets[type] ?? place.imported

      describe(`${type}: ${name}`, () => {
        const onPost = accepted.filter(({ on }) => on !== 'PUT').map((example) => ({ example, title: titled(example) }))
        it.each(onPost)('is made with $title, and shows it in JSON, in XML and in its history', async ({ example }) => {
          const at = atOf(home(), name)
          const sent = entry(example.sent, at)
          const id = await made(home(), plain(home()), sent)
          const expected = whole(element, example.shown, { ...at, origin })
          const { body } = await get(id)
          const shown = entryIn(body.values, at)
          expect(shown).toStrictEqual(expected)
          expect(body.values_by_field[name]).toStrictEqual(rules.isAlphanumeric ? shown : undefined)
          expect(await inXml(id, at)).toStrictEqual(jsonToTree('item', shown))
          expect(await history(id, at)).toStrictEqual([expected])
          expect(await place.storedRows(id, at.field)).toStrictEqual(resolveExample(example.found ?? {}, at))
        })

        const inWords = onPost.filter(({ example }) => isXml(example))
        it.each(inWords)('is made with $title in XML as well', async ({ example }) => {
          const at = atOf(home(), name)
          const body = { tracker: { id: home().id }, values: [plain(home()), entry(example.sent, at)] }
          const answer = await alice().post('artifacts', jsonToXml('request', body), { headers: xml })
          expect([answer.status, answer.text]).toStrictEqual([201, expect.anything()])
          const { body: read } = await get(answer.body.id)
          expect(entryIn(read.values, at)).toStrictEqual(whole(element, example.shown, at))
        })

        const isNameable = rules.isAlphanumeric || type === 'ttmstepdef'
        const byName = onPost.filter(
          ({ example }) => isNameable && !holdsNull({ field_id: 0, ...resolveExample(example.sent, anywhere) }),
        )
        it.each(byName)('is made with $title by its short name', async ({ example }) => {
          const at = atOf(home(), name)
          const values_by_field = { plain: { value: 'plain' }, [name]: resolveExample(example.sent, at) }
          const answer = await alice().post('artifacts', { tracker: { id: home().id }, values_by_field })
          expect([answer.status, answer.body.uri]).toStrictEqual([
            201,
            `artifacts/${answer.body.id}?values_format=by_field`,
          ])
          expect(await shownIn(answer.body.id, at)).toStrictEqual(whole(element, example.shown, at))
        })

        const onPut = accepted.filter(({ on }) => on !== 'POST').map((example) => ({ example, title: titled(example) }))
        it.each(onPut)('is changed to $title once, and remembers what was', async ({ example }) => {
          const at = atOf(home(), name)
          const { id, answer } = await begun(home(), element, at)
          const before = entryIn(answer.body.values, at)
          if (field.before !== undefined) expect(before).toStrictEqual(whole(element, field.before.shown, at))
          const sent = entry(example.sent, at)
          const changed = await put(id, sent)
          expect([changed.status, changed.text]).toStrictEqual([200, ''])
          const read = await get(id)
          const after = whole(element, example.shown, at)
          expect(entryIn(read.body.values, at)).toStrictEqual(after)
          const told = resolveExample(example.history ?? [], at).map((shown) => whole(element, shown, at))
          const story = example.history === undefined ? [before, after] : told
          expect(await history(id, at)).toStrictEqual(story)
          expect(await place.storedRows(id, at.field)).toStrictEqual(resolveExample(example.found ?? {}, at))

          const again = isXml(example)
            ? await alice().put(`artifacts/${id}`, jsonToXml('request', { values: [sent] }), { headers: xml })
            : await put(id, sent)
          expect([again.status, again.headers['etag']]).toStrictEqual([200, read.headers['etag']])
          expect(await history(id, at)).toHaveLength(story.length)
        })

        describe('of an artifact that stays as it is', () => {
          let at: ExampleIds
          let id = 0
          let text = ''
          let etag: unknown
          let counts: unknown
          beforeAll(async () => {
            at = atOf(home(), name)
            const { before } = field
            id = await made(home(), plain(home()), ...(before === undefined ? [] : [entry(before.sent, at)]))
            const answer = await get(id)
            at = { ...at, artifact: answer.body }
            ;({ text } = answer)
            etag = answer.headers['etag']
            counts = await server.rowCounts()
          })
          const expectUnchanged = async () => {
            expect((await get(id)).text).toBe(text)
          }

          const refusals = refused.map((refusal) => ({ refusal, title: titled(refusal) }))
          it.each(refusals)('refuses $title', async ({ refusal }) => {
            const sent = entry(refusal.sent, at)
            const { on } = refusal
            const values = [plain(home(), 'changed'), sent]
            if (on !== 'PUT') expectRefused(await post(home(), ...values), refusal, at, 'error: ')
            if (on !== 'POST') expectRefused(await put(id, ...values), refusal, at, '')
            await expectUnchanged()
          })

          const silent = [...untouched, ...ignored].map((sent) => ({ sent, title: titled({ sent }) }))
          it.each(silent)('is not touched by $title', async ({ sent }) => {
            const answer = await put(id, entry(sent, at))
            expect([answer.status, answer.text, answer.headers['etag']]).toStrictEqual([200, '', etag])
            await expectUnchanged()
          })

          if (field.isNoField) {
            it('is unknown to who writes', async () => {
              for (const sent of [{ value: 'x' }, { value: null }, {}, { bind_value_ids: [] }]) {
                const refusal = { sent, ends: `Unknown field ${at.field}` }
                expectRefused(await post(home(), plain(home()), entry(sent, at)), refusal, at, '')
                expectRefused(await put(id, entry(sent, at)), refusal, at, '')
              }
              await expectUnchanged()
            })
          }

          if (!isNameable) {
            it('has no short name that values could be sent by', async () => {
              const [example] = accepted
              const values_by_field = {
                plain: { value: 'x' },
                [name]: { value: 'x', ...resolveExample(example?.sent ?? {}, at) },
              }
              const answer = await alice().post('artifacts', { tracker: { id: home().id }, values_by_field })
              expectRefused(answer, { sent: {}, ends: '' }, at, '')
            })
          }

          // Once for all of them: counting takes as long as asking.
          it('has left no row behind', async () => expect(await server.rowCounts()).toStrictEqual(counts))
        })

        const passed = ignored.map((sent) => ({ sent, title: titled({ sent }) }))
        it.each(passed)('is made whatever $title says', async ({ sent }) => {
          const at = atOf(home(), name)
          const id = await made(home(), plain(home()), entry(sent, at))
          expect(await shownIn(id, at)).toStrictEqual(await beginning(element, id, at))
        })

        it('begins as its type does, in JSON and in XML', async () => {
          const at = atOf(home(), name)
          const id = await made(home(), plain(home()))
          const shown = await shownIn(id, at)
          expect(shown).toStrictEqual(await beginning(element, id, { ...at, origin }))
          expect(await inXml(id, at)).toStrictEqual(shown === undefined ? undefined : jsonToTree('item', shown))
          const { body } = await get(id)
          expect(body.values_by_field[name]).toStrictEqual(rules.isAlphanumeric ? (shown ?? null) : undefined)
        })
      })
    }

    const shownIn = async (id: number, at: ExampleIds, who = 'alice'): Promise<Json> =>
      entryIn((await get(id, who)).body.values, at)

    /** The entry of a new artifact for which nothing was said of the field. */
    async function beginning(element: FieldElement, id: number, at: ExampleIds): Promise<object | undefined> {
      const { initial } = element.field
      if (initial === undefined) return undefined
      const { body: artifact } = await get(id)
      const { number, rank } = await server.world.db.read
        .selectFrom('artifact')
        .select(['number', 'rank'])
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow()
      return whole(element, initial, { ...at, artifact, number: Number(number), rank: Number(rank) })
    }

    async function inXml(id: number, { field }: ExampleIds) {
      const { text } = await alice().get(`artifacts/${id}`, { headers: { accept: 'application/xml' } })
      const values = parseXml(text).children.find((each) => each.name === 'values')
      const item = values?.children.find((each) => each.children[0]?.text === `${field}`)
      return item && treeOf(item)
    }

    const needed = fillable.filter(({ field }) => field.empty !== undefined)
    describe.each([...Map.groupBy(needed, ({ type }) => type)].map(([type, elements]) => ({ type, elements })))(
      'of type $type that are required',
      ({ type, elements }) => {
        let strict: FieldTracker
        beforeAll(async () => {
          strict = await place.createTracker(
            `strict_${type}`,
            elements.map((each) => ({ ...each, more: { required: true } })),
          )
        })
        /** Entries that fill all fields but one. */
        const filledBut = (left?: FieldExamples) =>
          elements.flatMap(({ field }) =>
            field === left ? [] : [entry(field.before?.sent ?? {}, atOf(strict, field.name))],
          )

        it.each(elements.map(({ field }) => ({ field, name: field.name })))(
          '$name is not left empty',
          async ({ field, name }) => {
            const id = await made(strict, plain(strict), ...filledBut())
            const { text } = await get(id)
            const at = atOf(strict, name)
            const others = filledBut(field)
            const refusal = { sent: {}, problem: `The field ${labelOf(name)} (${name}) is required.` }
            const counts = await server.rowCounts()
            expectRefused(await post(strict, plain(strict), ...others), refusal, at, 'error: ')
            for (const sent of (field.empty ?? []).map((each) => entry(each, at))) {
              if (!holdsNull(sent))
                expectRefused(await post(strict, plain(strict), ...others, sent), refusal, at, 'error: ')
              expectRefused(await put(id, sent, plain(strict, 'changed')), refusal, at, '')
            }
            expect(await server.rowCounts()).toStrictEqual(counts)
            expect((await get(id)).text).toBe(text)
          },
        )
      },
    )

    describe('fields with settings of their own', () => {
      const begun = defined.flatMap(({ type, field }) =>
        (field.defaults ?? []).map((each, n) => ({ type, field, name: `${field.name}_${n}`, ...each })),
      )
      it.each([
        { who: 'may set them', rights: ['2'] },
        { who: 'may not', rights: [] },
      ])('begin with their defaults, made by who $who', async ({ who, rights }) => {
        const elements = begun.map(({ element, ...each }) => ({
          ...each,
          settings: element(place.world),
          more: { permissions_for_groups: { can_read: ['1'], can_submit: rights, can_update: ['3'] } },
        }))
        const on = await place.createTracker(`begun${who.length}`, elements)
        const { body } = await get(await made(on, plain(on)))
        for (const each of begun) {
          const at = atOf(on, each.name)
          expect(entryIn(body.values, at)).toStrictEqual(whole(each, each.shown, at))
        }
      })
    })

    describe('fields with rights', () => {
      const administrators = () => [`${place.world.project}_4`]
      const rows = fillable.map((element) => ({ element, name: element.field.name }))
      const withRights = (itemName: string, rights: object) =>
        place.createTracker(
          itemName,
          fillable.map((each) => ({ ...each, more: { permissions_for_groups: rights } })),
        )
      let unsubmittable: FieldTracker
      let unchangeable: FieldTracker
      let unread: FieldTracker
      let unused: FieldTracker
      beforeAll(async () => {
        // Who may update a field reads it, though the right to read is of others (docs/api/artifacts.md §2.5).
        unsubmittable = await withRights('unsubmittable', {
          ...{ can_read: administrators(), can_submit: [], can_update: ['3'] },
        })
        unchangeable = await withRights('unchangeable', {
          ...{ can_read: ['1'], can_submit: ['2'], can_update: administrators() },
        })
        unread = await withRights('unread', { can_read: administrators(), can_submit: ['2'], can_update: [] })
        unused = await place.createTracker(
          'unused',
          fillable.map((each) => ({ ...each, more: { is_used: false } })),
        )
      })

      it.each(rows)('$name is refused of who may not submit it, taken of who may update it', async ({ element }) => {
        const { field } = element
        const at = atOf(unsubmittable, field.name)
        const sent = entry(field.before?.sent ?? {}, at)
        const counts = await server.rowCounts()
        const answer = await post(unsubmittable, plain(unsubmittable), sent)
        if (field.isPassedOver) {
          expect(await shownIn(answer.body.id, at)).toStrictEqual(await beginning(element, answer.body.id, at))
        } else {
          expectRefused(answer, notAllowed(element), at, 'error: ')
          expect(await server.rowCounts()).toStrictEqual(counts)
        }
        const id = await made(unsubmittable, plain(unsubmittable))
        expect((await put(id, sent)).status).toBe(200)
        expect(await shownIn(id, at)).toStrictEqual(whole(element, field.before?.shown ?? {}, at))
      })

      it.each(rows)('$name is refused of who may not update it, unless it says what is', async ({ element }) => {
        const { field } = element
        const at = atOf(unchangeable, field.name)
        const sent = entry(field.before?.sent ?? {}, at)
        const id = await made(unchangeable, plain(unchangeable), sent)
        const { text, headers } = await get(id)
        const counts = await server.rowCounts()
        const example = field.accepted?.find(({ on }) => on !== 'POST')
        const answer = await put(id, entry(example?.sent ?? {}, at))
        if (field.isPassedOver) expect(answer.status).toBe(200)
        else expectRefused(answer, notAllowed(element), at, '')
        const same = await put(id, sent)
        expect([same.status, same.headers['etag']]).toStrictEqual([200, headers['etag']])
        expect(await server.rowCounts()).toStrictEqual(counts)
        expect((await get(id)).text).toBe(text)
      })

      it.each(rows)('$name is written by who may not read it, and shown to others alone', async ({ element }) => {
        const { field } = element
        const at = atOf(unread, field.name)
        const sent = entry(field.before?.sent ?? {}, at)
        const id = await made(unread, plain(unread), sent)
        const { body } = await get(id)
        expect([entryIn(body.values, at), body.values_by_field[field.name]]).toStrictEqual([undefined, undefined])
        expect(await inXml(id, at)).toBe(undefined)
        expect(await history(id, at)).toStrictEqual([undefined])
        expect(await shownIn(id, at, 'boss')).toStrictEqual(whole(element, field.before?.shown ?? {}, at))
        // Not even what it holds can be found out by trying.
        const counts = await server.rowCounts()
        const answer = await put(id, sent)
        if (field.isPassedOver) expect(answer.status).toBe(200)
        else expectRefused(answer, notAllowed(element), at, '')
        expect(await server.rowCounts()).toStrictEqual(counts)
      })

      it.each(rows)('$name is unknown where it is not in use', async ({ element }) => {
        const at = atOf(unused, element.field.name)
        const id = await made(unused, plain(unused))
        const sent = entry(element.field.before?.sent ?? {}, at)
        const refusal = { sent, ends: `Unknown field ${at.field}` }
        const counts = await server.rowCounts()
        expectRefused(await post(unused, plain(unused), sent), refusal, at, '')
        expectRefused(await put(id, plain(unused, 'changed'), sent), refusal, at, '')
        expect(await server.rowCounts()).toStrictEqual(counts)
        expect(await shownIn(id, at)).toBe(undefined)
      })

      it('of another tracker are unknown, as are those of none', async () => {
        const sheet = unread
        const id = await made(sheet, plain(sheet))
        const counts = await server.rowCounts()
        for (const field of [unused.plain, 9_999_999, -1]) {
          const refusal = { sent: {}, ends: `Unknown field ${field}` }
          const sent = { field_id: field, value: 'x' }
          expectRefused(await post(sheet, plain(sheet), sent), refusal, atOf(sheet, 'line'), '')
          expectRefused(await put(id, sent), refusal, atOf(sheet, 'line'), '')
        }
        expect(await server.rowCounts()).toStrictEqual(counts)
      })
    })

    describe('all values', () => {
      let scratch = ''
      beforeAll(async () => {
        scratch = await mkdtemp(join(tmpdir(), 'tulipwood-wire-fields-'))
      })
      afterAll(() => rm(scratch, { recursive: true, force: true }))

      it('come back from an archive as they went in, with their history', async () => {
        const there = await createWireFixture(server, place.world.people, 'carried')
        const on = await there.createTracker('sheet', defined)
        const times = Math.max(...fillable.map(({ field }) => field.accepted?.length ?? 0))
        const nth = ({ field }: FieldElement, n: number, at: ExampleIds, where: 'POST' | 'PUT') => {
          const fit = (field.accepted ?? []).filter(({ on = where, isMerged }) => on === where && isMerged !== true)
          return entry(fit[n % fit.length]?.sent ?? field.before?.sent ?? {}, at)
        }
        for (let n = 0; n < times; n += 1) {
          const tried = fillable.map((element) => ({ element, at: atOf(on, element.field.name) }))
          const id = await made(on, plain(on), ...tried.map(({ element, at }) => nth(element, n, at, 'POST')))
          const answer = await put(id, ...tried.map(({ element, at }) => nth(element, n + 1, at, 'PUT')))
          expect([answer.status, answer.text]).toStrictEqual([200, ''])
        }
        const { world } = server
        const caller = { kind: 'system', reason: 'test' } as const
        const project = there.world.project as ProjectId
        const path = join(scratch, 'carried.zip')
        await exportArchive(world, { project, sink: await openArchiveSink(path), caller })
        const archive = await openArchive(path)
        const users = { kind: 'create', as: 'active' } as const
        const report = runImport(await importArchive(world, { archive, shortName: 'again', users, caller }))
        await archive.close()
        await world.cache.refresh()
        const copy = report.project?.id ?? 0
        const found = await compareProjects({ server, project }, { server, project: copy })
        expect(found.filter((each) => /(tracker|artifacts?) .*\bof sheet\b|^tracker sheet/.test(each))).toStrictEqual(
          [],
        )
      })
    })
  })
}

/** An example in words, for the names of tests. */
function titled({ sent, on }: { readonly sent: Example['sent']; readonly on?: string }): string {
  const text = JSON.stringify(resolveExample(sent, anywhere)) ?? ''
  return `${text.length > 90 ? `${text.slice(0, 90)}…` : text}${on === undefined ? '' : ` (${on})`}`
}

const isXml = ({ sent, isJsonOnly }: Example): boolean =>
  isJsonOnly !== true && isXmlRepresentable(resolveExample(sent, anywhere))

/** Where nothing is yet: ids are words. */
const word = (text: string): never => text as never
const anywhere: ExampleIds = {
  origin: '',
  field: word('field'),
  artifact: { id: word('artifact') },
  number: 0,
  rank: 0,
  project: word('project'),
  painters: word('painters'),
  people: {
    alice: word('alice'),
    bob: word('bob'),
    boss: word('boss'),
    gone: word('gone'),
    outsider: word('outsider'),
  },
  value: (label) => word(`value ${label}`),
  typed: (label) => word(`typed ${label}`),
  target: (n) => word(`target ${n}`),
  file: (name) => word(`file ${name}`),
  others: {
    withoutLinks: word('without links'),
    unseen: word('unseen'),
    fileOfBob: word('of bob'),
    halfFile: word('half'),
    attachedFile: word('attached'),
    fileOfAnotherField: word('of another field'),
    inDeletedTracker: word('deleted'),
    inSuspendedProject: word('suspended'),
    targetTracker: {},
  },
}

/** On a new artifact null is as good as nothing, and an entry without its members is refused by its form. */
const holdsNull = (sent: object): boolean =>
  Object.keys(sent).length === 1 || Object.values(sent).some((each) => each === null)
