import { accessTable } from '@vialdesk/contract/access-table'
import type { Plugin } from 'vite'

/** Many calls have the same access: it is written once. */
function rowsAsCode(): string {
  const distinct = [...new Set(Object.values(accessTable).map((access) => JSON.stringify(access)))]
  const rows = Object.entries(accessTable).map(
    ([key, access]) => `'${key}': distinct[${distinct.indexOf(JSON.stringify(access))}]`,
  )
  return `const distinct = [${distinct}]\nexport const accessTable = { ${rows} }`
}

/** Puts the rows in place of the module that draws them from the calls: the browser needs neither the calls nor their schemas. */
export const accessRows = (): Plugin => ({
  name: 'access-rows',
  apply: 'build',
  load: (id) => (id.endsWith('/contract/src/access-table.ts') ? rowsAsCode() : null),
})
