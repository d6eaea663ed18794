// Reports where the server compares the name of a field type: slices use its capabilities (src/fields/registry/capabilities.ts).
// check-field-types.mjs [directory]: the root of a repository instead of the working directory.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const root = process.argv[2] ?? '.'
const types = 'src/fields/types'
/** Slices that come before fields do not know their types. */
const withoutFields = /^src\/(?:kit|database|world|http|site|accounts|sign-in|oauth2|projects|subversion)\//

/** Files that name field types, and why. */
const exceptions = new Map([
  ['src/fields/representations/value-schema.ts', 'schemas of entries, whose types the pages derive from it'],
  ['src/trackers/actions/set-value.ts', '`field_type` of actions is part of the wire'],
  ['src/trackers/actions/set-int.ts', '`field_type` of actions is part of the wire'],
  ['src/trackers/actions/set-number.ts', '`field_type` of actions is part of the wire'],
  ['src/uploads/store/usage.ts', 'uploads come before fields'],
])
/** Names with other meanings too: only comparisons with a type are reported. */
const ambiguous = new Set(
  'string text date file float aid column shared priority cross separator burndown computed'.split(' '),
)

const read = (file) => readFileSync(path.join(root, file), 'utf8')
const listFiles = (directory) =>
  readdirSync(path.join(root, directory), { recursive: true })
    .map((name) => `${directory}/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const names = listFiles(types).flatMap((file) =>
  [...read(file).matchAll(/interface FieldTypeNames \{\s*(\w+): true/g)].map(([, name]) => name),
)
if (names.length === 0) throw new Error(`No names of field types in ${types}`)
const quote = (each) => `'(?:${each.join('|')})'`
const questions = [
  // field.type === 'int'
  new RegExp(`(?<!typeof (?:\\w+\\.)*)\\btype *[!=]== *${quote(names)}`),
  // where('field.type', '=', 'int')
  new RegExp(`\\btype', *'(?:=|!=|<>)', *${quote(names)}`),
  // case 'art_link', ['sb', 'rb'].includes(type)
  ...[names.filter((name) => !ambiguous.has(name))].flatMap((each) =>
    each.length === 0 ? [] : [new RegExp(quote(each))],
  ),
]
/** switch (field.type) { … case 'text': */
const choice = new RegExp(`switch \\((?:\\w+\\.)*type\\) \\{[^}]*?case ${quote(names)}`, 'g')

const used = new Set()
const found = listFiles('src')
  .filter((file) => !withoutFields.test(file) && !file.startsWith(`${types}/`))
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
for (const place of found) console.error(`${place}: names a field type; use a capability of the type instead`)
const unused = root === '.' ? [...exceptions.keys()].filter((file) => !used.has(file)) : []
for (const file of unused) console.error(`tools/check-field-types.mjs: ${file} needs no exception any more`)
if (found.length + unused.length > 0) process.exitCode = 1
else console.log(`${names.length} field types, ${used.size} files that name them`)
