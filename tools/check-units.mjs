// Reports where work within a transaction can read outside of it, or lock rows without it, and where other code than
// `beginWork` decides when cached data is checked (docs/decisions/0068-*.md). Reports also where commands read outside of
// a transaction by themselves, instead of calling a read.
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
/**
 * Commands that read by themselves outside of a transaction, and why: between slow steps, or before one that no
 * transaction may wait for. A new command reads within its transaction, or calls a read before it.
 */
const commandReads = {
  'looks names and credentials up before a slow hash, and checks them again': [
    'src/accounts/commands/create-user.ts',
    'src/sign-in/commands/bootstrap.ts',
    'src/sign-in/commands/change-own-password.ts',
    'src/sign-in/commands/change-own-profile.ts',
    'src/sign-in/commands/change-password.ts',
    'src/sign-in/commands/complete-setup.ts',
    'src/sign-in/commands/reauthenticate.ts',
    'src/sign-in/commands/reset-password.ts',
    'src/sign-in/commands/sign-in-with-passkey.ts',
  ],
  'finds what its transaction locks and checks again': [
    'src/artifacts/commands/delete-artifact.ts',
    'src/projects/commands/bootstrap.ts',
    'src/projects/commands/reserve-project.ts',
    'src/sign-in/commands/confirm-email-change.ts',
    'src/sign-in/commands/sign-in-with-identity-provider.ts',
    'src/trackers/commands/begin-attachment.ts',
  ],
  'imports or exports for minutes': [
    'src/archives/commands/archive-deleted-artifact.ts',
    'src/archives/commands/export-archive.ts',
    'src/archives/commands/import-staged.ts',
    'src/archives/commands/import-tracker.ts',
    'src/archives/commands/run-export.ts',
    'src/archives/commands/run-import.ts',
  ],
  'is the work of a job': [
    'src/notifications/commands/attempt-delivery.ts',
    'src/notifications/commands/fan-out-changes.ts',
    'src/notifications/commands/notify-users.ts',
    'src/subversion/commands/index-commit-paths.ts',
    'src/subversion/commands/notify-commit.ts',
    'src/subversion/commands/recover-missed-commits.ts',
    'src/subversion/commands/remove-dump.ts',
  ],
  'sweeps in batches': [
    'src/archives/commands/sweep-exports.ts',
    'src/notifications/commands/sweep-notifications.ts',
    'src/subversion/commands/purge-repositories.ts',
    'src/subversion/commands/sweep-repositories.ts',
    'src/uploads/commands/sweep-files.ts',
    'src/uploads/commands/sweep-uploads.ts',
  ],
  'waits for programs of Subversion': [
    'src/subversion/commands/create-repository.ts',
    'src/subversion/commands/delete-repository.ts',
    'src/subversion/commands/restore-repository.ts',
    'src/subversion/commands/sync-access-file.ts',
    'src/subversion/commands/use-access-file-version.ts',
  ],
  'waits for bytes': [
    'src/uploads/commands/append-bytes.ts',
    'src/uploads/commands/append-chunk.ts',
    'src/uploads/commands/begin-upload.ts',
    'src/uploads/commands/copy-files.ts',
    'src/uploads/commands/create-preview.ts',
    'src/uploads/commands/finish-file.ts',
    'src/uploads/commands/finish-files.ts',
    'src/uploads/commands/finish-temporary-file.ts',
    'src/uploads/commands/recover-upload.ts',
  ],
}
const exceptedReads = new Set(Object.values(commandReads).flat())
/** Commands that know the world with its reads, and why. */
const commandWorlds = new Map([
  ['src/notifications/commands/attempt-delivery.ts', 'passes it to the functions of jobs that load payloads'],
])
const commands = /^src\/(?!cli\/)[\w-]+\/commands\//
const readers = new Set(['read', 'quickRead', 'longRead', 'exportRead', 'snapshot', 'write', 'writeArtifacts'])
const locks = new Set(['forUpdate', 'forNoKeyUpdate', 'forKeyShare', 'forShare'])

const problems = []
let transactions = 0
const readingCommands = new Set()
for (const file of files) if (!exceptions.has(file)) check(file)
if (root === '.')
  for (const file of exceptedReads)
    if (!readingCommands.has(file)) problems.push(`${file} is an exception of tools/check-units.mjs, but needs none`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
} else
  console.log(
    `${transactions} transactions read and lock only within themselves, ${readingCommands.size} commands read outside`,
  )

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
  const isOuter = (parameter) => /^(?:Command)?World$|^Pick<\s*(?:Command)?World,[^>]*'db'/.test(typeOf(parameter))

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
      const work = node.arguments.at(-1)
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
    if (commands.test(file)) checkCommand(node)
    if (unit !== null) checkWithin(node, outer, unit)
    ts.forEachChild(node, (child) => visit(child, outer, unit))
  }

  /** The types of `CommandWorld` and `withReads` leave these to check. */
  const checkCommand = (node) => {
    if (ts.isImportDeclaration(node) && /\/world\/model\/world\.ts$/.test(node.moduleSpecifier.text)) {
      if (!commandWorlds.has(file)) report(node, 'a command gets a CommandWorld, not a World')
      return
    }
    if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'withReads') return
    const { parent } = node
    if (ts.isCallExpression(parent) && parent.expression !== node) return
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'db') {
      readingCommands.add(file)
      if (!exceptedReads.has(file)) report(node, 'a command reads within its transaction, or calls a read before it')
    } else report(node, 'the world with its reads is only an argument of functions that read')
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
    /^write(?:Artifacts)?$/.test(node.expression.name.text) &&
    /(?:^|\.)db$/.test(node.expression.expression.getText(source)) &&
    node.arguments.length > 0

  visit(source, new Set(), null)
}
