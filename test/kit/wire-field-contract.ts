import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportArchive } from '../../src/archives/commands/export-archive.ts'
import { importArchive } from '../../src/archives/commands/import-archive.ts'
import { openArchive } from '../../src/archives/container/open-archive.ts'
import { openArchiveSink } from '../../src/archives/container/open-sink.ts'
import type { FieldTypeName } from '../../src/fields/model/field.ts'
import { fieldTypes, getFieldType } from '../../src/fields/registry/registry.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { parseXml } from '../../src/kit/xml/read.ts'
import { expectImported } from './archive.ts'
import { compareProjects } from './compare-projects.ts'
import { convertJsonToTree, convertJsonToXml, isXmlRepresentable, parseTree } from './json-to-xml.ts'
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
  getLabel,
  type WireFixture,
} from './wire-fixture.ts'

type Json = any
type Examples = Readonly<Record<FieldTypeName, readonly FieldExamples[]>>

/**
 * Tests what every field type guarantees in the API, from the request to the history, with the examples of its fields.
 */
export function describeWireFieldContract(examples: Examples): void {
  const all = (Object.entries(examples) as [FieldTypeName, readonly FieldExamples[]][]).flatMap(([type, fields]) =>
    fields.map((field): FieldElement => ({ type, field })),
  )
  const defined = all.filter(({ field }) => field.isOnlyImported !== true)
  const fillable = defined.filter(({ field }) => field.before !== undefined)

  it('has examples of every type', () => {
    expect(Object.keys(examples).sort()).toStrictEqual(Object.keys(fieldTypes).sort())
    expect(Object.entries(examples).flatMap(([type, fields]) => (fields.length === 0 ? [type] : []))).toStrictEqual([])
  })

  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let fixture: WireFixture
    let trackers: Readonly<Partial<Record<FieldTypeName, FieldTracker>>> = {}
    let origin = ''

    beforeAll(async () => {
      const users = await createUsers(server)
      fixture = await createWireFixture(
        server,
        users,
        'fields',
        all.filter(({ field }) => field.isOnlyImported),
      )
      // One tracker per type, so that responses only contain the fields under test.
      const createArtifact: Partial<Record<FieldTypeName, FieldTracker>> = {}
      for (const type of new Set(defined.map((each) => each.type)))
        createArtifact[type] = await fixture.createTracker(
          `of_${type}`,
          defined.filter((each) => each.type === type),
        )
      trackers = createArtifact
    })

    const alice = () => server.as('alice')
    const xml = { 'content-type': 'application/xml' }
    const plain = (on: FieldTracker, value = 'plain') => ({ field_id: on.plain, value })
    const post = async (on: FieldTracker, ...values: readonly object[]): Promise<TestResponse> => {
      const answer = await alice().post('artifacts', { tracker: { id: on.id }, values })
      origin ||= String(answer.headers['location'] ?? '').replace(/\/api\/.*$/, '')
      return answer
    }
    const createArtifact = async (on: FieldTracker, ...values: readonly object[]): Promise<number> => {
      const answer = await post(on, ...values)
      expect([answer.status, answer.text]).toStrictEqual([201, expect.anything()])
      return answer.body.id
    }
    const put = (id: number, ...values: readonly object[]) => alice().put(`artifacts/${id}`, { values })
    const get = (id: number, login = 'alice') => server.as(login).get(`artifacts/${id}?values_format=all`)
    const atOf = (on: FieldTracker, name: string): ExampleIds => ({ ...on.at(name), origin })
    const entry = (input: Example['input'], at: ExampleIds) => ({ field_id: at.field, ...resolveExample(input, at) })
    const entryIn = (values: Json, { field }: ExampleIds): Json => values.find((each: Json) => each.field_id === field)
    const expectedEntry = (
      { type, field, name = field.name }: FieldElement,
      output: Example['output'],
      at: ExampleIds,
    ): object => ({
      ...{ field_id: at.field, type, label: getLabel(name) },
      ...resolveExample(output, at),
    })
    const history = async (id: number, at: ExampleIds): Promise<Json[]> => {
      const { body, headers } = await alice().get(`artifacts/${id}/changesets?limit=50`)
      expect(headers['x-pagination-size']).toBe(`${body.length}`)
      return body.map(({ values }: Json) => entryIn(values, at))
    }
    /** Creates an artifact with the value that no example uses; returns it with its representation. */
    const createWithInitialValue = async (tracker: FieldTracker, { field }: FieldElement, at: ExampleIds) => {
      const { before } = field
      const id = await createArtifact(
        tracker,
        plain(tracker),
        ...(before === undefined ? [] : [entry(before.input, at)]),
      )
      return { id, answer: await get(id) }
    }
    const messageOf = ({ status, problem, message: wholeMessage }: Refusal, at: ExampleIds, style: string): string => {
      const reason = { 400: 'Bad Request', 404: 'Not Found', 409: 'Conflict' }[status ?? 400]
      const text =
        problem === undefined ? resolveExample(wholeMessage ?? '', at) : `${style}${resolveExample(problem, at)}\n`
      return text === '' ? reason : `${reason}: ${text}`
    }
    const expectRefused = (answer: TestResponse, refusal: Refusal, at: ExampleIds, style: string) => {
      const error = {
        code: refusal.status ?? 400,
        message: messageOf(refusal, at, style),
        ...(refusal.i18nMessage === undefined ? {} : { i18n_error_message: resolveExample(refusal.i18nMessage, at) }),
      }
      expect({ status: answer.status, error: answer.body?.error }).toStrictEqual({ status: error.code, error })
    }
    const notAllowed = ({ field }: FieldElement): Refusal => ({
      input: {},
      problem: `You are not allowed to update the field ${getLabel(field.name)}.`,
    })

    /** Names no label that the caller cannot read. */
    const notAllowedFieldOf = ({ field }: ExampleIds): Refusal => ({
      input: {},
      problem: `You are not allowed to update the field #${field}.`,
    })

    for (const element of all) {
      const { type, field } = element
      const { name, accepted = [], rejected = [], untouched = [], ignored = [] } = field
      const rules = getFieldType(type)
      const tracker = (): FieldTracker => trackers[type] ?? fixture.imported

      describe(`${type}: ${name}`, () => {
        const onPost = accepted.filter(({ on }) => on !== 'PUT').map((example) => ({ example, title: titled(example) }))
        it.each(onPost)(
          'is created with $title and returned in JSON, in XML and in the history',
          async ({ example }) => {
            const at = atOf(tracker(), name)
            const input = entry(example.input, at)
            const id = await createArtifact(tracker(), plain(tracker()), input)
            const expected = expectedEntry(element, example.output, { ...at, origin })
            const { body } = await get(id)
            const output = entryIn(body.values, at)
            expect(output).toStrictEqual(expected)
            expect(body.values_by_field[name]).toStrictEqual(rules.isAlphanumeric ? output : undefined)
            expect(await xmlEntryOf(id, at)).toStrictEqual(convertJsonToTree('item', output))
            expect(await history(id, at)).toStrictEqual([expected])
            expect(await fixture.storedRows(id, at.field)).toStrictEqual(resolveExample(example.storedRows ?? {}, at))
          },
        )

        const xmlCases = onPost.filter(({ example }) => isXml(example))
        it.each(xmlCases)('is created with $title in an XML request', async ({ example }) => {
          const at = atOf(tracker(), name)
          const body = { tracker: { id: tracker().id }, values: [plain(tracker()), entry(example.input, at)] }
          const answer = await alice().post('artifacts', convertJsonToXml('request', body), { headers: xml })
          expect([answer.status, answer.text]).toStrictEqual([201, expect.anything()])
          const { body: read } = await get(answer.body.id)
          expect(entryIn(read.values, at)).toStrictEqual(expectedEntry(element, example.output, at))
        })

        const isNameable = rules.isAlphanumeric || type === 'ttmstepdef'
        const byName = onPost.filter(
          ({ example }) => isNameable && !holdsNull({ field_id: 0, ...resolveExample(example.input, anywhere) }),
        )
        it.each(byName)('is created with $title by its short name', async ({ example }) => {
          const at = atOf(tracker(), name)
          const values_by_field = { plain: { value: 'plain' }, [name]: resolveExample(example.input, at) }
          const answer = await alice().post('artifacts', { tracker: { id: tracker().id }, values_by_field })
          expect([answer.status, answer.body.uri]).toStrictEqual([
            201,
            `artifacts/${answer.body.id}?values_format=by_field`,
          ])
          expect(await entryOf(answer.body.id, at)).toStrictEqual(expectedEntry(element, example.output, at))
        })

        const onPut = accepted.filter(({ on }) => on !== 'POST').map((example) => ({ example, title: titled(example) }))
        it.each(onPut)('is updated to $title, once, and keeps the old value in the history', async ({ example }) => {
          const at = atOf(tracker(), name)
          const { id, answer } = await createWithInitialValue(tracker(), element, at)
          const before = entryIn(answer.body.values, at)
          if (field.before !== undefined) expect(before).toStrictEqual(expectedEntry(element, field.before.output, at))
          const input = entry(example.input, at)
          const changed = await put(id, input)
          expect([changed.status, changed.text]).toStrictEqual([200, ''])
          const read = await get(id)
          const after = expectedEntry(element, example.output, at)
          expect(entryIn(read.body.values, at)).toStrictEqual(after)
          const storedHistory = resolveExample(example.history ?? [], at).map((output) =>
            expectedEntry(element, output, at),
          )
          const expectedHistory = example.history === undefined ? [before, after] : storedHistory
          expect(await history(id, at)).toStrictEqual(expectedHistory)
          expect(await fixture.storedRows(id, at.field)).toStrictEqual(resolveExample(example.storedRows ?? {}, at))

          const again = isXml(example)
            ? await alice().put(`artifacts/${id}`, convertJsonToXml('request', { values: [input] }), { headers: xml })
            : await put(id, input)
          expect([again.status, again.headers['etag']]).toStrictEqual([200, read.headers['etag']])
          expect(await history(id, at)).toHaveLength(expectedHistory.length)
        })

        describe('in an artifact that must not change', () => {
          let at: ExampleIds
          let id = 0
          let text = ''
          let etag: unknown
          let counts: unknown
          beforeAll(async () => {
            at = atOf(tracker(), name)
            const { before } = field
            id = await createArtifact(
              tracker(),
              plain(tracker()),
              ...(before === undefined ? [] : [entry(before.input, at)]),
            )
            const answer = await get(id)
            at = { ...at, artifact: answer.body }
            ;({ text } = answer)
            etag = answer.headers['etag']
            counts = await server.rowCounts()
          })
          const expectUnchanged = async () => {
            expect((await get(id)).text).toBe(text)
          }

          const refusals = rejected.map((refusal) => ({ refusal, title: titled(refusal) }))
          it.each(refusals)('rejects $title', async ({ refusal }) => {
            const input = entry(refusal.input, at)
            const { on } = refusal
            const values = [plain(tracker(), 'changed'), input]
            if (on !== 'PUT') expectRefused(await post(tracker(), ...values), refusal, at, 'error: ')
            if (on !== 'POST') expectRefused(await put(id, ...values), refusal, at, '')
            await expectUnchanged()
          })

          const unchangingCases = [...untouched, ...ignored].map((input) => ({
            input: input,
            title: titled({ input: input }),
          }))
          it.each(unchangingCases)('is not changed by $title', async ({ input }) => {
            const answer = await put(id, entry(input, at))
            expect([answer.status, answer.text, answer.headers['etag']]).toStrictEqual([200, '', etag])
            await expectUnchanged()
          })

          if (field.holdsNoValue) {
            it('is unknown in requests that write it', async () => {
              for (const input of [{ value: 'x' }, { value: null }, {}, { bind_value_ids: [] }]) {
                const refusal = { input: input, message: `Unknown field ${at.field}` }
                expectRefused(await post(tracker(), plain(tracker()), entry(input, at)), refusal, at, '')
                expectRefused(await put(id, entry(input, at)), refusal, at, '')
              }
              await expectUnchanged()
            })
          }

          if (!isNameable) {
            it('cannot be set by its short name', async () => {
              const [example] = accepted
              const values_by_field = {
                plain: { value: 'x' },
                [name]: { value: 'x', ...resolveExample(example?.input ?? {}, at) },
              }
              const answer = await alice().post('artifacts', { tracker: { id: tracker().id }, values_by_field })
              expectRefused(answer, { input: {}, message: '' }, at, '')
            })
          }

          // Checked once for all refusals: counting takes as long as a request.
          it('stores no row for any of these requests', async () =>
            expect(await server.rowCounts()).toStrictEqual(counts))
        })

        const ignoredCases = ignored.map((input) => ({ input: input, title: titled({ input: input }) }))
        it.each(ignoredCases)('has its initial value on creation if $title is sent', async ({ input }) => {
          const at = atOf(tracker(), name)
          const id = await createArtifact(tracker(), plain(tracker()), entry(input, at))
          expect(await entryOf(id, at)).toStrictEqual(await initialEntry(element, id, at))
        })

        it('has the initial value of its type, in JSON and in XML', async () => {
          const at = atOf(tracker(), name)
          const id = await createArtifact(tracker(), plain(tracker()))
          const output = await entryOf(id, at)
          expect(output).toStrictEqual(await initialEntry(element, id, { ...at, origin }))
          expect(await xmlEntryOf(id, at)).toStrictEqual(
            output === undefined ? undefined : convertJsonToTree('item', output),
          )
          const { body } = await get(id)
          expect(body.values_by_field[name]).toStrictEqual(rules.isAlphanumeric ? (output ?? null) : undefined)
        })
      })
    }

    const entryOf = async (id: number, at: ExampleIds, login = 'alice'): Promise<Json> =>
      entryIn((await get(id, login)).body.values, at)

    /** The expected entry of a new artifact whose request has no value for the field. */
    async function initialEntry(element: FieldElement, id: number, at: ExampleIds): Promise<object | undefined> {
      const { initial } = element.field
      if (initial === undefined) return undefined
      const { body: artifact } = await get(id)
      const { number, rank } = await server.world.db.read
        .selectFrom('artifact')
        .select(['number', 'rank'])
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow()
      return expectedEntry(element, initial, { ...at, artifact, number: Number(number), rank: Number(rank) })
    }

    async function xmlEntryOf(id: number, { field }: ExampleIds) {
      const { text } = await alice().get(`artifacts/${id}`, { headers: { accept: 'application/xml' } })
      const values = parseXml(text).children.find((each) => each.name === 'values')
      const item = values?.children.find((each) => each.children[0]?.text === `${field}`)
      return item && parseTree(item)
    }

    const needed = fillable.filter(({ field }) => field.empty !== undefined)
    describe.each([...Map.groupBy(needed, ({ type }) => type)].map(([type, elements]) => ({ type, elements })))(
      'of type $type that are required',
      ({ type, elements }) => {
        let strict: FieldTracker
        beforeAll(async () => {
          strict = await fixture.createTracker(
            `strict_${type}`,
            elements.map((each) => ({ ...each, more: { required: true } })),
          )
        })
        /** Entries that fill all fields except one. */
        const filledBut = (left?: FieldExamples) =>
          elements.flatMap(({ field }) =>
            field === left ? [] : [entry(field.before?.input ?? {}, atOf(strict, field.name))],
          )

        it.each(elements.map(({ field }) => ({ field, name: field.name })))(
          '$name is rejected if empty',
          async ({ field, name }) => {
            const id = await createArtifact(strict, plain(strict), ...filledBut())
            const { text } = await get(id)
            const at = atOf(strict, name)
            const others = filledBut(field)
            const refusal = { input: {}, problem: `The field ${getLabel(name)} (${name}) is required.` }
            const counts = await server.rowCounts()
            expectRefused(await post(strict, plain(strict), ...others), refusal, at, 'error: ')
            for (const input of (field.empty ?? []).map((each) => entry(each, at))) {
              if (!holdsNull(input))
                expectRefused(await post(strict, plain(strict), ...others, input), refusal, at, 'error: ')
              expectRefused(await put(id, input, plain(strict, 'changed')), refusal, at, '')
            }
            expect(await server.rowCounts()).toStrictEqual(counts)
            expect((await get(id)).text).toBe(text)
          },
        )
      },
    )

    describe('fields with settings', () => {
      const createWithInitialValue = defined.flatMap(({ type, field }) =>
        (field.defaults ?? []).map((each, n) => ({ type, field, name: `${field.name}_${n}`, ...each })),
      )
      it.each([
        { condition: 'with', rights: ['2'] },
        { condition: 'without', rights: [] },
      ])(
        'have their default values if the artifact is created $condition permission to submit them',
        async ({ condition, rights }) => {
          const elements = createWithInitialValue.map(({ element, ...each }) => ({
            ...each,
            settings: element(fixture.project),
            more: { permissions_for_groups: { can_read: ['1'], can_submit: rights, can_update: ['3'] } },
          }))
          const on = await fixture.createTracker(`begun${condition.length}`, elements)
          const { body } = await get(await createArtifact(on, plain(on)))
          for (const each of createWithInitialValue) {
            const at = atOf(on, each.name)
            expect(entryIn(body.values, at)).toStrictEqual(expectedEntry(each, each.output, at))
          }
        },
      )
    })

    describe('fields with permissions', () => {
      const administrators = () => [`${fixture.project.project}_4`]
      const rows = fillable.map((element) => ({ element, name: element.field.name }))
      const withRights = (itemName: string, rights: object) =>
        fixture.createTracker(
          itemName,
          fillable.map((each) => ({ ...each, more: { permissions_for_groups: rights } })),
        )
      let unsubmittable: FieldTracker
      let unchangeable: FieldTracker
      let unread: FieldTracker
      let unused: FieldTracker
      beforeAll(async () => {
        // A user who may update a field can read it, even if others have the permission to read it
        // (docs/api/artifacts.md §2.5).
        unsubmittable = await withRights('unsubmittable', {
          ...{ can_read: administrators(), can_submit: [], can_update: ['3'] },
        })
        unchangeable = await withRights('unchangeable', {
          ...{ can_read: ['1'], can_submit: ['2'], can_update: administrators() },
        })
        unread = await withRights('unread', { can_read: administrators(), can_submit: ['2'], can_update: [] })
        unused = await fixture.createTracker(
          'unused',
          fillable.map((each) => ({ ...each, more: { is_used: false } })),
        )
      })

      it.each(rows)(
        '$name is rejected without permission to submit it, and accepted with permission to update it',
        async ({ element }) => {
          const { field } = element
          const at = atOf(unsubmittable, field.name)
          const input = entry(field.before?.input ?? {}, at)
          const counts = await server.rowCounts()
          const answer = await post(unsubmittable, plain(unsubmittable), input)
          if (field.isIgnoredWithoutPermission) {
            expect(await entryOf(answer.body.id, at)).toStrictEqual(await initialEntry(element, answer.body.id, at))
          } else {
            expectRefused(answer, notAllowed(element), at, 'error: ')
            expect(await server.rowCounts()).toStrictEqual(counts)
          }
          const id = await createArtifact(unsubmittable, plain(unsubmittable))
          expect((await put(id, input)).status).toBe(200)
          expect(await entryOf(id, at)).toStrictEqual(expectedEntry(element, field.before?.output ?? {}, at))
        },
      )

      it.each(rows)(
        '$name is rejected without permission to update it, unless the value is the current one',
        async ({ element }) => {
          const { field } = element
          const at = atOf(unchangeable, field.name)
          const input = entry(field.before?.input ?? {}, at)
          const id = await createArtifact(unchangeable, plain(unchangeable), input)
          const { text, headers } = await get(id)
          const counts = await server.rowCounts()
          const example = field.accepted?.find(({ on }) => on !== 'POST')
          const answer = await put(id, entry(example?.input ?? {}, at))
          if (field.isIgnoredWithoutPermission) expect(answer.status).toBe(200)
          else expectRefused(answer, notAllowed(element), at, '')
          const same = await put(id, input)
          expect([same.status, same.headers['etag']]).toStrictEqual([200, headers['etag']])
          expect(await server.rowCounts()).toStrictEqual(counts)
          expect((await get(id)).text).toBe(text)
        },
      )

      it.each(rows)(
        '$name can be set without permission to read it, and is only returned to users who can read it',
        async ({ element }) => {
          const { field } = element
          const at = atOf(unread, field.name)
          const input = entry(field.before?.input ?? {}, at)
          const id = await createArtifact(unread, plain(unread), input)
          const { body } = await get(id)
          expect([entryIn(body.values, at), body.values_by_field[field.name]]).toStrictEqual([undefined, undefined])
          expect(await xmlEntryOf(id, at)).toBe(undefined)
          expect(await history(id, at)).toStrictEqual([undefined])
          expect(await entryOf(id, at, 'boss')).toStrictEqual(expectedEntry(element, field.before?.output ?? {}, at))
          // Sending the current value must not reveal it either.
          const counts = await server.rowCounts()
          const answer = await put(id, input)
          if (field.isIgnoredWithoutPermission) expect(answer.status).toBe(200)
          else expectRefused(answer, notAllowedFieldOf(at), at, '')
          expect(await server.rowCounts()).toStrictEqual(counts)
        },
      )

      it.each(rows)('$name is unknown if it is unused', async ({ element }) => {
        const at = atOf(unused, element.field.name)
        const id = await createArtifact(unused, plain(unused))
        const input = entry(element.field.before?.input ?? {}, at)
        const refusal = { input: input, message: `Unknown field ${at.field}` }
        const counts = await server.rowCounts()
        expectRefused(await post(unused, plain(unused), input), refusal, at, '')
        expectRefused(await put(id, plain(unused, 'changed'), input), refusal, at, '')
        expect(await server.rowCounts()).toStrictEqual(counts)
        expect(await entryOf(id, at)).toBe(undefined)
      })

      it('are unknown if they belong to another tracker or do not exist', async () => {
        const tracker = unread
        const id = await createArtifact(tracker, plain(tracker))
        const counts = await server.rowCounts()
        for (const field of [unused.plain, 9_999_999, -1]) {
          const refusal = { input: {}, message: `Unknown field ${field}` }
          const input = { field_id: field, value: 'x' }
          expectRefused(await post(tracker, plain(tracker), input), refusal, atOf(tracker, 'line'), '')
          expectRefused(await put(id, input), refusal, atOf(tracker, 'line'), '')
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

      it('are unchanged after export and import, with their history', async () => {
        const otherFixture = await createWireFixture(server, fixture.project.users, 'carried')
        const on = await otherFixture.createTracker('sheet', defined)
        const times = Math.max(...fillable.map(({ field }) => field.accepted?.length ?? 0))
        const nth = ({ field }: FieldElement, n: number, at: ExampleIds, where: 'POST' | 'PUT') => {
          const fit = (field.accepted ?? []).filter(({ on = where, isMerged }) => on === where && isMerged !== true)
          return entry(fit[n % fit.length]?.input ?? field.before?.input ?? {}, at)
        }
        for (let n = 0; n < times; n += 1) {
          const tried = fillable.map((element) => ({ element, at: atOf(on, element.field.name) }))
          const id = await createArtifact(on, plain(on), ...tried.map(({ element, at }) => nth(element, n, at, 'POST')))
          const answer = await put(id, ...tried.map(({ element, at }) => nth(element, n + 1, at, 'PUT')))
          expect([answer.status, answer.text]).toStrictEqual([200, ''])
        }
        const { world } = server
        const caller = { kind: 'system', reason: 'test' } as const
        const project = otherFixture.project.project as ProjectId
        const path = join(scratch, 'carried.zip')
        await exportArchive(world, { project, sink: await openArchiveSink(path), caller })
        const archive = await openArchive(path)
        const users = { kind: 'create', as: 'active' } as const
        const report = expectImported(await importArchive(world, { archive, shortName: 'again', users, caller }))
        await archive.close()
        await world.cache.refresh()
        const copy = report.project?.id ?? 0
        const differences = await compareProjects({ server, project }, { server, project: copy })
        expect(
          differences.filter((each) => /(tracker|artifacts?) .*\bof sheet\b|^tracker sheet/.test(each)),
        ).toStrictEqual([])
      })
    })
  })
}

/** A short form of an example for test titles. */
function titled({ input, on }: { readonly input: Example['input']; readonly on?: string }): string {
  const text = JSON.stringify(resolveExample(input, anywhere)) ?? ''
  return `${text.length > 90 ? `${text.slice(0, 90)}…` : text}${on === undefined ? '' : ` (${on})`}`
}

const isXml = ({ input, isJsonOnly }: Example): boolean =>
  isJsonOnly !== true && isXmlRepresentable(resolveExample(input, anywhere))

/** Placeholder ids for test titles. */
const word = (text: string): never => text as never
const anywhere: ExampleIds = {
  origin: '',
  field: word('field'),
  artifact: { id: word('artifact') },
  number: 0,
  rank: 0,
  project: word('project'),
  painters: word('painters'),
  users: {
    alice: word('alice'),
    bob: word('bob'),
    boss: word('boss'),
    gone: word('gone'),
    outsider: word('outsider'),
  },
  value: (label) => word(`value ${label}`),
  openValue: (label) => word(`typed ${label}`),
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

/** On creation, null is the same as no value, and an entry without its members is rejected by the request schema. */
const holdsNull = (input: object): boolean =>
  Object.keys(input).length === 1 || Object.values(input).some((each) => each === null)
