// Measures the structure of the source code: files that a part touches, lines and files per slice, sizes of files, files
// outside layers, writes without a permit, calls of rules that the database layer keeps.
//   node tools/measure-structure.mjs [DIRECTORY] [--list]   another checkout; all functions that write
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const parameters = process.argv.slice(2)
const root = parameters.find((each) => !each.startsWith('--')) ?? '.'
const files = ['packages/sqlite/src', 'src', 'web/src'].flatMap(listSources).map((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return { file, text, lines: text.split('\n').length - 1 }
})
const server = files.filter(({ file }) => file.startsWith('src/'))

/**
 * A part of the product, how each file that takes part names it, among which files, and how many take part without the
 * name. Names are of parts that exist for long.
 */
const parts = [
  ['field type (rb, on the server)', /'rb'/, server],
  ['field type (rb, in the pages)', /'rb'/, files.filter(({ file }) => file.startsWith('web/'))],
  ['route (GET /trackers/{id}/settings)', /get-trackers-id-settings|getTrackersIdSettings\b/, server],
  ['command (tracker show)', /tracker-show|trackerShow\b|showTracker\b/, server],
  // The directory of a page counts once; files that only link to the page are listed below.
  [
    'page (/account/keys)',
    /pages\/account-keys\/|page\(\s*'\/account\/keys'/,
    files.filter(({ file }) => !file.startsWith('web/src/pages/account-keys/')),
    1,
  ],
  ['page (/account/keys), other files with its path', /['"`]\/account\/keys(?:\?[^'"`]*)?['"`]/, otherThanKeys()],
  ['setting (artifacts_deletion_limit)', /artifacts_deletion_limit/, files],
  ['semantic (velocity)', /\bvelocity\b/i, server],
  ['post-action (run_job)', /\brun_job\b|run-job\.ts/, server],
  ['condition of transitions (is_comment_required)', /\bis_comment_required\b|conditions\/comment\.ts/, server],
  ['kind of rule (date_rules)', /\bdate_rules\b|\bdateRules\b|date-rules\.ts|'date_rule'/, server],
  ['condition of a trigger (at_least_one)', /\bat_least_one\b/, server],
  ['kind of criterion (none_value)', /\bnone_value\b|criteria\/list\.ts/, server],
  ['setting of a renderer (chunkSize)', /\bchunkSize\b/, server],
  ['permission on trackers (submitter_only)', /\bsubmitter_only\b|\bcan_access_submitted_by_user\b/, server],
  ['audited act (access key created)', /'access key created'/, server],
]

/** Rules that every writer had to keep by hand. */
const calls = [
  ['increase a revision', /\b(?:bumpRevisions?|touch)\(/g],
  ['increase cache versions', /\b(?:bumpCacheVersions|raiseStamps)\(/g],
  ['record a change', /\brecordChanges?\(/g],
  ['lock several artifacts', /\btx\.(?:lockArtifacts|sendArtifactLock)\(|\bwithArtifactLocks\(/g],
  ['enqueue a job with a queue', /\bjobs\.enqueue(?:Each)?\(/g],
  ['insert into the audit log', /\bauditSite\(|insertInto\('audit'\)/g],
  ['refresh the cache', /\b(?:cache|memory)\.refresh\(/g],
]

printParts()
printCalls()
printSlices()
printSizes()
printLoose()
printWrites()

function printParts() {
  console.log('## Files that name a part\n\n| Part | Files |\n| --- | --- |')
  for (const [part, name, among, more = 0] of parts)
    console.log(`| ${part} | ${among.filter(({ text }) => name.test(text)).length + more} |`)
}

function printCalls() {
  console.log('\n## Calls outside src/database\n\n| Rule | Calls | Files |\n| --- | --- | --- |')
  for (const [rule, name] of calls) {
    const counts = server
      .filter(({ file }) => !file.startsWith('src/database/'))
      .map(({ text }) => [...text.matchAll(name)].length)
      .filter((count) => count > 0)
    console.log(`| ${rule} | ${counts.reduce((sum, count) => sum + count, 0)} | ${counts.length} |`)
  }
}

function printSlices() {
  console.log('\n## Slices\n\n| Slice | Files | Lines |\n| --- | --- | --- |')
  const slices = Map.groupBy(files, ({ file }) =>
    file.startsWith('web/') ? 'web' : file.startsWith('packages/') ? 'package sqlite' : file.split('/')[1],
  )
  for (const [slice, members] of slices) console.log(`| ${slice} | ${members.length} | ${sumLines(members)} |`)
  console.log(`| all | ${files.length} | ${sumLines(files)} |`)
}

function printSizes() {
  const sizes = files.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))]
  console.log(`\nLines of a file: median ${at(0.5)}, 90th percentile ${at(0.9)}, maximum ${at(1)}.`)
}

/** Files in the root of a slice that are neither its lists nor a layer. */
function printLoose() {
  const loose = server.filter(
    ({ file }) =>
      /^src\/[^/]+\/[^/]+$/.test(file) && !/\/(?:slice|policy|messages-fr|main|run|program|commands)\.ts$/.test(file),
  )
  const slices = Map.groupBy(loose, ({ file }) => file.split('/')[1])
  const counts = [...slices].map(([slice, members]) => `${slice} ${members.length}`).join(', ')
  console.log(`\nFiles in roots of slices: ${loose.length} (${counts}).`)
}

/** Functions of stores that write, and those without a permit. */
function printWrites() {
  const list = parameters.includes('--list') ? ['--list'] : []
  const { stdout } = spawnSync(process.execPath, ['tools/check-permits.mjs', root, ...list], { encoding: 'utf8' })
  console.log(`\n${stdout.trim()}`)
}

/** Files that are neither the page of access keys nor the list of pages. */
function otherThanKeys() {
  return files.filter(({ file }) => !/^web\/src\/(?:pages\/account-keys\/|routes\.ts$)/.test(file))
}

function sumLines(members) {
  return members.reduce((sum, { lines }) => sum + lines, 0)
}

function listSources(directory) {
  return readdirSync(path.join(root, directory), { recursive: true })
    .map((name) => `${directory}/${name.replaceAll(path.sep, '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
}
