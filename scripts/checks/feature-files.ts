/** The files of an api feature: each has one known kind, and a kind keeps to its work. */
import type { Check, Source } from './sources.ts'

/** By the last part of the file's name. */
const KINDS: Record<string, string> = {
  commands: 'changes rows or asks a provider; validates input; named by verb and object, as in activate-user.commands.ts',
  queries: 'reads rows',
  policy: 'row rules',
  routes: 'answers calls and mounts routes',
  jobs: 'work of the queue',
  pure: 'values and functions without database, HTTP and files',
  csv: 'reads or writes CSV',
  pdf: 'draws a PDF',
  stream: 'a live answer',
  fixture: 'rows and helpers of tests',
  test: 'tests, named by what they test',
}

const FEATURE_FILE = /^apps\/api\/src\/features\/[^/]+\/(.+)$/
/** A large feature may have folders of one level. */
const NAME = /^(?:[a-z-]+\/)?[a-z0-9]+(?:-[a-z0-9]+)*\.([a-z]+)\.ts$/

/** Code that a kind may not contain, with the reason. */
const FOREIGN: { kinds: string[]; code: RegExp; why: string }[] = [
  { kinds: ['queries', 'policy', 'pure'], code: /from 'fastify'/, why: 'routes are mounted in .routes.ts' },
  { kinds: ['queries', 'policy'], code: /\bfailFields?\(/, why: 'fields are validated in .commands.ts' },
  { kinds: ['pure'], code: /from '#api\/db\//, why: 'a pure file knows no database' },
]

function faultsOf({ path, text }: Source): string[] {
  const name = FEATURE_FILE.exec(path)?.[1]
  if (name === undefined) return []
  const kind = NAME.exec(name)?.[1] ?? ''
  if (!(kind in KINDS))
    return [`${path} has no known kind: name it <what>.<kind>.ts with one of ${Object.keys(KINDS).join(', ')}`]
  return FOREIGN.filter(({ kinds, code }) => kinds.includes(kind) && code.test(text)).map(({ why }) => `${path}: ${why}`)
}

export const checkFeatureFiles: Check = (sources) => sources.flatMap(faultsOf)
