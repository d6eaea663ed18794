// Reports functions of stores that write without a permit, and permits in places where they are not meant to be
// (docs/decisions/0069-*.md).
// check-permits.mjs [directory] [--list]: the root of a repository instead of the working directory; all functions.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import ts from 'typescript'

/** Functions that write without a permit, and why. */
const exceptions = new Map([
  [
    'src/artifacts/store/permission-sets.ts internPermissionSets',
    'numbers of sets of groups, the same for all artifacts',
  ],
])

/** Which files may use which permit of the system. */
const uses = new Map([
  [
    'credentialPermit',
    /^src\/(?:sign-in\/authentication|oauth2\/(?:authentication|protocol))\/|\/(?:sign-in-with-[\w-]+|verify-totp-code|register-passkey|finish-with-recovery-code|reset-password|issue-token)\.ts$/,
  ],
  ['sweepPermit', /\/(?:sweep-[\w-]+|purge-repositories|issue-token)\.ts$/],
  ['setupPermit', /\/(?:bootstrap|offer-setup|complete-setup)\.ts$/],
  ['nodePermit', /\/(?:signing-keys|lease-keeper|run-scheduled-backup|record-verification|report-node)\.ts$/],
  ['notificationPermit', /^src\/(?:notifications|subversion)\/(?:commands|jobs)\//],
  ['triggerPermit', /\/run-triggers\.ts$/],
  ['repositoryPermit', /\/(?:record-commit|index-commit-paths|sync-access-file|delete-repository)\.ts$/],
  ['archiveJobPermit', /\/(?:project-archives|run-import|import-staged|expire-import|abandon-archive|run-export)\.ts$/],
  ['storagePermit', /^src\/uploads\/(?:commands|storage)\//],
])

/** Files that create permits; policies do it with the first one. */
const creators = /^src\/kit\/(?:\w+\/)?(?:decide|system-permits)\.ts$/
const systemPermits = /^src\/kit\/(?:\w+\/)?system-permits\.ts$/
const stores = /^src\/(?:[\w-]+\/store|fields\/storage)\//

const parameters = process.argv.slice(2)
const root = parameters.find((each) => !each.startsWith('--')) ?? '.'
const files = new Map(
  readdirSync(path.join(root, 'src'), { recursive: true })
    .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, parse(file)]),
)
const problems = []
const writers = listWriters()
const withoutPermit = writers.filter(({ file, declaration }) => !takesPermit(file, declaration))
for (const { file, name } of withoutPermit)
  if (!exceptions.has(`${file} ${name}`)) problems.push(`${file}: ${name} writes, but takes no permit`)
if (root === '.')
  for (const key of exceptions.keys())
    if (!withoutPermit.some(({ file, name }) => `${file} ${name}` === key))
      problems.push(`${key} is an exception of tools/check-permits.mjs, but needs none`)
for (const [file, parsed] of files) checkPermits(file, parsed)

if (parameters.includes('--list'))
  for (const each of writers) console.log(`${withoutPermit.includes(each) ? '-' : '+'} ${each.file} ${each.name}`)
console.log(`${writers.length} functions of stores write, ${withoutPermit.length} of them without a permit`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

function parse(file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const parsed = { source, declarations: new Map(), types: new Map(), imports: new Map(), exported: new Set() }
  for (const statement of source.statements) {
    const names = addStatement(file, statement, parsed)
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (isExported) for (const name of names) parsed.exported.add(name)
  }
  return parsed
}

/** Adds what a statement declares or imports; returns the declared names. */
function addStatement(file, statement, { declarations, types, imports }) {
  if (ts.isImportDeclaration(statement)) {
    const from = path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text)
    for (const { name, propertyName } of statement.importClause?.namedBindings?.elements ?? [])
      imports.set(name.text, { file: from, name: (propertyName ?? name).text })
    return []
  }
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
    types.set(statement.name.text, statement)
    return []
  }
  if (ts.isFunctionDeclaration(statement)) {
    declarations.set(statement.name.text, statement)
    return [statement.name.text]
  }
  if (!ts.isVariableStatement(statement)) return []
  const variables = statement.declarationList.declarations.filter(({ initializer }) => initializer !== undefined)
  for (const { name, initializer } of variables) declarations.set(name.getText(), initializer)
  return variables.map(({ name }) => name.getText())
}

/** Functions of stores that write and that other files than stores import. */
function listWriters() {
  const imported = new Set(
    [...files]
      .filter(([file]) => !stores.test(file))
      .flatMap(([, { imports }]) => [...imports.values()].map(({ file, name }) => `${file} ${name}`)),
  )
  return [...files].flatMap(([file, { declarations, exported }]) =>
    stores.test(file)
      ? [...exported]
          .filter((name) => imported.has(`${file} ${name}`) && doesWrite(file, name))
          .map((name) => ({ file, name, declaration: declarations.get(name) }))
      : [],
  )
}

/** Whether a function writes, or calls one of a store that does. */
function doesWrite(file, name, visited = new Set()) {
  const { declarations, imports } = files.get(file)
  const declaration = declarations.get(name)
  if (declaration === undefined || visited.has(`${file} ${name}`)) return false
  visited.add(`${file} ${name}`)
  return someNode(declaration, (node) => {
    if (ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.TemplateHead)
      return /\b(?:insert into|update \w+ set|delete from)\b/i.test(node.text)
    if (!ts.isIdentifier(node)) return false
    if (/^(?:insertInto|updateTable|deleteFrom|mergeInto|insertRows|insertTexts)$/.test(node.text)) return true
    const target = declarations.has(node.text) ? { file, name: node.text } : imports.get(node.text)
    return target !== undefined && stores.test(target.file) && files.has(target.file)
      ? doesWrite(target.file, target.name, visited)
      : false
  })
}

function takesPermit(file, { parameters = [] }) {
  return parameters.some(
    ({ type, questionToken }) => type !== undefined && questionToken === undefined && isPermit(file, type),
  )
}

/** Whether a type is a permit, a row with one, or a union of them. */
function isPermit(file, type, visited = new Set()) {
  const { types, imports } = files.get(file)
  return someNode(type, (node) => {
    if (!ts.isTypeReferenceNode(node)) return false
    const name = node.typeName.getText()
    if (name === 'Permit' || name === 'SystemPermit') return true
    const target = types.has(name) ? { file, name } : imports.get(name)
    const declaration = target && files.get(target.file)?.types.get(target.name)
    if (declaration === undefined || visited.has(declaration)) return false
    visited.add(declaration)
    return isPermit(target.file, declaration, visited)
  })
}

/** Only policies create permits, and only the listed files use those of the system. */
function checkPermits(file, { source, imports, exported }) {
  if (systemPermits.test(file))
    for (const name of exported)
      if (!uses.has(name)) problems.push(`${file}: ${name} needs an entry in tools/check-permits.mjs`)
  for (const target of imports.values())
    if (systemPermits.test(target.file) && uses.get(target.name)?.test(file) !== true)
      problems.push(`${file}: ${target.name} is not for this file`)
  if (creators.test(file)) return
  someNode(source, (node) => {
    if (!ts.isAsExpression(node) || !/Permit\b/.test(node.type.getText(source))) return false
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    problems.push(`${file}:${line + 1}: only a policy creates permits`)
    return false
  })
}

/** Whether a node or one within it meets the condition. */
function someNode(node, meets) {
  return meets(node) || ts.forEachChild(node, (child) => someNode(child, meets)) === true
}
