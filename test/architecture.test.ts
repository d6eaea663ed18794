import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { slices } from '../src/app/slices/slices.ts'
import { fieldTypes } from '../src/fields/registry/registry.ts'
import type { AnyRoute } from '../src/http/declarations/route.ts'

const src = path.resolve(import.meta.dirname, '../src')
const filesIn = (directory: string): readonly string[] =>
  readdirSync(path.join(src, directory), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(directory, entry.name))
const directoriesNamed = (name: string): readonly string[] =>
  readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === name)
    .map((entry) => path.relative(src, path.join(entry.parentPath, entry.name)))

/** `PUT /artifacts/{id}` lives in `put-artifacts-id.ts`. */
const fileNameOf = ({ method, url }: AnyRoute): string =>
  `${method.toLowerCase()}${url.replace(/[/:_]+/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'answers' in value

describe('the house', () => {
  it.each(directoriesNamed('routes').flatMap(filesIn))(
    '%s holds the one route its name says, and it is listed',
    async (file) => {
      const exported: Record<string, unknown> = await import(path.join(src, file))
      const routes = Object.values(exported).filter(isRoute)
      expect(routes.map(fileNameOf)).toEqual([path.basename(file)])
      expect(slices.some((slice) => slice.routes.some((route) => routes.includes(route)))).toBe(true)
    },
  )
  it('lists no route twice', () => {
    const all = slices.flatMap((slice) => slice.routes).map(({ method, url }) => `${method} ${url}`)
    expect(all).toEqual([...new Set(all)])
  })
  it.each(filesIn('fields/types'))('%s is a registered field type', (file) => {
    expect(Object.keys(fieldTypes).map((name) => `${name.replaceAll('_', '-').toLowerCase()}.ts`)).toContain(
      path.basename(file),
    )
  })
})
