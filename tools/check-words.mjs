// Counts words that a reader has to guess (docs/glossary.md names what to write instead) in the lines of sources, tests
// and documents, and fails where one occurs more often than the limits in check-words.json allow.
// check-words.mjs [--update]: lowers the limits to what is there. check-words.mjs --count: prints the counts only.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const words = {
  'tell, told': /\b(?:tells?|told|telling|[a-z]+Told|Told[A-Z]?\w*|tell[A-Z]\w*|told[A-Z]\w*)\b/,
  'say, said': /\b(?:says?|said|saying|said[A-Z]\w*)\b/,
  'ask, asked': /\b(?:asks|asked|asking|asked[A-Z]\w*|Asked\w*)\b/,
  'somebody, nobody, whoever': /\b(?:somebody|nobody|whoever|whomever)\b/i,
  'he, his, him': /\b(?:he|his|him|himself)\b/i,
  anew: /\banew\b/i,
  beside: /\bbeside\b/i,
  'goes on': /\b(?:goes|go|went) on\b/i,
  'passed over': /\bpassed over\b/i,
  'most…, longest…, shortest…': /\b(?:most|longest|shortest)[A-Z]\w*/,
  'Ground, Needed, Wanted': /\b(?:\w*Ground|Needed|Wanted\w*)\b/,
  'glance, standing, territory, reach': /\b(?:\w*[gG]lances?|standings?|Standings?|[tT]errit\w+|Reach)\b/,
}

/** Files that must contain the words: replacements and counts. */
const exempt = /^(?:tools\/check-words\.|docs\/glossary\.md|CHANGELOG\.md|package-lock)/
const kinds = /\.(?:ts|tsx|mjs|css|md|sh)$/

const files = execFileSync(
  'git',
  ['ls-files', '-z', 'packages', 'src', 'web', 'test', 'bench', 'tools', 'docs', '*.md'],
  {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  },
)
  .split('\0')
  .filter((file) => kinds.test(file) && !exempt.test(file))

const areaOf = (file) => (/^(?:packages|src|web|test)\//.exec(file)?.[0] ?? 'docs/').slice(0, -1)

function count() {
  const counts = {}
  for (const file of files) {
    let text
    try {
      text = readFileSync(file, 'utf8')
    } catch {
      // Deleted, but not committed yet.
      continue
    }
    for (const line of text.split('\n'))
      for (const [word, pattern] of Object.entries(words))
        if (pattern.test(line)) {
          const area = areaOf(file)
          counts[area] ??= {}
          counts[area][word] = (counts[area][word] ?? 0) + 1
        }
  }
  return counts
}

const limitsFile = pathToFileURL('tools/check-words.json')
const counts = count()
if (process.argv.includes('--count')) {
  console.table(counts)
} else if (process.argv.includes('--update')) {
  const sorted = Object.fromEntries(
    Object.keys(counts)
      .sort()
      .map((area) => [area, counts[area]]),
  )
  writeFileSync(limitsFile, `${JSON.stringify(sorted, null, 2)}\n`)
} else {
  const limits = JSON.parse(readFileSync(limitsFile, 'utf8'))
  const problems = Object.entries(counts).flatMap(([area, each]) =>
    Object.entries(each)
      .filter(([word, lines]) => lines > (limits[area]?.[word] ?? 0))
      .map(([word, lines]) => `${area}: "${word}" on ${lines} lines, at most ${limits[area]?.[word] ?? 0} allowed`),
  )
  for (const problem of problems) console.error(problem)
  const total = Object.values(counts)
    .flatMap(Object.values)
    .reduce((sum, each) => sum + each, 0)
  console.log(`${total} lines with words to replace`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
