import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const french = { headers: { 'accept-language': 'fr-CA, fr;q=0.9, en;q=0.5' } }
const frenchCsv = { headers: { ...french.headers, 'content-type': 'text/csv' } }
const bosses = [4 as UserGroupId]

/** With plain blanks. */
const sentenceOf = ({ body }: TestResponse): string => plain(body.error.i18n_error_message)
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

onEachDatabase((dialect) => {
  describe('refusals of trackers and artifacts in French', () => {
    const server = createServer(dialect)
    let shop: ProjectFixture
    let tracker: number
    let id: number

    beforeAll(async () => {
      for (const login of ['alice', 'boss']) await server.createUser(login)
      const transition = { groups: [3 as UserGroupId], notEmptyFields: [], isCommentRequired: false, actions: [] }
      shop = await createProjectFixture(server, 'atelier', {
        members: [server.idOf('alice')],
        administrators: [server.idOf('boss')],
        trackers: () => [
          {
            ...createTrackerDefinition(
              'task',
              [
                createFieldDefinition('string', 'title', { isRequired: true, properties: { maxchars: 20 } }),
                createFieldDefinition('int', 'count'),
                createFieldDefinition('date', 'start'),
                createFieldDefinition('date', 'end'),
                createFieldDefinition('art_link', 'links'),
                createFieldDefinition('sb', 'status', {
                  bind: createStaticBind(['New', ''], ['Open', ''], ['Done', '']),
                }),
              ],
              { title: { field: 'title' } },
            ),
            rules: { dates: [{ source: 'start', comparator: '<' as const, target: 'end' }], lists: [] },
            workflow: {
              field: 'status',
              isUsed: true,
              isAdvanced: false,
              isLegacy: false,
              transitions: [
                { ...transition, from: null, to: 'New', groups: [2 as UserGroupId] },
                { ...transition, from: 'New', to: 'Open', notEmptyFields: ['count'] },
                { ...transition, from: 'New', to: 'Done', groups: bosses },
              ],
            },
          },
        ],
      })
      tracker = Number(shop.trackers.get('task'))
    })
    beforeEach(async () => {
      id = (await create([entry('title', 'Chaise'), status('New')])).body.id
    })

    const entry = (key: string, value: unknown) => ({ field_id: Number(shop.fields.get(key)), value })
    const status = (label: string) => ({
      field_id: Number(shop.fields.get('status')),
      bind_value_ids: [shop.values.get(label)],
    })
    const create = (values: readonly object[], options = {}) =>
      server.as('alice').post('artifacts', { tracker: { id: tracker }, values }, options)
    const update = (values: readonly object[], options = french) =>
      server.as('alice').put(`artifacts/${id}`, { values }, options)
    const list = (parameters: string, options = french) =>
      server.as('alice').get(`trackers/${tracker}/artifacts?${parameters}`, options)
    const find = (query: string) => list(`expert_query=${encodeURIComponent(query)}`)

    it('name all wrong values, each on its line, and keep the English message', async () => {
      const wrong = [entry('title', 'x'.repeat(21)), entry('count', 'deux')]
      const english = await update(wrong, { headers: { 'accept-language': 'en' } })
      expect(english.body.error).toStrictEqual({
        code: 400,
        message: 'Bad Request: title can not contain more than 20 characters.\ncount is not an integer.\n',
      })
      const { body, headers } = await update(wrong)
      expect(body.error.message).toBe(english.body.error.message)
      expect(plain(body.error.i18n_error_message)).toBe(
        'La valeur du champ « title » ne peut pas contenir plus de 20 caractères.\nLa valeur du champ « count » n’est pas un nombre entier.\n',
      )
      expect(headers['vary']).toContain('Accept-Language')
    })

    it('explain what the workflow and the rules demand', async () => {
      const sentence = async (...values: readonly object[]) => sentenceOf(await update(values))
      expect(await sentence(status('Open'))).toBe(
        'La transition exige que le champ « count (count) » ne soit pas vide\n',
      )
      expect(await sentence(status('Done'))).toBe('Les permissions ne permettent pas cette transition\n')
      expect(await sentence(entry('start', '2026-02-01'), entry('end', '2026-01-01'))).toBe(
        `Date non valide dans le tracker n° ${tracker} : start doit être antérieur à end.\n`,
      )
      expect(sentenceOf(await create([status('New')], french))).toBe('Le champ title (title) est obligatoire.\n')
    })

    it('explain conflicts and what does not exist', async () => {
      const headers = { ...french.headers, 'if-match': '"1"' }
      const stale = await server.as('alice').put(`artifacts/${id}`, { values: [entry('title', 'a')] }, { headers })
      expect(stale.status).toBe(412)
      expect(sentenceOf(stale)).toBe(
        'L’artefact a été modifié depuis votre dernière lecture. Modifiez sa version la plus récente',
      )
      expect(sentenceOf(await update([{ field_id: 999_999, value: 1 }]))).toBe('Champ inconnu : 999999')
      const link = { field_id: Number(shop.fields.get('links')), links: [{ id: 999_999 }] }
      expect(sentenceOf(await update([link]))).toBe('links : 999999 n’est pas l’identifiant d’un artefact.\n')
      const hidden = await server.as('alice').patch(`trackers/${tracker}`, { label: 'Tâche' }, french)
      expect(sentenceOf(hidden)).toBe('Vous devez administrer le tracker pour accéder à cette ressource.')
    })

    it('explain errors of queries, filters and orders', async () => {
      for (const [query, sentence] of [
        ['title ==', 'La requête n’a pas pu être analysée'],
        ['couleur = "x"', "Impossible de chercher sur 'couleur' : ce nom est inconnu. Consultez la documentation"],
        ['status = "Fini"', 'La valeur « Fini » n’existe pas dans le champ de liste « status ».'],
        ['count = "deux"', 'Le champ de nombre entier « count » ne peut pas être comparé au texte « deux ».'],
        [
          'count > "" OR start = NOW() AND status = MYSELF()',
          'Le champ de nombre entier « count » ne peut pas être comparé à une chaîne vide avec l’opérateur >.\nLe champ de liste « status » ne peut pas être comparé à MYSELF().',
        ],
      ] as const)
        expect(sentenceOf(await find(query)).slice(0, sentence.length)).toBe(sentence)
      expect(sentenceOf(await list(`query=${encodeURIComponent('{"couleur":"x"}')}`))).toBe(
        'Les champs suivants n’existent pas : couleur',
      )
      expect(sentenceOf(await list(`query=${encodeURIComponent('{"title":"/(/"}')}`))).toMatch(
        /^Motif non valide dans le critère du champ « title », à la position 1 : /,
      )
      expect(sentenceOf(await list('sort=couleur'))).toMatch(/^Valeur non valide pour `sort` : « couleur »\. /)
    })

    it('are in results of bulk changes', async () => {
      const change = { artifacts: [id], values: [status('Done')] }
      const { body } = await server.as('alice').post(`trackers/${tracker}/artifact_changes`, change, french)
      const [{ error }] = body.results
      expect(error.message).toBe('Bad Request: error: Transition permissions are not respected\n')
      expect(plain(error.i18n_error_message)).toBe('Les permissions ne permettent pas cette transition\n')
      const all = { ...change, all_or_nothing: true }
      const refused = await server.as('alice').post(`trackers/${tracker}/artifact_changes`, all, french)
      expect(sentenceOf(refused)).toBe('Rien n’a été modifié. Artefacts refusés : 1 sur 1.')
    })

    it('are problems of imported lines, also of a dry run', async () => {
      const table = 'title,count,start\nTable,deux,hier\nx,1,\n,3,'
      const url = `trackers/${tracker}/artifact_imports`
      const refused = await server.as('alice').post(url, table, frenchCsv)
      expect(refused.status).toBe(422)
      expect(sentenceOf(refused)).toBe('Rien n’a été importé : le tableau a 3 problèmes')
      const dryRun = await server.as('alice').post(`${url}?dry_run=true`, table, frenchCsv)
      for (const problems of [refused.body.error.problems, dryRun.body.problems])
        expect(
          problems.map(({ message }: { readonly message: string }) => plain(message).split('. ')[0]),
        ).toStrictEqual([
          '"deux" n’est pas un nombre entier',
          '"hier" n’est pas une date',
          'Le champ title (title) est obligatoire.\n',
        ])
      const english = await server.as('alice').post(`${url}?dry_run=true`, table, {
        headers: { 'content-type': 'text/csv' },
      })
      expect(english.body.problems[0].message).toBe('"deux" is not an integer')
    })

    it('explain permissions and forbidden transitions', async () => {
      const explained = await server.as('alice').get(`artifacts/${id}/explain?action=transition&to=Done`, french)
      expect(explained.body.rules.at(-1)).toStrictEqual({
        rule: 'permission sur la transition',
        is_satisfied: false,
        refusal: 'Les permissions ne permettent pas cette transition',
        detail: null,
      })
      const { body } = await server.as('alice').get(`artifacts/${id}?include=allowed_transitions`, french)
      expect(body.allowed_transitions.map((each: { readonly refusal: string | null }) => each.refusal)).toStrictEqual([
        null,
        'L’utilisateur n’est dans aucun groupe autorisé à effectuer cette transition.',
      ])
    })

    it('list all problems of a definition', async () => {
      const definition = {
        label: '',
        item_name: 'mon tracker',
        fields: [{ type: 'string', name: 'é', label: 'x' }],
      }
      const { body, status } = await server
        .as('boss')
        .post(`projects/${shop.projectId}/trackers`, { definition }, french)
      expect(status).toBe(400)
      const sentences = body.error.i18n_error_messages.map(plain)
      expect(sentences).toContain('Le nom d’élément « é » ne peut contenir que des lettres, des chiffres, _ et -.')
      expect(plain(body.error.i18n_error_message)).toBe(sentences.join(' '))
      expect(body.error.message).toContain('The element name "é" may only contain letters, digits, _ and -.')
    })
  })
})
