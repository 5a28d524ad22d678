/** `npm run check`: types, lint, the project's own rules, dead code. Runs all checks, prints all faults and fails if any. */
import { runChecks } from './checks/run.ts'

const { passed, failed } = await runChecks()
console.log(`${passed} checks passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
