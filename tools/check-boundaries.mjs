// Runs dependency-cruiser and fails if it processed fewer modules than exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const directories = ['packages/sqlite/src', 'src', 'web/src'].filter((directory) => existsSync(directory))
const modules = directories
  .flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.ts$/.test(file))

const { output } = await cruise(directories, { ...options, validate: true, ruleSet: { forbidden } }, undefined, {
  tsConfig: extractTSConfig(options.tsConfig.fileName),
})
const processed = new Set(output.modules.map((module) => module.source))
const unprocessed = modules.filter((file) => !processed.has(file))
// If no import of a file was found, the parser was not installed (for example, with TypeScript 7 only).
const withoutImports = output.modules.filter(
  (module) =>
    modules.includes(module.source) &&
    module.dependencies.length === 0 &&
    /^(import|export)\s.*\sfrom\s/m.test(readFileSync(module.source, 'utf8')),
)

for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} → ${(cycle ?? []).map((step) => step.name).join(' → ') || to}`)
}
for (const file of unprocessed) console.error(`not processed by dependency-cruiser: ${file}`)
for (const { source } of withoutImports) console.error(`imports not processed by dependency-cruiser: ${source}`)
if (modules.length === 0) console.error('no module to check')

const faults =
  output.summary.violations.length + unprocessed.length + withoutImports.length + (modules.length === 0 ? 1 : 0)
if (faults === 0) {
  console.log(`${modules.length} modules, ${output.summary.totalDependenciesCruised} imports, no violation`)
}
process.exitCode = faults === 0 ? 0 : 1
