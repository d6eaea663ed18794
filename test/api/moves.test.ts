import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/ids.ts'
import { aField, anOrchard, aTracker, choices, type Orchard, projectMembers } from '../kit/orchard.ts'
import { aServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = aServer(dialect)
  let here: Orchard
  let there: Orchard

  const entriesOf = async (id: ArtifactId): Promise<Record<string, Record<string, unknown>>> => {
    const { body } = await server.as('ada').get(`artifacts/${id}`)
    return Object.fromEntries(body.values.map((entry: { label: string }) => [entry.label, entry]))
  }
  const plant = async (): Promise<ArtifactId> => {
    const by = server.idOf('mel')
    const values = {
      title: 'A bruised pear',
      details: { format: 'text', content: 'One line\nand another, see art #1' },
      weight: 3,
      price: 2.5,
      state: [here.values.get('Ripe')],
      stamps: [here.values.get('Bio'), here.values.get('Local')],
      pickers: [by],
      own: 'stays behind',
    }
    const [id] = await here.plant({
      tracker: 'pear',
      changes: [
        { by, values: { ...values, title: 'A pear' } },
        { by, values },
      ],
    })
    return id as ArtifactId
  }
  const move = (login: string, id: ArtifactId, tracker: number | undefined, more: object = {}, headers = {}) =>
    server.as(login).patch(`artifacts/${id}`, { move: { tracker_id: tracker, ...more } }, { headers })

  beforeAll(async () => {
    const mel = await server.person('mel')
    const ada = await server.person('ada')
    await server.person('odd')
    here = await anOrchard(server, 'garden', {
      members: [mel],
      administrators: [ada],
      groups: { pickers: [mel], tasters: [mel] },
      trackers: () => [
        aTracker(
          'pear',
          [
            aField('string', 'title'),
            aField('text', 'details'),
            aField('int', 'weight'),
            aField('float', 'price'),
            aField('sb', 'state', { bind: choices(['Green', ''], ['Ripe', '']) }),
            aField('msb', 'stamps', { bind: choices(['Bio', ''], ['Local', '']) }),
            aField('sb', 'pickers', { bind: projectMembers }),
            aField('string', 'own'),
            aField('perm', 'access'),
            aField('lud', 'changed'),
          ],
          { title: { field: 'title' } },
        ),
        aTracker('bare', [aField('string', 'bare:nothing')]),
      ],
    })
    there = await anOrchard(server, 'market', {
      members: [mel],
      administrators: [ada],
      groups: { pickers: [mel] },
      trackers: () => [
        aTracker(
          'fruit',
          [
            aField('text', 'fruit:title'),
            aField('string', 'fruit:details'),
            aField('float', 'fruit:weight'),
            aField('int', 'fruit:price'),
            aField('rb', 'fruit:state', { bind: choices(['ripe', ''], ['Rotten', '']) }),
            aField('cb', 'fruit:stamps', { bind: choices(['Bio', '']) }),
            aField('msb', 'fruit:pickers', { bind: projectMembers }),
            aField('perm', 'fruit:access'),
            aField('lud', 'fruit:changed'),
            aField('atid', 'fruit:number'),
          ],
          { title: { field: 'fruit:title' } },
        ),
      ],
    })
  })

  describe('PATCH /artifacts/{id} with a move', () => {
    it('takes the artifact to another tracker with its history, whatever becomes of its fields', async () => {
      const id = await plant()
      const fruit = there.trackers.get('fruit')
      const moved = await move('ada', id, fruit)
      expect([moved.status, moved.body]).toEqual([200, { dry_run: null }])
      const { body } = await server.as('ada').get(`artifacts/${id}`)
      expect(body).toMatchObject({
        id,
        tracker: { id: fruit },
        project: { id: there.projectId },
        title: 'A bruised pear',
      })
      expect(await entriesOf(id)).toMatchObject({
        title: { type: 'text', format: 'text', value: 'A bruised pear' },
        details: { type: 'string', value: 'One line and another, see art #1' },
        weight: { value: 3 },
        price: { value: 2 },
        state: { values: [{ label: 'ripe' }] },
        stamps: { values: [{ label: 'Bio' }] },
        pickers: { bind_value_ids: [server.idOf('mel')] },
        number: { value: 1 },
      })
      expect(await entriesOf(id)).not.toHaveProperty('own')
      const history = await server.as('ada').get(`artifacts/${id}/changesets`)
      expect(history.body.map((each: { last_comment: { body: string } }) => each.last_comment.body)).toEqual([
        '',
        '',
        "Artifact was moved from 'pears' tracker in 'garden' project.",
      ])
      const [first] = history.body
      expect(first.values.find(({ label }: { label: string }) => label === 'title').value).toBe('A pear')
    })

    it('is another version for whoever watches, and is found where it is now', async () => {
      const id = await plant()
      const before = await server.as('mel').get(`artifacts/${id}`)
      await move('ada', id, there.trackers.get('fruit'))
      const after = await server.as('mel').get(`artifacts/${id}`)
      expect(after.headers['etag']).not.toBe(before.headers['etag'])
      expect(Date.parse(String(after.headers['last-modified']))).toBeGreaterThan(
        Date.parse(String(before.headers['last-modified'])),
      )
      const idsIn = async (tracker: number | undefined) => {
        const { body } = await server.as('mel').get(`trackers/${tracker}/artifacts?limit=1000`)
        return body.map((each: { id: number }) => each.id)
      }
      expect(await idsIn(here.trackers.get('pear'))).not.toContain(id)
      expect(await idsIn(there.trackers.get('fruit'))).toContain(id)
      const written = await server
        .as('mel')
        .put(`artifacts/${id}`, { values: [{ field_id: there.fields.get('fruit:weight'), value: 4 }] })
      expect(written.status).toBe(200)
    })

    it('told as a dry run changes nothing and says what would become of each field', async () => {
      const id = await plant()
      const before = await server.rowCounts()
      const told = await move('ada', id, there.trackers.get('fruit'), { dry_run: true })
      const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
      const { fields } = told.body.dry_run
      expect(names(fields.fields_migrated)).toEqual([
        'access',
        'changed',
        'details',
        'pickers',
        'state',
        'title',
        'weight',
      ])
      expect(names(fields.fields_partially_migrated)).toEqual(['price', 'stamps'])
      expect(names(fields.fields_not_migrated)).toEqual(['own'])
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('ada').get(`artifacts/${id}`)).body.tracker.id).toBe(here.trackers.get('pear'))
    })

    it('keeps what was restricted restricted: groups go by name, and where none is known nobody is left', async () => {
      const [pickers, tasters] = [here.groups.get('pickers'), here.groups.get('tasters')]
      const by = server.idOf('mel')
      const [known, unknown] = (await here.plant(
        { tracker: 'pear', changes: [{ by, values: { title: 'a', access: [pickers] } }] },
        { tracker: 'pear', changes: [{ by, values: { title: 'b', access: [tasters] } }] },
      )) as [ArtifactId, ArtifactId]
      for (const id of [known, unknown]) await move('ada', id, there.trackers.get('fruit'))
      expect((await entriesOf(known))['access']).toMatchObject({ granted_groups: ['pickers'] })
      expect((await entriesOf(unknown))['access']).toMatchObject({ granted_groups: ['nobody'] })
      expect((await server.as('mel').get(`artifacts/${known}`)).status).toBe(200)
      expect((await server.as('mel').get(`artifacts/${unknown}`)).status).toBe(403)
    })

    it.each([
      { who: 'visitor', status: 401, message: 'Unauthorized' },
      { who: 'odd', status: 400, message: 'Bad Request: User must be admin of both trackers' },
      { who: 'mel', status: 400, message: 'Bad Request: User must be admin of both trackers' },
    ])('is for administrators of both trackers: $who is answered $status', async ({ who, status, message }) => {
      const id = await plant()
      const before = await server.rowCounts()
      const refused = await move(who, id, there.trackers.get('fruit'))
      expect(refused.body.error).toEqual({ code: status, message })
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      { what: 'to nowhere', to: () => 99_999, status: 404, message: 'Not Found: Target tracker not found' },
      {
        what: 'to where it is',
        to: () => here.trackers.get('pear'),
        status: 400,
        message: 'Bad Request: An artifact cannot be moved in the same tracker',
      },
      {
        what: 'to where nothing of it fits',
        to: () => here.trackers.get('bare'),
        status: 400,
        message: 'Bad Request: No fields in the artifact can be moved in the destination tracker.',
      },
      {
        what: 'to no tracker at all',
        to: () => undefined,
        status: 400,
        message: 'Bad Request: `patch[move][tracker_id]` is required.',
      },
    ])('$what is refused', async ({ to, status, message }) => {
      const id = await plant()
      const before = await server.rowCounts()
      const refused = await move('ada', id, to())
      expect(refused.body.error).toEqual({ code: status, message })
      expect(await server.rowCounts()).toEqual(before)
    })

    it('asks for a move', async () => {
      const refused = await server.as('ada').patch(`artifacts/${await plant()}`, { other: 1 })
      expect(refused.body.error).toEqual({ code: 400, message: 'Bad Request: `patch[move]` is required.' })
    })

    it('honours the version that was asked for', async () => {
      const id = await plant()
      const { headers } = await server.as('ada').get(`artifacts/${id}`)
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'Wait', format: 'text' } })
      const stale = await move('ada', id, there.trackers.get('fruit'), {}, { 'if-match': String(headers['etag']) })
      expect(stale.status).toBe(412)
      expect((await server.as('ada').get(`artifacts/${id}`)).body.tracker.id).toBe(here.trackers.get('pear'))
    })

    it('happens once when two move the same artifact', async () => {
      const id = await plant()
      const answers = await Promise.all([1, 2].map(() => move('ada', id, there.trackers.get('fruit'))))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      const history = await server.as('ada').get(`artifacts/${id}/changesets`)
      expect(history.body).toHaveLength(3)
    })
  })
})
