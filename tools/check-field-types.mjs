// Reports where code compares the name of a field type: slices use its capabilities (src/fields/registry/capabilities.ts),
// pages what web/src/fields/registry.ts has of it.
// check-field-types.mjs [directory]: the root of a repository instead of the working directory.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = process.argv[2] ?? '.'
const types = 'src/fields/types'
/** The types themselves with their registry, and slices that come before fields and do not know their types. */
const home =
  /^src\/(?:fields\/(?:types|registry\/registry\.ts)|kit|database|world|http|site|accounts|sign-in|oauth2|projects|subversion)|^web\/src\/fields\//

/** Files that name field types, and why. */
const exceptions = new Map([
  ['src/trackers/actions/set-value.ts', '`field_type` of actions is part of the wire'],
  ['src/trackers/actions/set-int.ts', '`field_type` of actions is part of the wire'],
  ['src/trackers/actions/set-number.ts', '`field_type` of actions is part of the wire'],
  ['web/src/pages/tracker-admin-workflow/actions/set-value.tsx', '`field_type` of actions is part of the wire'],
  ['src/uploads/store/usage.ts', 'uploads come before fields'],
])
/** Names with other meanings too: only comparisons with a type are reported. */
const ambiguous = new Set(
  'string text date file float aid fieldset column shared priority cross separator burndown computed duration'.split(
    ' ',
  ),
)

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const listFiles = (directory) =>
  readdirSync(path.join(root, directory), { recursive: true })
    .map((name) => `${directory}/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const names = listFiles(types).flatMap((file) =>
  [...read(file).matchAll(/interface FieldTypeNames \{\s*(\w+): /g)].map(([, name]) => name),
)
if (names.length === 0) throw new Error(`No names of field types in ${types}`)
const quote = (each) => `'(?:${each.join('|')})'`
const clear = names.filter((name) => !ambiguous.has(name))
const questions = [
  // field.type === 'int'
  new RegExp(`(?<!typeof (?:\\w+\\.)*)\\btype *[!=]== *${quote(names)}`),
  // where('field.type', '=', 'int')
  new RegExp(`\\btype', *'(?:=|!=|<>)', *${quote(names)}`),
  // ['string', 'text'].includes(field.type)
  new RegExp(`${quote(names)}[^\\]]*\\]\\.includes\\((?:\\w+\\.)*type\\)`),
  // case 'art_link', new Set(['sb', 'rb']), Extract<ValueEntry, { type: 'art_link' }>
  ...(clear.length === 0 ? [] : [new RegExp(quote(clear))]),
  // A table by type: { sb: 'list' }
  ...(clear.length === 0 ? [] : [new RegExp(`^\\s*(?:${clear.join('|')}): `)]),
]
/** switch (field.type) { … case 'text': */
const choice = new RegExp(`switch \\((?:\\w+\\.)*type\\) \\{[^}]*?case ${quote(names)}`, 'g')

const used = new Set()
const mentions = ['src', 'web/src']
  .filter((directory) => existsSync(path.join(root, directory)))
  .flatMap(listFiles)
  .filter((file) => !home.test(file))
  .flatMap((file) => {
    const text = read(file)
    const lines = text
      .split('\n')
      .flatMap((line, i) => (questions.some((question) => question.test(line)) ? [i + 1] : []))
    const choices = [...text.matchAll(choice)].map(({ index }) => text.slice(0, index).split('\n').length)
    const places = [...new Set([...lines, ...choices])].map((line) => `${file}:${line}`)
    if (places.length === 0 || !exceptions.has(file)) return places
    used.add(file)
    return []
  })
for (const place of mentions) console.error(`${place}: names a field type; use a capability of the type instead`)
const unused = root === '.' ? [...exceptions.keys()].filter((file) => !used.has(file)) : []
for (const file of unused) console.error(`tools/check-field-types.mjs: ${file} needs no exception any more`)
if (mentions.length + unused.length > 0) process.exitCode = 1
else console.log(`${names.length} field types, ${used.size} files that name them`)
