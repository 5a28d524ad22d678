/** Finds the imports of a file by regular expressions. That is enough, because in formatted code each import starts a line. */
import path from 'node:path/posix'
import type { Source } from './sources.ts'

export interface Import {
  /** The path as written. */
  name: string
  /** The imported file of the project, or undefined for a package. */
  file: string | undefined
  /** A type-only import, which does not exist at run time. */
  type: boolean
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC = /\bimport(?:\.meta\.glob)?\(\s*(?:'([^']+)'|`([^`$]+)`|"([^"]+)")/g
/** Dynamic imports always count as values, though `typeof import('…')` is a type. */
const ROOTS: [RegExp, string][] = [
  [/^#api\//, 'apps/api/src/'],
  [/^#web\//, 'apps/web/src/'],
  [/^@vialdesk\/api\/testing\//, 'apps/api/src/testing/'],
]

function fileOf(name: string, importer: string): string | undefined {
  if (name.startsWith('.')) return path.normalize(path.join(path.dirname(importer), name.replace(/\?.*$/, '')))
  if (name === '@vialdesk/contract') return 'packages/contract/src/index.ts'
  const contract = /^@vialdesk\/contract\/(.+)$/.exec(name)
  if (contract) return `packages/contract/src/${contract[1]}.ts`
  const [start, folder] = ROOTS.find(([pattern]) => pattern.test(name)) ?? []
  return start && folder ? name.replace(start, folder) : undefined
}

/** Several checks ask for the same imports. */
const found = new WeakMap<Source, Import[]>()

export function importsOf(source: Source): Import[] {
  const known = found.get(source)
  if (known) return known
  const imports = findImports(source)
  found.set(source, imports)
  return imports
}

function findImports({ path: importer, text }: Source): Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, name = '']) => ({ name, type: type !== undefined }))
  const dynamic = [...text.matchAll(DYNAMIC)].map((match) => ({ name: match.slice(1).find(Boolean) ?? '', type: false }))
  return [...statements, ...dynamic].map(({ name, type }) => ({ name, type, file: fileOf(name, importer) }))
}
