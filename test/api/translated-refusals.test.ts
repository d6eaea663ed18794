import { beforeAll, describe, expect, it } from 'vitest'
import { createEditingProject } from '../kit/editing-project.ts'
import { alwaysOnEachDatabase, createServer, type RequestOptions, type TestResponse } from '../kit/server.ts'

type Request = readonly [login: string, method: string, url: string, body?: unknown]

/** A refusal of each kind: its English message and its French sentence for end users. */
const refusals: readonly [message: string, french: string, ...Request][] = [
  ['Not Found: Project does not exist', 'Ce projet n’existe pas', 'alice', 'GET', 'projects/99999'],
  [
    'Unauthorized: Key or token incorrectly formatted',
    'Le format de la clé ou du jeton n’est pas correct',
    'stranger',
    'GET',
    'projects',
  ],
  [
    'Forbidden: Only site administrators may do this.',
    'Seuls les administrateurs du site peuvent effectuer cette action.',
    'alice',
    'POST',
    'project_fields',
    { name: 'Budget' },
  ],
  [
    'Bad Request: Invalid value specified for `limit`. Expecting integer value',
    'La valeur de `limit` n’est pas valide. Un nombre entier est attendu.',
    'alice',
    'GET',
    'projects?limit=many',
  ],
  [
    'Bad Request: Unknown query parameter `colour`. This route has none.',
    'Paramètre de requête inconnu\u00a0: `colour`. Cette adresse n’en a aucun.',
    'admin',
    'GET',
    'site_settings?colour=red',
  ],
  ['Not Found', 'Cet élément n’existe pas ou votre compte n’y a pas accès.', 'alice', 'GET', 'nowhere/1'],
  ['Method Not Allowed', 'Cette adresse n’accepte pas cette méthode.', 'alice', 'DELETE', 'projects'],
]

alwaysOnEachDatabase((dialect) => {
  describe('a refusal of the API', () => {
    const server = createServer(dialect)
    let tracker = 0
    let artifact = 0
    beforeAll(async () => {
      const alice = await server.createUser('alice')
      const project = await createEditingProject(server, { alice, bob: await server.createUser('bob') })
      tracker = project.tracker
      artifact = await project.createJob('New mast step')
    })

    const send = (
      [login, method, url, body]: Request,
      headers: RequestOptions['headers'] = {},
    ): Promise<TestResponse> =>
      login === 'stranger'
        ? server.as('visitor').send(method, url, { body, headers: { ...headers, 'x-auth-accesskey': 'nonsense' } })
        : server.as(login).send(method, url, { body, headers })

    it.each(refusals)('%s: has its sentence for end users in French', async (message, french, ...request) => {
      const before = await server.rowCounts()
      const english = await send(request)
      const response = await send(request, { 'accept-language': 'fr-CA, en;q=0.5' })
      expect(english.body).toStrictEqual({ error: { code: english.status, message } })
      expect(response.status).toBe(english.status)
      expect(response.body).toStrictEqual({ error: { ...english.body.error, i18n_error_message: french } })
      expect(await server.rowCounts()).toStrictEqual(before)
    })

    it('for several reasons: has the sentence of each in French', async () => {
      const body = { project_approval: 'perhaps', nope: 1 }
      const response = await send(['admin', 'PATCH', 'site_settings', body], { 'accept-language': 'fr' })
      const sentences = [
        'La valeur de `project_approval` n’est pas valide. Un booléen est attendu.',
        'Le paramètre `nope` est inconnu.',
      ]
      expect(response.body.error).toStrictEqual({
        code: 400,
        message:
          'Bad Request: Invalid value specified for `project_approval`. Expecting boolean value Unknown setting `nope`.',
        i18n_error_message: sentences.join(' '),
        i18n_error_messages: sentences,
      })
    })

    it.each(['en', 'en-GB, fr;q=0.5', 'de', '*', ''])(
      'is the same with Accept-Language %j as without',
      async (language) => {
        for (const [, , ...request] of refusals) {
          const response = await send(request, { 'accept-language': language })
          const { text, headers } = await send(request)
          expect([response.text, response.headers['vary']]).toStrictEqual([text, headers['vary']])
        }
      },
    )

    it('varies by Accept-Language where it is translated', async () => {
      const [, , ...request] = refusals[0] ?? expect.fail()
      expect((await send(request, { 'accept-language': 'fr' })).headers['vary']).toBe('Accept, Accept-Language')
      expect((await send(request)).headers['vary']).toBe('Accept')
    })

    it('is a response like others that contain a text: it varies by Accept-Language, in English, too', async () => {
      const explain: Request = ['bob', 'GET', `artifacts/${artifact}/explain?action=delete`]
      const english = await send(explain)
      const french = await send(explain, { 'accept-language': 'fr' })
      expect([english.headers['vary'], french.headers['vary']]).toStrictEqual(
        Array.from({ length: 2 }, () => 'Accept, Accept-Language'),
      )
      expect(french.body.rules.map(({ refusal }: any) => refusal)).not.toStrictEqual(
        english.body.rules.map(({ refusal }: any) => refusal),
      )
      // Without such a text, it does not.
      expect((await send(['bob', 'GET', `artifacts/${artifact}`])).headers['vary']).toBe('Accept')
    })

    it.each([
      [
        'status = title',
        "Line 1, column 10: found 'title', expected a text in quotes, a number (a negative one in quotes), NOW(), MYSELF() or OPEN()",
        "Ligne 1, colonne 10\u00a0: lu 'title', attendu un texte entre guillemets, un nombre (entre guillemets s’il est négatif), NOW(), MYSELF() ou OPEN()",
      ],
      [
        'a = "open',
        'Line 1, column 5: found a text that is not closed, expected the same quote (") on its line',
        'Ligne 1, colonne 5\u00a0: lu un texte qui n’est pas fermé, attendu le même guillemet (") sur sa ligne',
      ],
      [
        `a = NOW() - ${'9'.repeat(50)}d`,
        `Line 1, column 13: found the number ${'9'.repeat(39)}…, expected a number up to 1000000`,
        `Ligne 1, colonne 13\u00a0: lu le nombre ${'9'.repeat(39)}…, attendu un nombre jusqu’à 1000000`,
      ],
      [
        'a IN (1 2)',
        'Line 1, column 9: found the number 2, expected a closing parenthesis or a comma',
        'Ligne 1, colonne 9\u00a0: lu le nombre 2, attendu une parenthèse fermante ou une virgule',
      ],
    ])('of the query %j has its detail in French', async (query, detail, french) => {
      const request: Request = [
        'alice',
        'GET',
        `trackers/${tracker}/artifacts?expert_query=${encodeURIComponent(query)}`,
      ]
      const { error } = (await send(request)).body
      expect(error).toMatchObject({ message: 'Bad Request: Error during parsing expert query', detail })
      // Programs read the other members.
      expect((await send(request, { 'accept-language': 'fr' })).body.error).toStrictEqual({
        ...error,
        i18n_error_message: 'La requête n’a pas pu être analysée',
        detail: french,
      })
    })

    it('lists its sentences in French', async () => {
      const input = { shortname: 'ab', label: 'x', is_public: true, xml_template_name: 'empty' }
      const request: Request = ['alice', 'POST', 'projects?dry_run=true', input]
      const english = (await send(request)).body.error
      const french = (await send(request, { 'accept-language': 'fr' })).body.error
      expect(english.i18n_error_messages).toContain(
        'Project shortname is invalid. The reason is: Name is too short. It must be at least 3 characters.',
      )
      expect(french.i18n_error_messages).toContain(
        'Le nom court du projet n’est pas valide. Le nom est trop court. Il doit avoir au moins 3 caractères.',
      )
      expect([french.message, french.i18n_error_messages.length]).toStrictEqual([
        english.message,
        english.i18n_error_messages.length,
      ])
    })

    it('has its French sentence in XML', async () => {
      const headers = { accept: 'application/xml', 'accept-language': 'fr' }
      const { text } = await send(['alice', 'GET', 'projects/99999'], headers)
      expect(text).toContain('<message>Not Found: Project does not exist</message>')
      expect(text).toContain('<i18n_error_message>Ce projet n’existe pas</i18n_error_message>')
    })

    it('of an upload has its French sentence', async () => {
      const headers = { accept: 'application/json', 'tus-resumable': '0.2.2' }
      const options = { skipsOpenApiCheck: true, headers }
      const url = '/uploads/tracker/file/1'
      const english = await server.as('alice').send('HEAD', url, options)
      expect(english.text).toBe('')
      const message = 'Precondition Failed: The header Tus-Resumable must be 1.0.0.'
      expect((await server.as('alice').send('PATCH', url, options)).body.error).toStrictEqual({ code: 412, message })
      const french = await server
        .as('alice')
        .send('PATCH', url, { skipsOpenApiCheck: true, headers: { ...headers, 'accept-language': 'fr' } })
      expect(french.body.error).toStrictEqual({
        code: 412,
        message,
        i18n_error_message: 'L’en-tête Tus-Resumable doit être 1.0.0.',
      })
    })
  })
})
