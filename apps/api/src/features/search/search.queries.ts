/** A few results of each kind for one text: exact matches first, then the newest. */
import { RESULTS_PER_KIND, SearchKind, type SearchResult } from '@vialdesk/contract/people/search'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { findParcels } from './parcels.queries.ts'
import { findPeople } from './people.queries.ts'
import { findSales, findVials } from './records.queries.ts'
import { searchPolicy } from './search.policy.ts'

/** One letter begins a word of most rows. A digit is a patient's number, and a name in Chinese, Japanese or Korean may have one character. */
const isTooShort = (text: string) =>
  !/[\p{L}\p{N}]{2}|\p{N}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)

/** A parcel may be found twice: by its order and by the vial entry of the order. */
function distinctOf(results: SearchResult[]): SearchResult[] {
  const seen = new Set<string>()
  return results.filter(({ kind, key }) => !seen.has(`${kind} ${key}`) && seen.add(`${kind} ${key}`))
}

const isPerson = (kind: SearchKind) => ['patient', 'person', 'center', 'lab'].includes(kind)

export async function findEverything(db: Db, viewer: Viewer, search: string): Promise<SearchResult[]> {
  const kinds = SearchKind.options.filter((kind) => searchPolicy.sees(viewer, 'kind', kind))
  if (kinds.length === 0 || isTooShort(search)) return []
  const finders = [...(kinds.some(isPerson) ? [findPeople] : []), findSales, findParcels, findVials]
  const found: SearchResult[] = []
  for (const find of finders) found.push(...(await find(db, viewer, search)))
  const distinct = distinctOf(found)
  return kinds.flatMap((each) => distinct.filter(({ kind }) => kind === each).slice(0, RESULTS_PER_KIND))
}
