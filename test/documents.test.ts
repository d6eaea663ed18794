import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string): boolean => existsSync(path.join(root, file))

const filesUnder = (...places: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...places], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && isThere(file) && /\.(ts|tsx|mjs|cjs|js|css|md|html|sh)$/.test(file))

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

const cached = new Map<string, ReadonlySet<string>>()
function once(key: string, compute: () => ReadonlySet<string>): ReadonlySet<string> {
  const known = cached.get(key) ?? compute()
  cached.set(key, known)
  return known
}

/** Anchors of headings as GitHub forms them. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = Array.from(withoutCode(read(file)).matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}

/** Numbers that a citation may name: those of headings, and in a chapter of numbered rules those of its items. */
function numbersOf(file: string): ReadonlySet<string> {
  const pattern = file.endsWith('client-needs.md') ? /^(\d+)\. /gm : /^#+ (\d+(?:\.\d+)?)\.? /gm
  return new Set(Array.from(withoutCode(read(file)).matchAll(pattern), ([, number = '']) => number))
}

const sources = filesUnder('src', 'web', 'test', 'bench', 'tools', 'docs', '*.md')
const manuals = filesUnder('docs/*.md', 'docs/api', '*.md').filter((file) => file !== 'CHANGELOG.md')
const documents = filesUnder('docs', '*.md')

/** `docs/api/artifacts.md §3.8, §3.9 and §4`; a line of a comment may end within it. */
const citation =
  /docs\/(?:api|decisions)\/[\w-]+\.md((?:(?:,|;| and| or| to)?(?:\s|\n\s*(?:\*|\/\/) ?)+§\d+(?:\.\d+)?)*)/g

/** What is wrong, by file; empty when nothing is. */
const problemsOf = (files: readonly string[], find: (file: string) => readonly string[]) =>
  Object.fromEntries(files.map((file) => [file, find(file)] as const).filter(([, problems]) => problems.length > 0))

describe('the documents', () => {
  it('are cited by code and tests with a file and a heading that exist', () => {
    const broken = problemsOf(sources, (file) =>
      Array.from(read(file).matchAll(citation)).flatMap(([cited, sections = '']) => {
        const target = cited.slice(0, cited.indexOf('.md') + 3)
        if (!isThere(target)) return [target]
        const known = once(target, () => numbersOf(target))
        return Array.from(sections.matchAll(/§(\d+(?:\.\d+)?)/g), ([, number = '']) => number)
          .filter((number) => !known.has(number))
          .map((number) => `${target} §${number}`)
      }),
    )
    expect(broken).toEqual({})
  })
  it('are the only ones that code and tests cite', () => {
    const outside = problemsOf(
      sources.filter((file) => file !== 'test/documents.test.ts'),
      (file) => read(file).match(/\b[Cc]ontract (?:00|10|20|30|40|50|60|70|80)\b|\b[1-7]0 §\d[\d.]*/g) ?? [],
    )
    expect(outside).toEqual({})
  })
  it('have only links that lead to a file and a heading', () => {
    const broken = problemsOf(documents, (file) =>
      Array.from(withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [to = '', anchor] = link.split('#')
          const target = to === '' ? file : path.join(path.dirname(file), to)
          return !isThere(target) || (anchor !== undefined && !once(`#${target}`, () => anchorsOf(target)).has(anchor))
        }),
    )
    expect(broken).toEqual({})
  })
  it('have every decision in their index, with its title', () => {
    const decisions = filesUnder('docs/decisions').filter((file) => /\/\d{4}-/.test(file))
    const index = read('docs/decisions/README.md')
    const missing = problemsOf(decisions, (file) => {
      const [, number = '', title = ''] = /^# (\d{4})\. (.+)$/m.exec(read(file)) ?? []
      const row = `| [${number}](${path.basename(file)}) | ${title} |`
      return index.includes(row) ? [] : [row]
    })
    expect(missing).toEqual({})
  })
  it('name only files of the repository that exist', () => {
    const missing = problemsOf(manuals, (file) =>
      Array.from(withoutCode(read(file)).matchAll(/`([^`\s]+)`/g), ([, text = '']) => text)
        .filter((text) => /^(src|web|test|tools|bench|docs|\.ci|\.github|\.vscode)\/[\w./-]+$/.test(text))
        .filter((text) => !text.startsWith('web/dist') && !isThere(text)),
    )
    expect(missing).toEqual({})
  })
})
