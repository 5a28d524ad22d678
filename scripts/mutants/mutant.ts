/** One deliberate fault: a text of a source file, and what takes its place. The tests must notice it. */
export interface Mutant {
  /** The promise that it breaks, in kebab case. */
  name: string
  /** From the root of the project. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** Paths for Vitest, the nearest first. They are tried until one notices the fault. */
  tests?: string[]
  /** Paths for Playwright, after `apps/e2e/`, for what no other test notices. */
  journeys?: string[]
}
