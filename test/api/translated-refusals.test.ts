import { beforeAll, describe, expect, it } from 'vitest'
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
  [
    'Bad Request: Invalid value specified for `project_approval`. Expecting boolean value Unknown setting `nope`.',
    'La valeur de `project_approval` n’est pas valide. Un booléen est attendu. Le paramètre `nope` est inconnu.',
    'admin',
    'PATCH',
    'site_settings',
    { project_approval: 'perhaps', nope: 1 },
  ],
  ['Not Found', 'Cet élément n’existe pas ou votre compte n’y a pas accès.', 'alice', 'GET', 'nowhere/1'],
  ['Method Not Allowed', 'Cette adresse n’accepte pas cette méthode.', 'alice', 'DELETE', 'projects'],
]

alwaysOnEachDatabase((dialect) => {
  describe('a refusal of the API', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice'))

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
