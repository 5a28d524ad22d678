/** `npm run check`: types, lint, the house's own rules, dead code. Says everything that is wrong, then fails. */
import { runChecks } from './checks/run.ts'

const { passed, failed } = runChecks()
console.log(`${passed} checks passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
