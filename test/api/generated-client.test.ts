import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { description } from '../../src/app/description.ts'

const client = `
import type { components, operations, paths } from './api.ts'

type Artifact = components['schemas']['Artifact']
type FieldValue = components['schemas']['FieldValue']

export const titleOf = ({ id, title, tracker }: Artifact): string => \`\${tracker.label} #\${id} \${title ?? ''}\`

export function textOf(value: FieldValue): string {
  switch (value.type) {
    case 'text':
      return value.commonmark ?? value.value
    case 'int':
    case 'float':
      return String(value.value ?? '')
    case 'art_link':
      return value.links.map(({ id }) => id).join()
    default:
      return value.label
  }
}

type NewArtifact = paths['/artifacts']['post']['requestBody']['content']['application/json']
export const curlew: NewArtifact = { tracker: { id: 1 }, values: [{ field_id: 102, value: 'Curlew' }] }

type Changesets = operations['getArtifactsIdChangesets']['responses']['200']['content']['application/json']
export const authors = (changesets: Changesets): string[] =>
  changesets.map(({ submitted_by_details: user }: components['schemas']['Changeset']) => user?.display_name ?? '')

export const users = async (): Promise<components['schemas']['User'][]> => (await fetch('/api/users?query=june')).json()
`

const mistaken = `
import type { components } from './api.ts'

export const size = ({ sizes }: components['schemas']['Artifact']): unknown => sizes
export const links = (value: components['schemas']['TextValue']): unknown => value.links
`

describe('a client whose types openapi-typescript generates', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'generated-client-'))
    const types = await openapiTypescript(description as unknown as OpenAPI3)
    await writeFile(path.join(directory, 'api.ts'), astToString(types))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const problemsOf = async (source: string): Promise<string[]> => {
    const file = path.join(directory, 'client.ts')
    await writeFile(file, source)
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
      types: [],
    })
    return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
  }

  it('compiles against the named types of the API', async () => {
    expect(await problemsOf(client)).toEqual([])
  })

  it('does not compile when it uses a member that the API does not have', async () => {
    expect(await problemsOf(mistaken)).toEqual([
      expect.stringContaining("'sizes' does not exist"),
      expect.stringContaining("'links' does not exist"),
    ])
  })
})
