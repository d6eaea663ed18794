// Runs dependency-cruiser and refuses to believe it when it has seen fewer modules than there are.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const folders = ['src', 'web/src'].filter((folder) => existsSync(folder))
const written = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.ts$/.test(file))

const { output } = await cruise(folders, { ...options, validate: true, ruleSet: { forbidden } }, undefined, {
  tsConfig: extractTSConfig(options.tsConfig.fileName),
})
const seen = new Set(output.modules.map((module) => module.source))
const unseen = written.filter((file) => !seen.has(file))
// A file with imports of which none was found means that the parser was not there (TypeScript 7 alone, for one).
const blind = output.modules.filter(
  (module) =>
    written.includes(module.source) &&
    module.dependencies.length === 0 &&
    /^(import|export)\s.*\sfrom\s/m.test(readFileSync(module.source, 'utf8')),
)

for (const { rule, from, to, cycle } of output.summary.violations) {
  console.error(`${rule.name}: ${from} → ${(cycle ?? []).map((step) => step.name).join(' → ') || to}`)
}
for (const file of unseen) console.error(`not seen by dependency-cruiser: ${file}`)
for (const { source } of blind) console.error(`imports not seen by dependency-cruiser: ${source}`)
if (written.length === 0) console.error('no module to check')

const faults = output.summary.violations.length + unseen.length + blind.length + (written.length === 0 ? 1 : 0)
if (faults === 0) {
  console.log(`${written.length} modules, ${output.summary.totalDependenciesCruised} imports, none against the rules`)
}
process.exitCode = faults === 0 ? 0 : 1
