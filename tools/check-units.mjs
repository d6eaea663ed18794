// Reports where work within a transaction can read outside of it, or lock rows without it, and where other code than
// `beginWork` decides when cached data is checked (docs/decisions/0068-*.md).
// check-units.mjs [directory]: the root of a repository instead of the working directory.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import ts from 'typescript'

const root = process.argv[2] ?? '.'
const files = readdirSync(path.join(root, 'src'), { recursive: true })
  .map((name) => `src/${name.replaceAll(path.sep, '/')}`)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

/** Files that may read the counters of the cache, and why; other work begins with `beginWork`. */
const beginners = new Map([
  ['src/world/units/begin-work.ts', 'begins work'],
  ['src/app/start/open-world.ts', 'begins the work of a command'],
  ['src/subversion/commands/sync-access-file.ts', 'repeats its work when data has changed meanwhile'],
  ['src/kit/caches/revision-cache.ts', 'is the cache'],
  ['src/database/changes/transaction-cache.ts', 'is the cache of a transaction'],
])
/** Files that may, and why. */
const exceptions = new Map([
  ['src/world/units/in-transaction.ts', 'creates the world within a transaction from the one outside'],
  ['src/database/move/open-postgres-source.ts', 'sees the connections of other servers'],
])
const readers = new Set(['read', 'quickRead', 'longRead', 'exportRead', 'snapshot', 'write'])
const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forKeyShare', 'forShare'])

const problems = []
let transactions = 0
for (const file of files) if (!exceptions.has(file)) check(file)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else console.log(`${transactions} transactions read and lock only within themselves`)

function check(file) {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const aliases = new Map(
    source.statements.flatMap((each) =>
      ts.isTypeAliasDeclaration(each) ? [[each.name.text, each.type.getText(source)]] : [],
    ),
  )
  const report = (node, text) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    problems.push(`${file}:${line + 1}: ${text}`)
  }
  const typeOf = ({ type }) => {
    const text = type?.getText(source) ?? ''
    return aliases.get(text) ?? text
  }
  /** Whether a parameter has the database outside of a transaction. */
  const isOuter = (parameter) => /^World$|^Pick<\s*World,[^>]*'db'/.test(typeOf(parameter))

  /** `outer`: names of worlds outside; `unit`: name of the database of the transaction; null: not within one. */
  const visit = (node, outer, unit) => {
    if (ts.isFunctionLike(node)) {
      const worlds = node.parameters.filter(isOuter)
      if (worlds.length > 0 && node.parameters.some((each) => typeOf(each) === 'Tx'))
        report(node, 'a function with a Tx takes a UnitWorld, not a World with its database')
      const names = worlds.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
      const more = names.length > 0 ? new Set([...outer, ...names]) : outer
      ts.forEachChild(node, (child) => visit(child, more, unit))
      return
    }
    if (isWrite(node)) {
      transactions += 1
      const [work] = node.arguments
      visit(node.expression, outer, unit)
      if (ts.isArrowFunction(work) || ts.isFunctionExpression(work)) {
        const own = work.parameters[1]?.name.getText(source) ?? ''
        ts.forEachChild(work, (child) => visit(child, outer, { own }))
      }
      return
    }
    if (ts.isPropertyAccessExpression(node) && locks.has(node.name.text) && !file.startsWith('src/database/'))
      report(node, `rows are locked with lockRows of src/database/statements/lock-rows.ts, not with ${node.name.text}`)
    if (
      !beginners.has(file) &&
      /(?:^|\.)cache\.refresh(?:With)?$/.test(ts.isPropertyAccessExpression(node) ? node.getText(source) : '')
    )
      report(node, 'work begins with beginWork of src/world/units/begin-work.ts, not with a refresh of the cache')
    if (unit !== null) checkWithin(node, outer, unit)
    ts.forEachChild(node, (child) => visit(child, outer, unit))
  }

  const checkWithin = (node, outer, { own }) => {
    if (ts.isPropertyAccessExpression(node) && readers.has(node.name.text)) {
      const object = node.expression.getText(source)
      if (/(?:^|\.)db$/.test(object) && object !== own) report(node, 'reads outside of the transaction around it')
    }
    if (!ts.isIdentifier(node) || !outer.has(node.text)) return
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return
    if (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) return
    const hasUnit =
      ts.isSpreadAssignment(parent) && parent.parent.properties.some((each) => each.name?.getText(source) === 'db')
    const isWithTx =
      ts.isCallExpression(parent) && parent.arguments.some((each) => /^(?:tx|writer)$/.test(each.getText(source)))
    if (!hasUnit && !isWithTx) report(node, `passes ${node.text}, which is outside of the transaction around it`)
  }

  const isWrite = (node) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'write' &&
    /(?:^|\.)db$/.test(node.expression.expression.getText(source)) &&
    node.arguments.length > 0

  visit(source, new Set(), null)
}
