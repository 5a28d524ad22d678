/** The lists that can be exported, and the names under which filters can be saved, as the calls say it. */
import type { Call } from './base/call.ts'
import type { ListFile } from './base/list-file.ts'
import { featureTexts } from './features.ts'
import * as modules from './modules.ts'

type Modules = typeof modules
type CallsOf<M extends keyof Modules> = M extends keyof Modules[M] ? Modules[M][M][keyof Modules[M][M]] : never
type ListCall = { [M in keyof Modules]: CallsOf<M> }[keyof Modules]

export type ExportedListKey = Extract<ListCall, { exports: ListFile }>['key']
export type ViewList = Extract<ListCall, { views: readonly string[] }>['views'][number]

const byName: Record<string, object> = { ...modules }
const calls = Object.keys(featureTexts).flatMap((name) => {
  const { [name]: own = {} } = (byName[name] ?? {}) as Record<string, object>
  return Object.values(own) as Call[]
})

export const exportedLists = calls.flatMap(({ key, exports }) => (exports ? [key] : [])) as [
  ExportedListKey,
  ...ExportedListKey[],
]
export const viewLists = [...new Set(calls.flatMap(({ views }) => views))].sort() as [ViewList, ...ViewList[]]
