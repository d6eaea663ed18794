// Draws file names, exported functions and texts at random, for a reader to judge by docs/glossary.md.
// sample-names.mjs [--seed N] [--size N]: prints the seed, so that a sample can be drawn again.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    size: { type: 'string', default: '100' },
  },
})
const size = Number(options.size)
console.log(`seed ${options.seed}`)

const files = execFileSync('git', ['ls-files', 'packages', 'src', 'web/src', 'test', 'bench', 'tools'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
const sources = files.map((file) => [file, readFileSync(file, 'utf8')])

const functions = sources.flatMap(([file, text]) =>
  [
    ...text.matchAll(/^export (?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^>]*>)?\()/gm),
  ].map(([, declared, assigned]) => `${declared ?? assigned}  (${file})`),
)
/** Sentences: literals of at least four words in code that is not a test, and titles of tests. */
const texts = sources.flatMap(([file, text]) =>
  [...text.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)]
    .map(([, , literal]) => literal)
    .filter(
      (literal) =>
        /^[\p{L}"`$].*$/u.test(literal) && literal.split(/\s+/).length >= 4 && !/^(?:import|select|<)/.test(literal),
    )
    .map((literal) => `${literal}  (${file})`),
)

/** Mulberry32: the same sample for the same seed on every machine. */
function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = createRandom(Number(options.seed))
const draw = (all) => {
  const rest = [...all]
  return Array.from(
    { length: Math.min(size, rest.length) },
    () => rest.splice(Math.floor(random() * rest.length), 1)[0],
  )
}

for (const [title, all] of [
  ['file names', files],
  ['exported functions', functions],
  ['texts', texts],
])
  console.log(
    `\n${title} (${all.length})\n${draw(all)
      .map((each, n) => `${n + 1}. ${each}`)
      .join('\n')}`,
  )
